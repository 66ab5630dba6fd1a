import { expect, test } from "@jest/globals";

import { organizationFrom } from "../../../packages/fleet/src/retirement/facts.ts";
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

test.each([
  ["a record of an earlier version", undefined, "The record doesn't say which template and values acme had: add acme"],
  ["an engine that isn't there", { ...FACTS, engine: "other" }, "The template of acme, small, was in"],
])("%s is refused with the next step", (_what, kept, reason) => {
  expect(() => organizationFrom("acme", kept, place)).toThrow(reason);
});
