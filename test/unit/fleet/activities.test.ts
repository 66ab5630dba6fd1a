import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import timers from "node:timers";
import { asyncLocalStorage, CancelledFailure, Context, type Info, metricMeter } from "@temporalio/activity";
import { afterAll, afterEach, expect, jest, test } from "@jest/globals";

import type { BoundPlan } from "../../../packages/fleet/src/bound/bound-plan.ts";
import { PlanKeeper } from "../../../packages/fleet/src/bound/plan-keeper.ts";
import { machineClock } from "../../../packages/fleet/src/clock.ts";
import { CredentialKeys } from "../../../packages/fleet/src/credentials/credential-keys.ts";
import type { EngineRun } from "../../../packages/fleet/src/index.ts";
import { type Dealings, NO_CHANGES } from "../../../packages/fleet/src/run/events.ts";
import { fleetActivities } from "../../../packages/fleet/src/temporal/activities.ts";
import { travellingFingerprint } from "../../../packages/fleet/src/temporal/names.ts";
import { watchActivities } from "../../../packages/fleet/src/temporal/watch-activities.ts";
import { WorkerGuard } from "../../../packages/fleet/src/temporal/worker-guard.ts";
import { WorkerPlans } from "../../../packages/fleet/src/temporal/worker-plans.ts";
import type { LookedOutcome } from "../../../packages/fleet/src/temporal/watch-serialized.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-activities-"));
mkdirSync(join(folder, "program"));
writeFileSync(join(folder, "program/Pulumi.yaml"), "name: test\nruntime: nodejs\n");
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void jest.restoreAllMocks());

const FILE = join(folder, "fleet.yaml");
const KEY = "phx_canary_of_activities";
const fleet = fleetOf(
  FILE,
  JSON.stringify({
    templates: { free: { engine: "pulumi", path: "./program" } },
    organizations: [
      { name: "acme", template: "free", labels: { stage: "first" } },
      { name: "globex", template: "free" },
    ],
    parallel: 3,
  }),
);
const [acme] = fleet.organizations;

/** Runs an activity as a worker does; returns its result or error, and what the server heard of it. */
async function inWorker<T>(act: () => Promise<T>, { attempt = 1, stop = new AbortController() } = {}) {
  const heard: unknown[] = [];
  const info = { attempt } as Info; // -- our activities ask for nothing else
  const silent = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };
  const context = new Context(
    info,
    new Promise<never>(() => undefined),
    stop.signal,
    (details) => void heard.push(details),
    undefined,
    silent,
    metricMeter,
    {},
  );
  const outcome = await asyncLocalStorage.run(context, act).catch((error: unknown) => error);
  return { outcome, heard };
}

interface Given {
  readonly deal?: (run: EngineRun) => Promise<Partial<Dealings>>;
  readonly turn?: (signal: AbortSignal) => Promise<void>;
  readonly attempt?: number;
  readonly stop?: AbortController;
  readonly order?: object;
  /** The plan that the worker has. */
  readonly plan?: BoundPlan;
}

/** Runs `acme`, by default as its file says. */
async function ran({ deal = async () => ({}), turn = async () => undefined, attempt, stop, order, plan }: Given = {}) {
  const log: string[] = [];
  const runs: EngineRun[] = [];
  const dealt = async (_stack: unknown, run: EngineRun): Promise<Dealings> => {
    runs.push(run);
    return { changes: NO_CHANGES, invites: 0, ...(await deal(run)) };
  };
  const organizations = fleet.organizations.map((one) => ({
    ...one,
    engine: { ...one.engine, plan: dealt, up: dealt },
  }));
  const environment = { ORGFORM_API_KEY: KEY };
  const plans = new WorkerPlans(fleet, "fleet", undefined);
  if (plan !== undefined) jest.spyOn(plans, "planOf").mockResolvedValue(plan);
  const { runOrganization } = fleetActivities({
    file: FILE,
    fleet: { ...fleet, organizations },
    keys: new CredentialKeys(fleet.credentials, { environment, folder }),
    environment,
    clock: machineClock,
    folderOf: ({ name }) => join(folder, "kept", name),
    lease: async () => ({ environment: {}, calls: () => 4, giveBack: async () => void log.push("given back") }),
    turn,
    log: (text) => log.push(text),
    guard: new WorkerGuard({ fleet, name: "fleet", approvers: undefined }),
    plans,
  });
  const fingerprint = travellingFingerprint(FILE, acme!);
  const asked = {
    name: "acme",
    fingerprint,
    action: "up",
    isRefresh: true,
    isRepair: false,
    isCutOff: false,
    isApproved: false,
    wave: 0,
    approvals: [],
    ...(plan === undefined ? {} : { plan: { file: "p.fleet", digest: "d" } }),
    ...order,
  } as const;
  const worked = await inWorker(() => runOrganization(asked), {
    ...(attempt === undefined ? {} : { attempt }),
    ...(stop === undefined ? {} : { stop }),
  });
  return { ...worked, log, runs };
}

test.each<readonly [string, Given, boolean]>([
  ["for the first time", {}, false],
  ["because a run before was cut off", { order: { isRepair: true } }, true],
  ["after a worker that is gone", { attempt: 2 }, true],
])("a worker runs an organization %s", async (_what, given, isRepair) => {
  const { outcome, log, runs, heard } = await ran({
    ...given,
    deal: async ({ onProgress }) => {
      onProgress(3);
      return { changes: { ...NO_CHANGES, create: 1 } };
    },
  });
  expect(outcome).toMatchObject({ state: "succeeded", changes: { create: 1 }, calls: 4 });
  expect(runs).toMatchObject([{ isRepair, isRefresh: true }]);
  expect(log).toEqual([
    isRepair ? "acme started again, with a repair" : "acme started",
    "given back",
    "acme succeeded",
  ]);
  expect(heard).toEqual([0, 3]);
});

test.each<readonly [string, Given, boolean]>([
  ["for the first time", {}, false],
  ["again, after a failure", { order: { isRepair: true } }, false],
  ["again, after its run was cut off", { order: { isCutOff: true } }, true],
  ["again, after a worker that is gone", { attempt: 2 }, true],
])("a worker that applies a plan %s expects what is left of it, or all of it", async (_what, given, isRest) => {
  const keeper = new PlanKeeper();
  keeper.keep(acme!, { bound: "exact", content: "planned" }, []);
  const plan = keeper.plan({ fleet, name: "fleet", isRefresh: true, planned: "2026-11-26T08:00:00Z" });
  const { runs } = await ran({ ...given, plan });
  expect(runs.map(({ planned }) => [planned?.content, planned?.isRest?.([])])).toEqual([
    ["planned", isRest ? true : undefined],
  ]);
});

test("the server hears every five seconds how far an organization is, until the organization has ended", async () => {
  const beats: (() => void)[] = [];
  const timer = {} as ReturnType<typeof timers.setInterval>; // -- nobody looks into it
  const set = jest.spyOn(timers, "setInterval").mockImplementation((beat: () => void) => {
    beats.push(beat);
    return timer;
  });
  const cleared = jest.spyOn(timers, "clearInterval").mockImplementation(() => undefined);
  const clears = (): unknown[] => cleared.mock.calls.filter(([one]) => one === timer);
  const beat = (): void => beats.forEach((one) => one());
  for (const end of [async () => ({}), async () => Promise.reject(new Error("no"))]) {
    beats.length = 0;
    const { heard } = await ran({
      deal: async ({ onProgress }) => {
        beat();
        onProgress(3);
        beat();
        expect(clears()).toEqual([]);
        return end();
      },
    });
    expect([heard, set.mock.lastCall?.[1]]).toEqual([[0, 0, 3, 3], 5000]);
    expect(clears()).toEqual([[timer]]);
    cleared.mockClear();
  }
});

test.each<readonly [string, object]>([
  ["another fingerprint", { fingerprint: "other" }],
  ["no such organization", { name: "initech" }],
])("a worker whose file has %s runs nothing", async (_what, order) => {
  const { outcome, runs, log, heard } = await ran({ order });
  expect(outcome).toEqual({
    state: "failed",
    changes: NO_CHANGES,
    durationMs: 0,
    message: expect.stringMatching(
      /^A worker's fleet file differs for \w+ from the one that this run started with\. Check out the same commit on all workers, restart them, and resume\.$/u,
    ),
  });
  expect([runs, log, heard]).toEqual([[], [], []]);
});

test.each([
  [999, 999],
  [1000, 1000],
  [1001, 1002],
])("a message of %i characters passes with %i, without the key", async (length, shown) => {
  const { outcome, log } = await ran({
    deal: async () => {
      throw new Error(`${KEY} `.padEnd(length - 1 + KEY.length - "[redacted]".length, "x"));
    },
  });
  const { state, message = "" } = outcome as { state: string; message?: string };
  expect(state).toBe("failed");
  expect(message).not.toContain(KEY);
  expect(message.endsWith(" …")).toBe(message.length > 1000);
  expect(message.length).toBeLessThanOrEqual(shown);
  expect(log.at(-1)).toBe("acme failed");
});

/** What a person or the server says, and a worker that ends. */
const REASONS: readonly (readonly [string, unknown, string])[] = [
  ["a person stops the run", new CancelledFailure("CANCELLED"), "CANCELLED"],
  ["its worker ends", new CancelledFailure("WORKER_SHUTDOWN"), "The worker has ended."],
];

test.each(REASONS)("an organization is cut off, whatever its engine says, if %s", async (_what, reason, says) => {
  const stop = new AbortController();
  const deal = async (): Promise<Partial<Dealings>> => {
    stop.abort(reason);
    throw new Error("interrupted");
  };
  const { outcome, log } = await ran({ stop, deal });
  expect((outcome as Error).message).toBe(says);
  expect(log).toEqual(["acme started", "given back", "acme was cut off"]);
});

test.each(REASONS)("an organization that succeeded has succeeded, even if %s", async (_what, reason) => {
  const stop = new AbortController();
  const { outcome, log } = await ran({ stop, deal: async () => (stop.abort(reason), {}) });
  expect(outcome).toMatchObject({ state: "succeeded" });
  expect(log.at(-1)).toBe("acme succeeded");
});

test.each(REASONS)("an organization whose turn hasn't come is left to others if %s", async (_what, reason, says) => {
  const stop = new AbortController();
  const turn = async (signal: AbortSignal): Promise<void> => {
    stop.abort(reason);
    signal.throwIfAborted();
  };
  const { outcome, runs, log } = await ran({ stop, turn });
  expect((outcome as Error).message).toBe(says);
  expect([runs, log]).toEqual([[], ["acme was cut off"]]);
});

test("a worker that can't tell whose turn it is says why", async () => {
  const turn = async (): Promise<void> => Promise.reject(new Error("no server"));
  expect((await ran({ turn })).outcome).toEqual(new Error("no server"));
});

const watching = (
  look: (name: string, signal: AbortSignal) => Promise<LookedOutcome>,
  turn: (signal: AbortSignal) => Promise<void> = async () => undefined,
) => watchActivities({ fleet, looks: { look }, turn });

test("a worker says which organizations a schedule looks at", async () => {
  const { organizationsToWatch } = watching(async () => "clean");
  expect(await organizationsToWatch({})).toEqual({ names: ["acme", "globex"], parallel: 3 });
  expect(await organizationsToWatch({ names: ["globex"] })).toEqual({ names: ["globex"], parallel: 3 });
  expect(await organizationsToWatch({ labels: { stage: "first" } })).toEqual({ names: ["acme"], parallel: 3 });
  const asked = async () => organizationsToWatch({ names: ["initech"] });
  await expect(asked()).rejects.toMatchObject({
    message: "The fleet file has no organization initech.",
    type: "Selection",
    nonRetryable: true,
  });
});

test("a look tells its outcome, and an error without its cause", async () => {
  const found = await inWorker(async () =>
    watching(async (name) => (name === "acme" ? "findings" : "clean")).lookAt("acme"),
  );
  expect(found).toEqual({ outcome: "findings", heard: [0] });
  const failed = await inWorker(async () =>
    watching(async () => Promise.reject(new Error("no record", { cause: new Error(KEY) }))).lookAt("acme"),
  );
  expect(failed.outcome).toMatchObject({ message: "no record", type: "Look", nonRetryable: false });
  expect((failed.outcome as Error).cause).toBeUndefined();
  const unknown = await inWorker(async () => watching(async () => "clean").lookAt("initech"));
  expect(unknown.outcome).toMatchObject({
    message: "A worker's fleet file has no initech. Check out the same commit on all workers, and restart them.",
    type: "OtherFile",
    nonRetryable: true,
  });
});

test.each(REASONS)("a look is left to others if %s", async (_what, reason, says) => {
  for (const ends of [async () => "clean" as const, async () => Promise.reject(new Error("interrupted"))]) {
    const stop = new AbortController();
    const { lookAt } = watching(async () => {
      stop.abort(reason);
      return ends();
    });
    const { outcome } = await inWorker(() => lookAt("acme"), { stop });
    expect((outcome as Error).message).toBe(says);
  }
});
