import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";

import { type BoundPlan, organizationsOf, rulesOf, statementOf } from "../../../packages/fleet/src/bound/bound-plan.ts";
import { PlanKeeper } from "../../../packages/fleet/src/bound/plan-keeper.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-keeper-"));
mkdirSync(join(folder, "module"));
writeFileSync(join(folder, "module/main.tf"), "");
afterAll(() => rmSync(folder, { recursive: true }));

/** Names with a common beginning, the last of which run first. */
const NAMES = ["a", "a-1", "b", "c"];
const fleetWith = (names: readonly string[], failures = 1) =>
  fleetOf(
    join(folder, "fleet.yaml"),
    JSON.stringify({
      templates: { small: { engine: "terraform", path: "module" } },
      organizations: names.map((name) => ({
        name,
        template: "small",
        labels: { stage: name === "c" ? "first" : "second" },
      })),
      waves: [{ labels: { stage: "first" } }, { share: "100%" }],
      stop: { failures },
    }),
  );
const fleet = fleetWith(NAMES);
const facts = { fleet, name: "fleet", isRefresh: true, planned: "2026-11-26T08:00:00Z" };

function planOf(names: readonly string[], more: Partial<BoundPlan> = {}): BoundPlan {
  const keeper = new PlanKeeper();
  for (const one of fleet.organizations)
    if (names.includes(one.name)) keeper.keep(one, { bound: "exact", content: "x" }, []);
  return { ...keeper.plan(facts), ...more };
}

describe("a plan that is kept", () => {
  test("has its organizations by name, whenever they were planned, and its rules", () => {
    const keeper = new PlanKeeper();
    const object = { operation: "create", address: "Role é|", fields: ["name"] } as const;
    const saved = { bound: "checked", content: "s" } as const;
    const planned = ["b", "a-1", "c", "a"].flatMap((name) => fleet.organizations.filter((one) => one.name === name));
    for (const one of planned) keeper.keep(one, saved, [object]);
    const organizations = [...planned]
      .toSorted((one, other) => NAMES.indexOf(one.name) - NAMES.indexOf(other.name))
      .map((one) => ({ name: one.name, statement: statementOf(one), objects: [object], saved }));
    const { name: _name, fleet: _fleet, ...rest } = facts;
    const whole = { ...rest, fleet: "fleet", rules: rulesOf(fleet), organizations };
    expect(keeper.plan(facts)).toStrictEqual(whole);
    const shard = { index: 1, of: 2 };
    expect(keeper.plan({ ...facts, shard })).toStrictEqual({ ...whole, shard });
  });

  test("has at least one", () => {
    expect(() => new PlanKeeper().plan(facts)).toThrow("No organization could be planned, so no plan was written.");
  });

  test("is for those that it has, in the order of the waves", () => {
    const namesOf = (...given: Parameters<typeof organizationsOf>): string[] =>
      organizationsOf(...given).map(({ name }) => name);
    expect(namesOf(planOf(NAMES), "fleet", fleet)).toEqual(["c", "a", "a-1", "b"]);
    expect(namesOf(planOf(["b", "c"]), "fleet", fleet)).toEqual(["c", "b"]);
    // More in the file than in the plan is no matter.
    const shards = [1, 2].map((index) => namesOf(planOf(NAMES), "fleet", fleet, { index, of: 2 }));
    expect(shards.flat().toSorted()).toEqual(NAMES);
    expect(new Set(shards.flat()).size).toBe(4);
  });

  test.each<readonly [string, BoundPlan, Parameters<typeof organizationsOf>[2], string]>([
    [
      "another fleet",
      planOf(NAMES, { fleet: "fleet-1" }),
      fleet,
      "The plan is of the fleet fleet-1, not of fleet. Give the file of its own fleet.",
    ],
    [
      "organizations that are gone",
      planOf(NAMES),
      fleetWith(["a-1", "c"]),
      "The fleet file no longer has a, b, which the plan has. Plan again.",
    ],
    [
      "other rules",
      planOf(NAMES),
      fleetWith(NAMES, 2),
      "The waves or the stop rules of the fleet file have changed since the plan. Plan again.",
    ],
  ])("isn't for %s", (_what, plan, now, says) => {
    expect(() => organizationsOf(plan, "fleet", now)).toThrow(says);
  });

  test("of a shard has no shards", () => {
    const plan = planOf(NAMES, { shard: { index: 1, of: 3 } });
    expect(organizationsOf(plan, "fleet", fleet)).toHaveLength(4);
    expect(() => organizationsOf(plan, "fleet", fleet, { index: 1, of: 3 })).toThrow(
      "The plan is of shard 1/3 alone: leave out --shard, or plan the whole fleet.",
    );
  });
});
