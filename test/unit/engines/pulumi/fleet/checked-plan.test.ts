import { expect, test } from "@jest/globals";
import type { Stack, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";

import { checkedPlan, movedReasons, Preview, stateOf } from "../../../../../src/engines/pulumi/fleet/checked-plan.ts";

const urn = (type: string, name: string): string => `urn:pulumi:acme::small::${type}::${name}`;

function previewed(steps: readonly (readonly [op: string, type: string, name: string, inputs: object])[]): Preview {
  const preview = new Preview();
  for (const [op, type, name, inputs] of steps) {
    const metadata = { op, type, urn: urn(type, name), old: { inputs: {} }, new: { inputs } } as StepEventMetadata; // -- what is read of a step
    preview.take({ sequence: 0, timestamp: 0, resourcePreEvent: { metadata } });
  }
  return preview;
}

const PROVIDER = ["same", "pulumi:providers:orgform", "default", { version: "0.1.0" }] as const;
const ROLE = ["update", "orgform:index:Role", "support", { name: "Support" }] as const;
const BUCKET = ["create", "aws:s3:Bucket", "logs", { name: "logs-1f3" }] as const;
const planned = JSON.stringify(previewed([PROVIDER, ROLE, BUCKET]).checked("3.259.0", "state-1"));

test("a second preview that is the same has nothing to say, nor has one in which others draw another name", () => {
  const drawn = ["create", "aws:s3:Bucket", "logs", { name: "logs-77a" }] as const;
  expect(movedReasons(planned, previewed([PROVIDER, BUCKET, ROLE]).checked("3.259.0", "state-1"))).toEqual([]);
  expect(movedReasons(planned, previewed([PROVIDER, ROLE, drawn]).checked("3.259.0", "state-1"))).toEqual([]);
});

test.each([
  ["another state", [PROVIDER, ROLE, BUCKET], ["3.259.0", "state-2"], "the state of the stack has changed"],
  ["another engine", [PROVIDER, ROLE, BUCKET], ["3.260.0", "state-1"], "Pulumi is 3.260.0, and was 3.259.0"],
  [
    "another provider",
    [["same", "pulumi:providers:orgform", "default", { version: "0.2.0" }], ROLE, BUCKET],
    ["3.259.0", "state-1"],
    "the providers are orgform 0.2.0, and were orgform 0.1.0",
  ],
  ["a step less", [PROVIDER, ROLE], ["3.259.0", "state-1"], "the program now takes other steps"],
  [
    "a replacement in place of an update",
    [PROVIDER, ["replace", "orgform:index:Role", "support", { name: "Support" }], BUCKET],
    ["3.259.0", "state-1"],
    "the program now takes other steps",
  ],
  [
    "another value of the same field",
    [PROVIDER, ["update", "orgform:index:Role", "support", { name: "Helpers" }], BUCKET],
    ["3.259.0", "state-1"],
    "other values of orgform:index:Role support",
  ],
] as const)("%s is named", (_what, steps, [engine, state], reason) => {
  expect(movedReasons(planned, previewed(steps).checked(engine, state))).toEqual([reason]);
});

test.each([
  ["deletionProtection in the state", { outputs: { deletionProtection: true } }, true],
  ["protect", { outputs: {}, protect: true }, true],
  ["neither", { outputs: { deletionProtection: false }, protect: false }, undefined],
] as const)("of a deletion, %s is told before it is tried", (_what, old, isProtected) => {
  const preview = new Preview();
  const type = "orgform:index:Project";
  const metadata = { op: "delete", type, urn: urn(type, "web"), old } as unknown as StepEventMetadata; // -- what is read of a step
  preview.take({ sequence: 0, timestamp: 0, resourcePreEvent: { metadata } });
  expect(preview.objects).toEqual([
    { operation: "delete", address: `${type} web`, fields: [], ...(isProtected && { isProtected }) },
  ]);
});

test("a plan has the providers and steps in one order, and values only of objects of Orgform", () => {
  const preview = previewed([
    ["create", "orgform:index:Role", "b", { name: "b" }],
    ["same", "pulumi:providers:random", "z", { version: 4 }],
    ["same", "pulumi:providers:aws", "a", { version: "7.1" }],
    ["same", "pulumi:providers:aws", "other", { version: "7.1" }],
    ["same", "orgform:index:Role", "kept", { name: "kept" }],
    ["read", "orgform:index:Role", "looked up", { name: "x" }],
    ["update", "pulumi-nodejs:dynamic/orgform:Role", "a", { name: "a" }],
    ["update", "xorgform:index:Role", "c", { name: "c" }],
    ["update", "acme:orgform:Role", "d", { name: "d" }],
  ]);
  preview.take({ sequence: 1, timestamp: 1 });
  const { steps, ...rest } = preview.checked("3.259.0", "state-1");
  expect(rest).toEqual({ engine: "3.259.0", providers: ["aws 7.1", "random"], state: "state-1" });
  const hashed = expect.stringMatching(/^[\da-f]{32}$/u);
  expect(Object.entries(steps)).toEqual([
    [`create ${urn("orgform:index:Role", "b")}`, hashed],
    [`update ${urn("acme:orgform:Role", "d")} name`, ""],
    [`update ${urn("pulumi-nodejs:dynamic/orgform:Role", "a")} name`, hashed],
    [`update ${urn("xorgform:index:Role", "c")} name`, ""],
  ]);
  expect(preview.objects.map(({ address }) => address)).toEqual([
    "orgform:index:Role b",
    "pulumi-nodejs:dynamic/orgform:Role a",
    "xorgform:index:Role c",
    "acme:orgform:Role d",
  ]);
  const saved = checkedPlan(preview.checked("3.259.0", "state-1"));
  expect(saved).toEqual({ bound: "checked", content: JSON.stringify({ ...rest, steps }) });
  expect(movedReasons(saved.content, preview.checked("3.259.0", "state-1"))).toEqual([]);
});

test("everything that is another one is named, in one order", () => {
  const now = previewed([
    ["update", "orgform:index:Role", "support", { name: "Helpers" }],
    ["delete", "orgform:index:Role", "more", {}],
    ["same", "pulumi:providers:aws", "default", { version: "7.1" }],
  ]).checked("3.260.0", "state-2");
  expect(movedReasons(planned, now)).toEqual([
    "the state of the stack has changed",
    "Pulumi is 3.260.0, and was 3.259.0",
    "the providers are aws 7.1, and were orgform 0.1.0",
    "the program now takes other steps",
    "other values of orgform:index:Role support",
  ]);
  // What an interrupted run has left has another state, other steps, and values that are known by now.
  expect(movedReasons(planned, now, true)).toEqual([
    "Pulumi is 3.260.0, and was 3.259.0",
    "the providers are aws 7.1, and were orgform 0.1.0",
  ]);
});

test("a step more, a provider less, and each other value count", () => {
  const roles = ["a", "b"].map((name) => ["create", "orgform:index:Role", name, { name }] as const);
  const before = JSON.stringify(
    previewed([PROVIDER, ["same", "pulumi:providers:aws", "default", {}], ...roles]).checked("3.259.0", "s"),
  );
  const reasons = (...steps: Parameters<typeof previewed>[0]) =>
    movedReasons(before, previewed(steps).checked("3.259.0", "s"));
  const aws = ["same", "pulumi:providers:aws", "default", {}] as const;
  expect(reasons(PROVIDER, aws, ...roles)).toEqual([]);
  expect(reasons(PROVIDER, aws, ...roles, BUCKET)).toEqual(["the program now takes other steps"]);
  expect(reasons(PROVIDER, ...roles)).toEqual(["the providers are orgform 0.1.0, and were aws, orgform 0.1.0"]);
  const others = roles.map(([op, type, name]) => [op, type, name, { name: "é" }] as const);
  expect(reasons(PROVIDER, aws, ...others)).toEqual(["other values of orgform:index:Role a, orgform:index:Role b"]);
});

test("the state of a stack is the same whatever its times, and another one with any other fact", async () => {
  const hashOf = (exported: object): Promise<string> =>
    stateOf({ exportStack: () => Promise.resolve(exported) } as unknown as Stack); // -- all that is asked of it
  const resources = [{ urn: "a", created: "2026-01-01", modified: "2026-01-02", outputs: { b: 1 } }, { urn: "c" }];
  const one = await hashOf({ version: 3, deployment: { resources } });
  expect(one).toMatch(/^[\da-f]{32}$/u);
  const later = resources.map((resource) => ({ ...resource, created: "2026-02-01", modified: undefined }));
  for (const same of [{ resources: later }, { resources, pending_operations: [] }, { resources, manifest: {} }])
    expect(await hashOf({ version: 3, deployment: same })).toBe(one);
  const empty = await hashOf({ deployment: null });
  for (const same of [{}, { deployment: {} }, { deployment: { resources: null, pending_operations: null } }])
    expect(await hashOf(same)).toBe(empty);
  const others = [
    { resources: resources.toReversed() },
    { resources: [{ ...resources[0], outputs: { b: 2 } }, resources[1]] },
    { resources, pending_operations: [{ type: "creating" }] },
    { resources: [] },
  ];
  const hashes = await Promise.all(others.map((deployment) => hashOf({ deployment })));
  expect(new Set([one, ...hashes]).size).toBe(5);
  expect(hashes.at(-1)).toBe(empty);
});
