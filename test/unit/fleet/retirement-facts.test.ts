import { expect, test } from "@jest/globals";

import { factsOf, organizationFrom, RetirementError } from "../../../packages/fleet/src/retirement/facts.ts";
import { fleetEngines } from "../../../src/engines/index.ts";

const FACTS = {
  formerNames: [],
  key: "acme",
  template: "small",
  engine: "terraform",
  folder: __dirname,
  values: { seats: 5 },
  labels: {},
  sharesProvider: true,
  credential: "default",
};
const fleet = { waves: [{ share: "100%" }], credentials: { default: { environment: "ORGFORM_API_KEY" } } };
const place = { fleet, engines: fleetEngines };

test("an organization is made again of what the record keeps", () => {
  const { engine, ...rest } = organizationFrom("acme", FACTS, place);
  expect([engine.name, rest]).toEqual(["terraform", expect.objectContaining({ values: { seats: 5 }, wave: 0 })]);
});

test("one that no wave takes any more is in the last one", () => {
  const waves = [{ labels: { stage: "canary" } }, { labels: { stage: "production" } }];
  expect(organizationFrom("acme", FACTS, { ...place, fleet: { ...fleet, waves } }).wave).toBe(1);
});

test("an organization that is recorded is made again as it was", () => {
  const facts = {
    ...FACTS,
    formerNames: ["acme-0", "größe"],
    key: "acme-0",
    values: { seats: 5, rows: [null, "|", { a: true }] },
    labels: { stage: "canary", "é 'x'": "" },
    sharesProvider: false,
  };
  const organization = organizationFrom("acme", facts, place);
  expect(factsOf(organization)).toEqual(facts);
  expect(organizationFrom("acme", JSON.parse(JSON.stringify(factsOf(organization))), place)).toEqual(organization);
});

const AGAIN = "add acme to the fleet file again, run `orgform fleet up --only acme`, and remove it again.";

test.each<readonly [string, unknown, string]>([
  ["a record of an earlier version", undefined, `The record doesn't say which template and values acme had: ${AGAIN}`],
  [
    "a record without a value",
    { ...FACTS, key: undefined },
    `The record doesn't say which template and values acme had: ${AGAIN}`,
  ],
  [
    "an engine that isn't there",
    { ...FACTS, engine: "other" },
    `The template of acme, small, was in ${__dirname}, and isn't there. Restore the folder until acme is retired.`,
  ],
  [
    "a folder that isn't there",
    { ...FACTS, folder: "/nowhere/größe" },
    "The template of acme, small, was in /nowhere/größe, and isn't there. Restore the folder until acme is retired.",
  ],
  [
    "a credential that isn't there",
    { ...FACTS, credential: "toString" },
    "acme has the credential toString, which isn't in the field credentials of the fleet file. Add it again until acme is retired.",
  ],
])("%s is refused with the next step", (_what, kept, reason) => {
  expect(() => organizationFrom("acme", kept, place)).toThrow(new RetirementError(reason));
});
