import { expect, test } from "@jest/globals";

import { assertUnmoved } from "../../../packages/fleet/src/bound/moved.ts";
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
  ["engine", { engine: OTHER! }, `the engine is ${OTHER!.name}, and was ${ONE!.name}`],
  ["files", { templateHash: "2" }, "files of the template small have changed"],
  ["values", { values: { seats: 4, tier: "gold" } }, "other values of seats, tier, title"],
  ["credential", { credential: "other" }, "the credential is other"],
  [
    "provider",
    { engine: { ...ONE!, providerVersion: "9.0.0" } },
    `the provider is 9.0.0, and was ${ONE!.providerVersion}`,
  ],
  ["wave", { wave: 2 }, "it is in wave 3, and was in wave 1"],
])("another %s since the plan stops the organization, and is named", (what, change, reason) => {
  const now = { ...ACME, ...change };
  expect(() => assertUnmoved(BOUND, now)).toThrow(`Changed since the plan, so nothing was applied: ${reason}.`);
  expect(() => assertUnmoved(BOUND, ACME)).not.toThrow();
  // A different applied version isn't called the same. A changed wave alone changes nothing of an organization.
  expect(fingerprintOf(now) === fingerprintOf(ACME)).toBe(what === "wave");
});
