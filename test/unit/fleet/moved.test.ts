import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";

import { assertUnmoved, MovedError, movedSince } from "../../../packages/fleet/src/bound/moved.ts";
import { statementOf } from "../../../packages/fleet/src/bound/bound-plan.ts";
import type { FleetOrganization } from "../../../packages/fleet/src/expansion/expand.ts";
import { fingerprintOf } from "../../../packages/fleet/src/expansion/fingerprint.ts";
import { versionedEngines } from "../../../src/cli/fleet/engines.ts";

const [ONE, OTHER] = versionedEngines();

const ACME: FleetOrganization = {
  name: "acme",
  formerNames: [],
  key: "acme",
  template: "small",
  engine: ONE!,
  folder: "/small",
  templateHash: "1",
  values: { title: "Acme", seats: 3 },
  labels: {},
  sharesProvider: true,
  credential: "default",
  wave: 0,
};
const BOUND = {
  name: "acme",
  statement: statementOf(ACME),
  objects: [],
  saved: { bound: "exact" as const, content: "" },
};

test.each<[string, Partial<FleetOrganization>, string]>([
  ["template", { template: "large" }, "the template is large, and was small"],
  ["template, with its files,", { template: "large", templateHash: "2" }, "the template is large, and was small"],
  ["engine", { engine: OTHER! }, `the engine is ${OTHER!.name}, and was ${ONE!.name}`],
  ["files", { templateHash: "2" }, "files of the template small have changed"],
  ["values", { values: { seats: 4, tier: "gold" } }, "other values of seats, tier, title"],
  ["credential", { credential: "other" }, "the credential is other"],
  [
    "provider",
    { engine: { ...ONE!, providerVersion: "9.0.0" } },
    `the provider is 9.0.0, and was ${ONE!.providerVersion}`,
  ],
  ["kind of provider", { sharesProvider: false }, `the provider is the engine's own, and was ${ONE!.providerVersion}`],
  ["wave", { wave: 2 }, "it is in wave 3, and was in wave 1"],
])("another %s since the plan stops the organization, and is named", (what, change, reason) => {
  const now = { ...ACME, ...change };
  const message = `Changed since the plan, so nothing was applied: ${reason}.\nPlan again, and apply the new plan.`;
  expect(() => assertUnmoved(BOUND, now)).toThrow(new MovedError(message));
  expect(() => assertUnmoved(BOUND, ACME)).not.toThrow();
  // A different applied version isn't called the same. A changed wave alone changes nothing of an organization.
  expect(fingerprintOf(now) === fingerprintOf(ACME)).toBe(what === "wave");
});

test("all that has changed is in one sentence, in this order", () => {
  const before = { ...BOUND, statement: statementOf({ ...ACME, sharesProvider: false }) };
  const now = { ...ACME, engine: OTHER!, templateHash: "2", values: {}, credential: "other", wave: 1 };
  const reasons = [
    `the engine is ${OTHER!.name}, and was ${ONE!.name}`,
    "files of the template small have changed",
    "other values of seats, title",
    "the credential is other",
    `the provider is ${OTHER!.providerVersion}, and was the engine's own`,
    "it is in wave 2, and was in wave 1",
  ];
  const message = `Changed since the plan, so nothing was applied: ${reasons.join("; ")}.\nPlan again, and apply the new plan.`;
  expect(() => assertUnmoved(before, now)).toThrow(new MovedError(message));
});

test("a plan says of an organization what it was made of, and of its values only hashes of 32 digits", () => {
  const hash = (value: unknown): string =>
    createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
  const values = { title: "Acme", seats: 3, "10": ["é", null] };
  const statement = statementOf({ ...ACME, values, wave: 2 });
  expect(statement).toEqual({
    template: "small",
    engine: ONE!.name,
    files: "1",
    values: { title: hash("Acme"), seats: hash(3), "10": hash(["é", null]) },
    credential: "default",
    provider: ONE!.providerVersion,
    wave: 2,
  });
  const [one, other] = [
    { b: 1, a: 2 },
    { a: 2, b: 1 },
  ].map((some) => statementOf({ ...ACME, values: some }));
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

const object = (operation: "create" | "update" | "delete", address: string, ...fields: string[]) => ({
  operation,
  address,
  fields,
});
const PLANNED = [object("create", "Role a"), object("update", "Role b", "name"), object("delete", "Role c")];
const FIRST = "Changed since the plan, so nothing was applied: the state has changed.";
const LAST = "Plan again, and apply the new plan.";

test.each<readonly [string, Parameters<typeof movedSince>[2], readonly string[]]>([
  ["no plan made now", undefined, []],
  ["the same plan", PLANNED.toReversed(), []],
  ["less", PLANNED.slice(1), ["no longer: create Role a"]],
  ["more", [...PLANNED, object("create", "Role d")], ["now also: create Role d"]],
  [
    "other fields, and another operation",
    [object("create", "Role a"), object("update", "Role b", "name", "level"), object("update", "Role c")],
    [
      "now also: update Role b: name, level",
      "now also: update Role c",
      "no longer: update Role b: name",
      "no longer: delete Role c",
    ],
  ],
  [
    "much else",
    ["d", "e", "f", "g"].map((name) => object("create", `Role ${name}`)),
    [..."defg"].map((name) => `now also: create Role ${name}`).concat("no longer: create Role a", "and 2 more"),
  ],
])("%s: the differences are listed object by object, at most five", (_what, now, lines) => {
  expect(movedSince({ objects: PLANNED }, ["the state has changed"], now).message.split("\n")).toEqual([
    FIRST,
    ...lines,
    LAST,
  ]);
});

test("the order of values in the file is no change; swapping the values of two names is one", () => {
  const of = (values: FleetOrganization["values"]): string => fingerprintOf({ ...ACME, values });
  expect(of({ title: "a", seats: 3, tier: "b" })).toBe(of({ tier: "b", title: "a", seats: 3 }));
  expect(of({ title: "a", seats: 3 })).not.toBe(of({ seats: "a", title: 3 }));
});
