import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { fingerprintOf } from "../../../packages/fleet/src/expansion/fingerprint.ts";
import type { LastUp, RunRecord } from "../../../packages/fleet/src/record/run-record.ts";
import { namesLeft, planOrganizations, uncleanIn, waveToApprove } from "../../../packages/fleet/src/run/run-plan.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-plan-"));
beforeAll(() => writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A fleet of so many organizations for each credential; the later ones run first. */
function fleetWith(numbers: Readonly<Record<string, number>>, formerNames: readonly string[] = []) {
  const organizations = Object.entries(numbers).flatMap(([credential, number]) =>
    Array.from({ length: number }, (_, at) => ({ name: `${credential}-${at}`, template: "free", credential })),
  );
  const content = {
    templates: { free: { engine: "pulumi", path: "." } },
    credentials: Object.fromEntries(Object.keys(numbers).map((name) => [name, { environment: "KEY" }])),
    organizations: organizations.map((one, at) => ({
      ...one,
      ...(at === 0 ? { formerNames } : {}),
      labels: { at: `${at}` },
    })),
    waves: [{ labels: { at: `${organizations.length - 1}` } }, { share: "100%" }],
    budget: { requestsPerMinute: 10, requestsPerHour: 1000 },
  };
  return fleetOf(join(folder, "fleet.yaml"), JSON.stringify(content));
}

const recordWith = (ups: Readonly<Record<string, LastUp>>, callsEach?: number, former: readonly string[] = []) =>
  ({
    lastUps: async () => new Map(Object.entries(ups)),
    callsEach: async () => callsEach,
    formerNames: async () => new Set(former),
  }) as unknown as RunRecord; // -- what a plan of a run asks

describe("an organization", () => {
  test.each([
    ["succeeded", true, "same", false],
    ["succeeded", false, "changed", false],
    ["failed", true, "failed", true],
    ["failed", false, "failed", true],
    ["running", true, "cut off", true],
    ["running", false, "cut off", true],
  ] as const)("whose last run %s, with the same file (%s), is %s", async (state, isSame, standing, isUnclean) => {
    for (const name of ["one-0", "old", "older"]) {
      const file = fleetWith({ one: 1 }, ["older", "old"]);
      const [one] = file.organizations;
      const fingerprint = isSame && one !== undefined ? fingerprintOf(one) : "another";
      const plan = await planOrganizations(file, file.organizations, recordWith({ [name]: { state, fingerprint } }), 1);
      expect(plan.organizations.map((each) => each.standing)).toEqual([standing]);
      expect([...uncleanIn(plan.organizations)]).toEqual(isUnclean ? ["one-0"] : []);
      expect(plan.gone).toEqual([]);
    }
  });

  test("is new without a run, and of its names the latest counts", async () => {
    const file = fleetWith({ one: 1 }, ["older", "old"]);
    const standing = async (ups: Readonly<Record<string, LastUp>>) =>
      (await planOrganizations(file, file.organizations, recordWith(ups), 1)).organizations[0]?.standing;
    expect(await standing({ other: { state: "failed", fingerprint: "" } })).toBe("new");
    const [failed, running, done] = (["failed", "running", "succeeded"] as const).map((state) => ({
      state,
      fingerprint: "",
    }));
    expect(await standing({ older: failed!, old: running! })).toBe("cut off");
    expect(await standing({ older: failed!, old: running!, "one-0": done! })).toBe("changed");
  });
});

test("a plan goes wave by wave, and tells who has left the file, in the order of names", async () => {
  const file = fleetWith({ one: 3 }, ["older"]);
  const ups = Object.fromEntries(
    ["zoe", "one-1", "older", "acme", "renamed"].map(
      (name) => [name, { state: "succeeded", fingerprint: "" }] as const,
    ),
  );
  const record = recordWith(ups, undefined, ["renamed"]);
  const plan = await planOrganizations(file, file.organizations, record, 1);
  expect(plan.organizations.map(({ organization }) => organization.name)).toEqual(["one-2", "one-0", "one-1"]);
  expect([plan.gone, plan.minutes]).toEqual([["acme", "zoe"], undefined]);
  expect(await namesLeft(file, record)).toEqual(["acme", "zoe"]);
});

test.each([
  [{ one: 5 }, 2, 1, 0],
  [{ one: 6 }, 2, 1, 1],
  [{ one: 6 }, 2, 0.5, 2],
  // Credentials have budgets of their own.
  [{ one: 5, two: 5 }, 2, 1, 0],
  [{ one: 1, two: 11, three: 1 }, 2, 1, 2],
  [{ one: 5 }, 0, 1, 0],
])(
  "a run of %j with %d requests each and the share %d takes at least %d minutes",
  async (numbers, calls, share, minutes) => {
    const file = fleetWith(numbers);
    expect((await planOrganizations(file, file.organizations, recordWith({}, calls), share)).minutes).toBe(minutes);
    expect((await planOrganizations(file, [], recordWith({}, calls), share)).minutes).toBe(0);
  },
);

test.each([
  [[], 1],
  [
    [
      [0, "succeeded"],
      [1, "waiting"],
      [2, "waiting"],
    ],
    2,
  ],
  [
    [
      [0, "succeeded"],
      [1, "failed"],
      [2, "waiting"],
    ],
    2,
  ],
  [
    [
      [0, "running"],
      [1, "waiting"],
    ],
    1,
  ],
  [
    [
      [0, "succeeded"],
      [2, "succeeded"],
    ],
    1,
  ],
] as const)("%j waits for wave %d", (organizations, wave) => {
  expect(waveToApprove(organizations.map(([of, state]) => ({ wave: of, state })))).toBe(wave);
});
