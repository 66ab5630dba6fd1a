import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, jest, test } from "@jest/globals";
import type * as client from "@temporalio/client";

import { fleetEngines } from "../../../src/engines/index.ts";

const library = jest.requireActual<typeof client>("@temporalio/client");

interface Stored {
  readonly spec?: { readonly intervals?: readonly { readonly every: number }[]; readonly jitter?: number };
  readonly action: { readonly args: readonly unknown[] };
  readonly [name: string]: unknown;
}

/** The server: its schedules, and the state of the last check. */
const server = { schedules: new Map<string, Stored>(), sent: [] as string[], closed: 0 };
let info: Record<string, unknown>;
let check: { status?: string; result?: unknown; fails?: Error };

class ScheduleClient {
  readonly #namespace: string;
  constructor({ namespace }: { namespace: string }) {
    this.#namespace = namespace;
  }
  async create({ scheduleId, ...schedule }: Stored & { scheduleId: string }) {
    server.sent.push(`create ${scheduleId} in ${this.#namespace}`);
    if (server.schedules.has(scheduleId)) throw new library.ScheduleAlreadyRunning("there", scheduleId);
    server.schedules.set(scheduleId, { ...schedule, state: { paused: true } });
  }
  getHandle(name: string) {
    const found = (): Stored => {
      const stored = server.schedules.get(name);
      if (stored === undefined) throw new library.ScheduleNotFoundError("none", name);
      return stored;
    };
    return {
      describe: async () => ({ ...found(), info }),
      update: async (change: (before: Stored) => Stored) => void server.schedules.set(name, change(found())),
      delete: async () => {
        found();
        server.schedules.delete(name);
      },
    };
  }
}

class WorkflowClient {
  getHandle(workflowId: string, runId: string) {
    return {
      describe: async () => {
        if (check.status === undefined) throw new library.WorkflowNotFoundError("none", workflowId, runId);
        return { status: { name: check.status } };
      },
      result: async () => {
        if (check.fails !== undefined) throw check.fails;
        return check.result;
      },
    };
  }
}

jest.doMock("@temporalio/workflow", () => ({}));
jest.doMock("@temporalio/client", () => ({
  ...library,
  ScheduleClient,
  WorkflowClient,
  Connection: { connect: async () => ({ close: async () => void (server.closed += 1) }) },
}));

const folder = mkdtempSync(join(tmpdir(), "orgform-schedule-"));
const file = join(folder, "customers.yaml");
writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
const organizations = ["a", "b"].map((name) => ({ name, template: "free", labels: { stage: name } }));
writeFileSync(file, JSON.stringify({ templates: { free: { engine: "pulumi", path: "." } }, organizations }));
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  Object.assign(server, { schedules: new Map(), sent: [], closed: 0 });
  check = {};
  info = {
    nextActionTimes: [new Date("2026-11-26T09:00:00.417Z"), new Date("2026-11-26T10:00:00.417Z")],
    numActionsSkippedOverlap: 3,
    numActionsMissedCatchupWindow: 2,
    recentActions: [],
  };
});

async function opened(name?: string) {
  // The messages of workflows aren't needed here.
  jest.doMock("../../../packages/fleet/src/temporal/messages.ts", () => ({}));
  const { WatchSchedule } = await import("../../../packages/fleet/src/temporal/watch-schedule.ts");
  const temporal = { address: "here:1", namespace: "n", apiKey: () => undefined, tls: false };
  return WatchSchedule.open({ file, engines: fleetEngines, temporal, ...(name === undefined ? {} : { name }) });
}

const TIMES = { everyMs: 3_600_000, jitterMs: 60_500 };

test("a schedule is set once, changed later, and removed; a pause outlives the change", async () => {
  const schedule = await opened();
  expect([schedule.name, await schedule.stand(), await schedule.remove()]).toEqual([
    "orgform-customers/watch",
    undefined,
    false,
  ]);
  expect(await schedule.set(TIMES)).toBe(true);
  const settings = {
    spec: { intervals: [{ every: 3_600_000 }], jitter: 60_500 },
    policies: { overlap: "SKIP", catchupWindow: "1 minute" },
    action: {
      type: "startWorkflow",
      workflowType: "fleetWatch",
      workflowId: "orgform-customers/watch",
      taskQueue: "orgform-customers/watch",
      args: [{}],
      workflowExecutionTimeout: "1 day",
    },
    state: { paused: true },
  };
  expect(server.schedules.get(schedule.name)).toEqual(settings);
  expect(await schedule.set({ ...TIMES, everyMs: 60_000, names: ["b"] })).toBe(false);
  expect(server.schedules.get(schedule.name)).toEqual({
    ...settings,
    spec: { intervals: [{ every: 60_000 }], jitter: 60_500 },
    action: { ...settings.action, args: [{ names: ["b"] }] },
  });
  expect(server.sent).toEqual(["create orgform-customers/watch in n", "create orgform-customers/watch in n"]);
  expect([await schedule.remove(), await schedule.remove()]).toEqual([true, false]);
  await schedule.close();
  expect(server.closed).toBe(1);
  expect((await opened("other")).name).toBe("other/watch");
});

test.each([
  [{ names: ["nobody"] }, "The fleet file has no organization nobody."],
  [{ labels: { stage: "c" } }, "No organization of the fleet file has all of these labels."],
])("a schedule that would look at nothing isn't set: %j", async (which, says) => {
  await expect((await opened()).set({ ...TIMES, ...which })).rejects.toThrow(says);
  expect(server.sent).toEqual([]);
});

test.each([[{}], [{ names: ["a", "b"] }], [{ labels: { stage: "a" } }], [{ names: ["a"], labels: { stage: "a" } }]])(
  "a schedule is told as it was set: %j",
  async (which) => {
    const schedule = await opened();
    await schedule.set({ ...TIMES, ...which });
    expect(await schedule.stand()).toEqual({
      ...TIMES,
      ...which,
      name: "orgform-customers/watch",
      isPaused: true,
      next: ["2026-11-26T09:00:00.417Z", "2026-11-26T10:00:00.417Z"],
      skipped: 3,
      missed: 2,
      last: undefined,
    });
  },
);

const STARTED = "2026-11-26T08:00:00.417Z";
const COUNTS = { clean: 2, findings: 0, failed: 0, postponed: 0, lost: 0, problems: [] };
const failure = (cause: Error | undefined): Error =>
  new library.WorkflowFailedError("Workflow failed", cause, "NON_RETRYABLE_FAILURE");

test.each<readonly [string, typeof check, object]>([
  ["is gone from the server", {}, { state: "ended" }],
  ["runs", { status: "RUNNING" }, { state: "running" }],
  ["has ended", { status: "COMPLETED", result: COUNTS }, { state: "ended", outcomes: COUNTS }],
  [
    "has failed for a reason",
    { status: "FAILED", fails: failure(new Error("no worker")) },
    { state: "failed", reason: "no worker" },
  ],
  [
    "has failed for none",
    { status: "FAILED", fails: failure(undefined) },
    { state: "failed", reason: "Workflow failed" },
  ],
])("the last check %s", async (_what, given, expected) => {
  check = given;
  const action = (at: string) => ({
    takenAt: new Date(at),
    action: { workflow: { workflowId: "w", firstExecutionRunId: at } },
  });
  info["recentActions"] = [action("2026-11-26T07:00:00.417Z"), action(STARTED)];
  const schedule = await opened();
  await schedule.set(TIMES);
  expect((await schedule.stand())?.last).toEqual({ started: STARTED, ...expected });
});

test("an unexpected error is passed on unchanged", async () => {
  check = { status: "COMPLETED", fails: new Error("no network") };
  info["recentActions"] = [
    { takenAt: new Date(STARTED), action: { workflow: { workflowId: "w", firstExecutionRunId: "r" } } },
  ];
  const schedule = await opened();
  await schedule.set(TIMES);
  await expect(schedule.stand()).rejects.toThrow("no network");
});
