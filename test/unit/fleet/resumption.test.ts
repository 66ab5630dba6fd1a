import { describe, expect, test } from "@jest/globals";

import { type BoundPlan, digestOf, PlanFileError, rulesOf } from "../../../packages/fleet/src/bound/bound-plan.ts";
import type { Fleet } from "../../../packages/fleet/src/index.ts";
import type {
  RecordedOrganization,
  RecordedRun,
  RunOptions,
  RunRecord,
} from "../../../packages/fleet/src/record/run-record.ts";
import { heldRun } from "../../../packages/fleet/src/run/held-run.ts";
import {
  assertPlanOf,
  assertUnfinished,
  hasBegun,
  latestUp,
  NothingToResumeError,
} from "../../../packages/fleet/src/run/resumption.ts";
import { type OrganizationState, tallyOf } from "../../../packages/fleet/src/run/tally.ts";

const OPTIONS: RunOptions = { isRefresh: false, isApproved: false, share: 1 };
const shard = (index: number, of: number): NonNullable<RunOptions["shard"]> => ({ index, of });

/** A run, with the states of its organizations, each in a wave of its own. */
interface Kept extends Partial<Omit<RecordedRun, "options">> {
  readonly id: number;
  readonly options?: Partial<RunOptions>;
  readonly states?: readonly OrganizationState[];
}

/** A record of runs, of which the last is the newest. */
function recordOf(...kept: readonly Kept[]): RunRecord {
  const runs = kept.map(({ options, states = [], ...run }) => ({
    run: {
      action: "up",
      state: "ended",
      started: "",
      ended: undefined,
      waves: 9,
      reason: undefined,
      approved: 0,
      ...run,
      options: { ...OPTIONS, ...options },
    } as RecordedRun,
    organizations: states.map(
      (state, wave) => ({ name: `o${wave}`, template: "t", wave, state }) as RecordedOrganization,
    ),
  }));
  const isOf = ({ options }: RecordedRun, wanted: RunOptions["shard"]): boolean =>
    wanted === undefined || (options.shard?.index === wanted.index && options.shard.of === wanted.of);
  const all = (id: number): RecordedOrganization[] => runs.find(({ run }) => run.id === id)?.organizations ?? [];
  return {
    newest: (action?: string, of?: RunOptions["shard"]) =>
      Promise.resolve(
        runs.findLast(({ run }) => (action === undefined || run.action === action) && isOf(run, of))?.run,
      ),
    organizationsOf: (id: number) => Promise.resolve(all(id)),
    tallyOf: (id: number) => Promise.resolve(tallyOf(all(id))),
  } as unknown as RunRecord; // -- all that is read
}

const refused = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "accepted",
    (error: unknown) => (error instanceof NothingToResumeError ? error.message : `fault: ${String(error)}`),
  );

describe("what a resumption continues", () => {
  test("is the latest run that applied something, or that of the shard", async () => {
    const record = recordOf(
      { id: 1, options: { shard: shard(1, 2) } },
      { id: 2, options: { shard: shard(2, 2) } },
      { id: 3, action: "plan" },
    );
    expect((await latestUp(record)).id).toBe(2);
    expect((await latestUp(record, shard(1, 2))).id).toBe(1);
    expect(await refused(latestUp(record, shard(1, 3)))).toBe(
      "No `orgform fleet up` of shard 1/3 is recorded: there is nothing to resume.",
    );
    expect(await refused(latestUp(recordOf({ id: 1, action: "plan" })))).toBe(
      "No `orgform fleet up` is recorded: there is nothing to resume.",
    );
  });

  test.each<[states: readonly OrganizationState[], isLeft: boolean]>([
    [["succeeded", "succeeded"], false],
    [["succeeded", "failed"], true],
    [["waiting", "succeeded"], true],
    [["running"], true],
    [[], false],
  ])("with organizations that are %j has something left: %j", async (states, isLeft) => {
    const run = { id: 7, states, options: { plan: "d" } };
    const record = recordOf(run);
    expect(await refused(assertUnfinished(record, await latestUp(record)))).toBe(
      isLeft ? "accepted" : "All of run 7 succeeded: there is nothing to resume.",
    );
    expect(await hasBegun(record, "d", undefined)).toBe(isLeft);
  });

  test("has begun only if the latest run applies the same plan, by as many shards", async () => {
    const states = ["failed"] as const;
    expect(await hasBegun(recordOf(), "d", undefined)).toBe(false);
    expect(await hasBegun(recordOf({ id: 1, states }), "d", undefined)).toBe(false);
    expect(await hasBegun(recordOf({ id: 1, states, options: { plan: "e" } }), "d", undefined)).toBe(false);
    const one = { id: 1, states, options: { plan: "d", shard: shard(1, 2) } };
    expect(await hasBegun(recordOf(one), "d", shard(1, 2))).toBe(true);
    expect(await hasBegun(recordOf(one), "d", shard(2, 2))).toBe(false);
    expect(await hasBegun(recordOf(one), "d", undefined)).toBe(false);
    expect(
      await hasBegun(recordOf(one, { ...one, id: 2, options: { plan: "e", shard: shard(1, 2) } }), "d", shard(1, 2)),
    ).toBe(false);
  });
});

describe("a resumption of a plan", () => {
  const fleet = {
    organizations: [{ name: "acme", wave: 0 }],
    waves: [{ share: "100%" }],
    stop: { failures: 1 },
  } as unknown as Fleet; // -- all that is read
  const plan = (more: Partial<BoundPlan> = {}): BoundPlan => ({
    fleet: "fleet",
    planned: "2026-11-26T08:00:00.000Z",
    rules: rulesOf(fleet),
    isRefresh: false,
    organizations: [
      {
        name: "acme",
        statement: { template: "t", engine: "e", files: "f", values: {}, credential: "c", provider: "p", wave: 0 },
        objects: [],
        saved: { bound: "exact", content: "" },
      },
    ],
    ...more,
  });
  const told = (of: BoundPlan | undefined, given: BoundPlan | undefined): string => {
    try {
      assertPlanOf({ id: 7, options: { ...OPTIONS, plan: of && digestOf(of) } }, given, { fleet, name: "fleet" });
      return "accepted";
    } catch (error) {
      if (!(error instanceof PlanFileError)) throw error;
      return error.message;
    }
  };

  test("takes the plan of the run, and no other", () => {
    const [own, other] = [plan(), plan({ isRefresh: true })];
    expect([told(undefined, undefined), told(own, own)]).toEqual(["accepted", "accepted"]);
    expect(told(own, undefined)).toBe(
      `Run 7 applies the plan ${digestOf(own)}: give its file with --plan, or plan again.`,
    );
    expect(told(undefined, own)).toBe("Run 7 applies the fleet file, not a plan: leave out --plan.");
    expect(told(own, other)).toBe(
      `Run 7 applies the plan ${digestOf(own)}, and the file has ${digestOf(other)}. Give the file of the run.`,
    );
  });

  test("takes it only while the fleet is the same", () => {
    const [foreign, older] = [plan({ fleet: "other" }), plan({ rules: "r" })];
    expect(told(foreign, foreign)).toMatch(/^The plan is of the fleet other, not of fleet\./u);
    expect(told(older, older)).toMatch(/^The waves or the stop rules of the fleet file have changed/u);
  });
});

describe("the run that waits for an approval", () => {
  const NONE = "No run is waiting for approval.";
  const held = (record: RunRecord, of?: RunOptions["shard"]): Promise<number | string> =>
    heldRun(record, of).then(
      ({ id }) => id,
      (error: unknown) => (error instanceof NothingToResumeError ? error.message : `fault: ${String(error)}`),
    );
  const rollout = (id: number): RecordedRun["rollout"] => ({ id, started: "", names: [], isApart: false });

  test("is the latest one, or that of the shard, if it waits", async () => {
    expect(await held(recordOf())).toBe(NONE);
    expect(await held(recordOf({ id: 1, state: "held" }, { id: 2 }))).toBe(NONE);
    expect(await held(recordOf({ id: 1 }, { id: 2, state: "held" }))).toBe(2);
    expect(await held(recordOf({ id: 2, state: "held" }, { id: 3, action: "plan", state: "held" }))).toBe(2);
    const shards = recordOf(
      { id: 1, state: "held", options: { shard: shard(1, 2) } },
      { id: 2, options: { shard: shard(2, 2) } },
    );
    expect([await held(shards), await held(shards, shard(1, 2)), await held(shards, shard(2, 2))]).toEqual([
      NONE,
      1,
      NONE,
    ]);
  });

  test("is the one in the first wave, of shards that are approved together", async () => {
    const one = {
      id: 1,
      state: "held",
      rollout: rollout(5),
      options: { shard: shard(1, 3) },
      states: ["succeeded", "succeeded", "waiting"],
    } as const;
    const two = {
      id: 2,
      state: "held",
      rollout: rollout(5),
      options: { shard: shard(2, 3) },
      states: ["succeeded", "waiting"],
    } as const;
    const three = { ...one, id: 3, options: { shard: shard(3, 3) } };
    expect(await held(recordOf(one, two, three))).toBe(2);
    expect(await held(recordOf(two, three, one))).toBe(2);
    expect(await held(recordOf(one, two, three), shard(3, 3))).toBe(3);
    expect(await held(recordOf(one, { ...two, state: "ended" }, three))).toBe(1);
    expect(await held(recordOf(one, { ...two, rollout: rollout(4) }, three))).toBe(1);
    expect(await held(recordOf(two, { ...three, state: "ended" }))).toBe(2);
    expect(await held(recordOf({ ...two, rollout: rollout(4) }, { ...three, state: "ended" }))).toBe(NONE);
  });
});
