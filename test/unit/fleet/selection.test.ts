import { describe, expect, test } from "@jest/globals";

import { githubMatrix, gitlabParallel, shardsWithOrganizations } from "../../../packages/fleet/src/ci/matrix.ts";
import type { Fleet } from "../../../packages/fleet/src/expansion/expand.ts";
import { type Selection, selected, SelectionError, shareOf } from "../../../packages/fleet/src/expansion/selection.ts";
import { shardOf } from "../../../packages/fleet/src/expansion/waves.ts";
import { assertLeft } from "../../../packages/fleet/src/retirement/standing.ts";
import { RetirementError } from "../../../packages/fleet/src/retirement/facts.ts";

const organization = (name: string, labels: Record<string, string> = {}, formerNames: string[] = []) => ({
  name,
  key: formerNames[0] ?? name,
  labels,
  formerNames,
});
const fleetWith = (...organizations: readonly ReturnType<typeof organization>[]): Fleet =>
  ({ organizations }) as unknown as Fleet; // -- all that is read
const FLEET = fleetWith(
  organization("cedar", { stage: "prod", region: "eu" }),
  organization("acme", { stage: "prod", region: "us" }),
  organization("acme-1", { stage: "staging", region: "eu" }),
);

describe("the organizations of a selection", () => {
  test.each<[selection: Selection, names: readonly string[]]>([
    [{}, ["cedar", "acme", "acme-1"]],
    [{ names: ["acme-1", "cedar"] }, ["cedar", "acme-1"]],
    [{ labels: { stage: "prod" } }, ["cedar", "acme"]],
    [{ labels: { stage: "prod", region: "eu" } }, ["cedar"]],
    [{ labels: {} }, ["cedar", "acme", "acme-1"]],
    [{ names: ["acme", "acme-1"], labels: { region: "eu" } }, ["acme-1"]],
  ])("%j are in the order of the file", (selection, names) => {
    expect(selected(FLEET, selection).map(({ name }) => name)).toEqual(names);
  });

  test.each<[selection: Selection, refusal: string]>([
    [{ names: ["acme", "x|é", "acme-2"] }, "The fleet file has no organization x|é, acme-2."],
    [{ names: [""] }, "The fleet file has no organization ."],
    [{ labels: { stage: "dev" } }, "No organization of the fleet file has all of these labels."],
    [{ names: ["acme"], labels: { stage: "staging" } }, "No organization of the fleet file has all of these labels."],
  ])("can't be %j", (selection, refusal) => {
    expect(() => selected(FLEET, selection)).toThrow(new SelectionError(refusal));
  });

  test("are each in one shard, which can be empty, and so can a fleet", () => {
    for (const count of [1, 2, 5]) {
      const shards = Array.from({ length: count }, (_, index) =>
        selected(FLEET, { shard: { index: index + 1, of: count } }),
      );
      expect(
        shards
          .flat()
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(["acme", "acme-1", "cedar"]);
      const places = shards.map((own) => own.map((one) => shardOf(one, count)));
      expect(places).toEqual(shards.map((own, index) => own.map(() => index + 1)));
    }
    expect(selected(FLEET, { labels: { stage: "dev" }, shard: { index: 1, of: 1 } })).toEqual([]);
    expect(selected(fleetWith(), {})).toEqual([]);
  });

  test("have a part of the budget", () => {
    expect([shareOf({}), shareOf({ shard: { index: 1, of: 1 } }), shareOf({ shard: { index: 2, of: 4 } })]).toEqual([
      1, 1, 0.25,
    ]);
  });
});

test("a matrix has the shards that have an organization, in order", () => {
  const many = Array.from({ length: 60 }, (_, index) => organization(`o${index}`));
  expect(shardsWithOrganizations(many, 12)).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1}/12`));
  const [one] = FLEET.organizations;
  expect(one && shardsWithOrganizations([one], 9)).toEqual([`${one && shardOf(one, 9)}/9`]);
  expect(shardsWithOrganizations([], 9)).toEqual([]);
  expect(githubMatrix(["1/12", "10/12"])).toBe('{"include":[{"shard":"1/12"},{"shard":"10/12"}]}');
  expect(gitlabParallel(["1/12", "10/12"])).toBe('parallel:\n  matrix:\n    - FLEET_SHARD: ["1/12", "10/12"]');
});

describe("an organization can be retired", () => {
  const fleet = fleetWith(organization("acme"), organization("new", {}, ["old", "older"]));
  const told = async (name: string, ups: readonly string[], last?: object): Promise<string> => {
    const up = { state: "succeeded", fingerprint: "" } as const;
    const record = {
      lastUps: () => Promise.resolve(new Map(ups.map((one) => [one, up]))),
      formerNames: () => Promise.resolve(new Set(["renamed"])),
      lastRunOf: () => Promise.resolve(last as never),
    };
    try {
      await assertLeft(name, fleet, record);
      return "yes";
    } catch (error) {
      return error instanceof RetirementError ? error.message : `fault: ${String(error)}`;
    }
  };
  const retired = (action: string, state: string): object => ({ run: { id: 7, action }, state });

  test.each<[name: string, ups: readonly string[], last: object | undefined, answer: string]>([
    ["gone", ["gone", "acme"], undefined, "yes"],
    ["gone", ["gone"], retired("retire", "failed"), "yes"],
    ["acme", ["acme"], undefined, "acme is in the fleet file. Remove it there first, and then retire it."],
    ["older", ["older"], undefined, "older is a former name of new, which is in the fleet file."],
    ["gone", [], retired("retire", "succeeded"), "gone is retired already, by run 7."],
    [
      "gone",
      ["acme", "renamed"],
      retired("retire", "failed"),
      "The record has no `orgform fleet up` of gone. No organization has left the fleet file.",
    ],
    [
      "gone",
      ["z", "b", "acme"],
      retired("up", "succeeded"),
      "The record has no `orgform fleet up` of gone. These left it: b, z.",
    ],
  ])("%s with runs of %j, the last one %j: %s", async (name, ups, last, answer) => {
    expect(await told(name, ups, last)).toBe(answer);
  });
});
