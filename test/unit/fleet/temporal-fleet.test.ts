import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, jest, test } from "@jest/globals";
import type * as client from "@temporalio/client";

import type { RunControl } from "../../../packages/fleet/src/index.ts";
import { type FleetEvent, NO_CHANGES, type Outcome } from "../../../packages/fleet/src/run/events.ts";
import type { OrganizationOrder, RunStand } from "../../../packages/fleet/src/temporal/serialized.ts";
import { fleetEngines } from "../../../src/engines/index.ts";
import { until } from "../../support/until.ts";
import { type Played, RUN_ID, Stage, workflowLibrary } from "../../support/workflow-stage.ts";

/** A workflow at the server. */
interface Execution {
  readonly played: Played;
  isTerminated: boolean;
}

/** The server of a test: the stage, and what it remembers of each workflow. */
const server = { stage: new Stage(), latest: new Map<string, Execution>(), sent: [] as string[], closed: 0 };
const state: { hasWorker: boolean; busy: boolean; pending: readonly object[] } = {
  hasWorker: true,
  busy: false,
  pending: [],
};

const library = jest.requireActual<typeof client>("@temporalio/client");

/** Temporal's client of a server that is this test. */
class WorkflowClient {
  async start(type: string, { args, ...options }: { args: [never]; workflowId: string; taskQueue: string }) {
    const { workflowId } = options;
    server.sent.push(`start ${type} ${JSON.stringify(options)}`);
    if (state.busy) throw new library.WorkflowExecutionAlreadyStartedError("busy", workflowId, type);
    const played = server.stage.start(server.stage.workflows[type]!, args[0], options);
    const one: Execution = { played, isTerminated: false };
    server.latest.set(workflowId, one);
    return { workflowId, firstExecutionRunId: RUN_ID };
  }

  getHandle(workflowId: string) {
    const found = (): Execution => {
      const played = server.stage.played.findLast((one) => one.workflowId === workflowId);
      const one = server.latest.get(workflowId) ?? (played && { played, isTerminated: false });
      if (one === undefined) throw new library.WorkflowNotFoundError("none", workflowId, undefined);
      return one;
    };
    return {
      describe: async () => {
        const { played, isTerminated } = found();
        const name = isTerminated ? "TERMINATED" : played.isEnded() ? "COMPLETED" : "RUNNING";
        return { workflowId, runId: RUN_ID, status: { name }, raw: { pendingActivities: state.pending } };
      },
      result: async () => found().played.result(),
      query: async (query: { name: string }, ...words: unknown[]) => {
        if (!state.hasWorker) throw new Error("no poller\nat the server");
        return found().played.query(query, ...words);
      },
      signal: async (signal: { name: string }, ...words: unknown[]) => {
        server.sent.push(`${signal.name} ${words.join(" ")}`.trim());
        await found().played.signal(signal, ...words);
      },
    };
  }
}

jest.doMock("@temporalio/workflow", () => workflowLibrary);
jest.doMock("@temporalio/client", () => ({
  ...library,
  WorkflowClient,
  Connection: {
    connect: async ({ address }: { address: string }) => {
      if (address !== "here:1") throw new Error("refused");
      return { close: async () => void (server.closed += 1) };
    },
  },
}));

const folder = mkdtempSync(join(tmpdir(), "orgform-temporal-"));
writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
const file = join(folder, "customers.yaml");
afterAll(() => rmSync(folder, { recursive: true }));

/** What workers do with an organization; `waits` until the test ends. */
let doing: Record<string, Partial<Outcome> | "waits"> = {};

beforeEach(async () => {
  const { fleetRun, fleetWave } = await import("../../../packages/fleet/src/temporal/workflows.ts");
  Object.assign(server, { stage: new Stage(), latest: new Map(), sent: [], closed: 0 });
  Object.assign(state, { hasWorker: true, busy: false, pending: [] });
  doing = {};
  Object.assign(server.stage.workflows, { fleetRun, fleetWave });
  server.stage.workers["runOrganization"] = async ({ name }: OrganizationOrder) => {
    const one = doing[name] ?? {};
    if (one === "waits") await new Promise(() => undefined);
    return { state: "succeeded", changes: NO_CHANGES, durationMs: 1, ...(one as Partial<Outcome>) };
  };
  writeFleet({});
});

function writeFleet({
  waves = [{ labels: { stage: "first" } }, { share: "100%" }],
  size = 1,
  ...rest
}: Partial<Record<string, unknown>>) {
  const organizations = ["b", "a"].map((name) => ({
    name,
    template: "free",
    values: { size },
    labels: { stage: name === "a" ? "first" : "second" },
  }));
  const content = { templates: { free: { engine: "pulumi", path: "." } }, organizations, waves, ...rest };
  writeFileSync(file, JSON.stringify(content));
}

async function opened(name?: string, address = "here:1") {
  const { TemporalFleet } = await import("../../../packages/fleet/src/temporal/temporal-fleet.ts");
  const temporal = { address, namespace: "n", apiKey: () => undefined, tls: false };
  return TemporalFleet.open({ file, engines: fleetEngines, temporal, ...(name === undefined ? {} : { name }) });
}

const OPTIONS = { isRefresh: false, isApproved: false };

function control(approve?: RunControl["approve"]) {
  const events: FleetEvent[] = [];
  const stop = new AbortController();
  const given: RunControl = {
    onEvent: (event) => events.push(event),
    signal: stop.signal,
    ...(approve === undefined ? {} : { approve }),
  };
  const told = (): string[] =>
    events.map((one) =>
      [
        one.event,
        "name" in one ? one.name : "wave" in one ? one.wave : "",
        "state" in one ? one.state : "text" in one ? one.text : "",
      ]
        .join(" ")
        .trim(),
    );
  return { given, events, told, stop };
}

/** What the server gets for a new run. */
const START =
  'start fleetRun {"workflowId":"orgform-customers","taskQueue":"orgform-customers","workflowIdConflictPolicy":"FAIL"}';

const FOLLOWED =
  "No longer following the run, which continues. To follow it, run `orgform fleet resume --temporal`. To stop it, run `orgform fleet stop --temporal`.";

test("a run is started under the fleet's name, followed to its end, and can be asked for afterwards", async () => {
  const fleet = await opened();
  expect([fleet.count({}), fleet.count({ names: ["a"] })]).toEqual([2, 1]);
  expect(await fleet.status()).toBeUndefined();
  const { given, told } = control();
  expect(await fleet.run("up", {}, OPTIONS, given)).toEqual({ succeeded: 2, failed: 0, notStarted: 0 });
  expect(told()).toEqual([
    "start",
    "wave 1 started",
    "organization a started",
    "organization a succeeded",
    "wave 1 ended",
    "wave 2 started",
    "organization b started",
    "organization b succeeded",
    "wave 2 ended",
    "end",
  ]);
  expect(server.sent).toEqual([START]);
  expect(await fleet.status()).toMatchObject({ run: 1, state: "ended", tally: { succeeded: 2 } });
  await expect(fleet.resume(given)).rejects.toThrow("All of run 1 succeeded: there is nothing to resume.");
  await fleet.run("plan", { names: ["b"] }, OPTIONS, given);
  expect(await fleet.status()).toMatchObject({ run: 2, action: "plan", organizations: [{ name: "b" }] });
  await fleet.close();
  expect(server.closed).toBe(1);
});

test("a fleet can have another name at the server, and a server that isn't there is named", async () => {
  const fleet = await opened("other");
  await fleet.run("up", {}, OPTIONS, control().given);
  expect(server.sent[0]).toContain('"workflowId":"other","taskQueue":"other"');
  await expect(opened(undefined, "there:2")).rejects.toThrow("There is no Temporal server at there:2: refused");
});

test("a run that failed is resumed with its rest, after a word about what changed in the file", async () => {
  doing = { b: { state: "failed", message: "No seat." } };
  const fleet = await opened();
  const { given, told } = control();
  expect(await fleet.run("up", {}, OPTIONS, given)).toEqual({ succeeded: 1, failed: 1, notStarted: 0 });
  doing = {};
  writeFleet({ size: 2 });
  const later = await opened();
  server.stage.asked.length = 0;
  expect(await later.resume(given)).toEqual({ succeeded: 2, failed: 0, notStarted: 0 });
  expect(server.stage.asked.map(({ input }) => input)).toMatchObject([{ name: "b", isRepair: true }]);
  expect(told()).toContain(
    "note  1 that succeeded have changed in the file since then; `orgform fleet up` applies the changes",
  );
});

test("what needs a run says so without one, and nothing is sent", async () => {
  const fleet = await opened();
  await expect(fleet.resume(control().given)).rejects.toThrow(
    "Temporal has no run of this fleet: there is nothing to resume.",
  );
  const asks = { approve: () => fleet.approve({ by: "ann" }), pause: () => fleet.pause(), stop: () => fleet.stop() };
  for (const ask of Object.values(asks)) await expect(ask()).rejects.toThrow("No run of this fleet is in progress.");
  await fleet.run("up", {}, OPTIONS, control().given);
  for (const ask of Object.values(asks)) await expect(ask()).rejects.toThrow("No run of this fleet is in progress.");
  expect(server.sent).toHaveLength(1);
});

const PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFx0tA9qVZ7Y5M8oZJjY5m0b9n1u0lX2u5l0Ck3yqk0Z";

test.each<readonly [string, Parameters<typeof writeFleet>[0], string]>([
  ["a policy", { policy: "customers.yaml" }, "Workers on Temporal don't check plans before a wave"],
  [
    "signatures",
    { waves: [{ labels: { stage: "first" } }, { share: "100%", approve: { by: { ann: PUBLIC_KEY } } }] },
    "Wave 2 needs signatures",
  ],
])("on Temporal, a file with %s can be planned but not applied", async (_what, rest, says) => {
  writeFleet(rest);
  const fleet = await opened();
  await expect(fleet.run("up", {}, OPTIONS, control().given)).rejects.toThrow(says);
  expect(server.sent).toEqual([]);
  expect((await fleet.run("plan", {}, OPTIONS, control().given)).failed).toBe(0);
});

test("a run that failed isn't resumed once its file has a policy, and a plan is", async () => {
  doing = { b: { state: "failed", message: "No seat." } };
  for (const [action, outcome] of [
    ["up", /^Error: Workers on Temporal don't check plans/u],
    ["plan", /^went on$/u],
  ] as const) {
    writeFleet({});
    await (await opened()).run(action, {}, OPTIONS, control().given);
    writeFleet({ policy: "customers.yaml" });
    const resumed = (await opened()).resume(control().given);
    expect(await resumed.then(() => "went on", String)).toMatch(outcome);
  }
});

test("one run at a time is in progress", async () => {
  doing = { a: "waits" };
  const fleet = await opened();
  const { given, told, stop } = control();
  const first = fleet.run("up", {}, OPTIONS, given);
  await until(() => told().includes("organization a started"));
  await expect(fleet.run("up", {}, OPTIONS, control().given)).rejects.toThrow("so this one changed nothing");
  expect(server.sent).toHaveLength(1);
  stop.abort();
  await expect(first).rejects.toThrow(FOLLOWED);
});

test("a run changes nothing if another one begins between its look for one and its start", async () => {
  state.busy = true;
  const fleet = await opened();
  const { given, told } = control();
  await expect(fleet.run("up", {}, OPTIONS, given)).rejects.toThrow("so this one changed nothing");
  expect(server.sent).toEqual([START]);
  expect(server.stage.played).toEqual([]);
  expect(told()).toEqual([]);
});

test("a run is approved by the one who follows it, or by a command, and only while it waits", async () => {
  writeFleet({ waves: [{ labels: { stage: "first" } }, { share: "100%", approve: true }] });
  const fleet = await opened();
  const asked: number[] = [];
  const { given, told } = control(async (wave) => asked.push(wave) > 1);
  expect(await fleet.run("up", {}, OPTIONS, given)).toEqual({ succeeded: 1, failed: 0, notStarted: 1 });
  expect(told().slice(-2)).toEqual(["wave 2 held", "end"]);
  expect(await fleet.status()).toMatchObject({ state: "held", reason: "wave 2 is waiting for approval" });
  expect(await fleet.resume(given)).toEqual({ succeeded: 2, failed: 0, notStarted: 0 });
  expect(asked).toEqual([2, 2]);
  expect(server.sent.slice(1)).toEqual(["resume", "approve 2"]);
  await fleet.run("up", {}, OPTIONS, control().given);
  expect(await fleet.approve({ by: "ann" })).toMatchObject({ approval: { wave: 2, by: "ann" }, held: undefined });
  await until(() => server.latest.get("orgform-customers")?.played.isEnded() === true);
  doing = { a: "waits" };
  const going = control();
  const run = fleet.run("up", {}, OPTIONS, going.given);
  await until(() => going.told().includes("organization a started"));
  await expect(fleet.approve({ by: "ann" })).rejects.toThrow("No run is waiting for approval.");
  going.stop.abort();
  await expect(run).rejects.toThrow(FOLLOWED);
});

test("a run is paused, resumed, and stopped from elsewhere", async () => {
  doing = { a: "waits" };
  const fleet = await opened();
  const { given, told, stop } = control();
  const run = fleet.run("up", {}, OPTIONS, given);
  await until(() => told().includes("organization a started"));
  await fleet.pause();
  expect((await fleet.status())?.state).toBe("paused");
  const other = control();
  const resumed = fleet.resume(other.given);
  await until(() => other.told().includes("start"));
  expect((await fleet.status())?.state).toBe("running");
  // A run is told from now on: what happened before isn't told again.
  expect(other.told()).toEqual(["start"]);
  await fleet.stop();
  expect(await resumed).toEqual({ succeeded: 0, failed: 0, notStarted: 2 });
  expect(await run).toEqual({ succeeded: 0, failed: 0, notStarted: 2 });
  expect(await fleet.status()).toMatchObject({ state: "stopped", reason: "a person stopped it" });
  expect(server.sent.slice(1)).toEqual(["pause", "resume", "stop"]);
  stop.abort();
});

test("progress is reported only when it grows, and only for this fleet's organizations", async () => {
  doing = { a: "waits" };
  const fleet = await opened();
  const { given, events, stop } = control();
  const run = fleet.run("up", {}, OPTIONS, given);
  const heard = (activityId: string | null, done?: number): object => ({
    activityId,
    ...(done === undefined
      ? {}
      : { heartbeatDetails: { payloads: [library.defaultPayloadConverter.toPayload(done)] } }),
  });
  const progress = (): unknown[] =>
    events.flatMap((one) =>
      one.event === "organization" && one.state === "progress" ? [[one.name, one.wave, one.done]] : [],
    );
  state.pending = [heard("nobody", 9), heard(null, 9), heard("a"), heard("a", 3), heard("a", 2)];
  await until(() => progress().length > 0);
  state.pending = [heard("a", 3), heard("a", 5)];
  await until(() => progress().length > 1);
  stop.abort();
  await expect(run).rejects.toThrow(FOLLOWED);
  expect(progress()).toEqual([
    ["a", 1, 3],
    ["a", 1, 5],
  ]);
});

test("a run that somebody ended at the server has stopped, with what its wave has done", async () => {
  writeFleet({ waves: [{ share: "100%" }] });
  doing = { a: "waits" };
  const fleet = await opened();
  const { given, told, stop } = control();
  const run = fleet.run("up", {}, OPTIONS, given);
  await until(() => told().includes("organization a started"));
  stop.abort();
  await expect(run).rejects.toThrow(FOLLOWED);
  expect(await fleet.status()).toMatchObject({ state: "running", tally: { succeeded: 1, notStarted: 1 } });
  server.latest.get("orgform-customers")!.isTerminated = true;
  const expected: Partial<RunStand> = { state: "stopped", reason: "it was ended from outside" };
  expect(await fleet.status()).toMatchObject({ ...expected, tally: { succeeded: 1, failed: 0, notStarted: 1 } });
  await expect(fleet.stop()).rejects.toThrow("No run of this fleet is in progress.");
  state.hasWorker = false;
  await expect(fleet.status()).rejects.toThrow(
    /^No worker answers: no poller\. Start one with `orgform fleet worker --temporal`\.$/u,
  );
});
