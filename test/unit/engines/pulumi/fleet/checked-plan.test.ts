import { expect, test } from "@jest/globals";
import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";

import { movedReasons, Preview } from "../../../../../src/engines/pulumi/fleet/checked-plan.ts";

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
