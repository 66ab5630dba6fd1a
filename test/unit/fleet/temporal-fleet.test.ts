import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type * as client from "@temporalio/client";

import type { BoundPlan } from "../../../packages/fleet/src/bound/bound-plan.ts";
import type { Guard } from "../../../packages/fleet/src/approvals/wave-rule.ts";
import type { RunControl } from "../../../packages/fleet/src/index.ts";
import { type FleetEvent, NO_CHANGES, type Outcome } from "../../../packages/fleet/src/run/events.ts";
import type { OrganizationOrder, RunStand, WaveOrder } from "../../../packages/fleet/src/temporal/serialized.ts";
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
jest.doMock("../../../packages/fleet/src/approvals/signer.ts", () => ({
  signerOf: async (statement: string, signature: string, by: object) =>
    Object.keys(by).find((name) => signature === `${name} under ${statement}`),
}));
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

// A run that waits would go on looking at what it waits for.
afterEach(async () => {
  for (const { played } of server.latest.values()) if (!played.isEnded()) await played.signal({ name: "stop" });
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

async function opened(name?: string, address = "here:1", approvers?: Guard["approvers"]) {
  const { TemporalFleet } = await import("../../../packages/fleet/src/temporal/temporal-fleet.ts");
  const temporal = { address, namespace: "n", apiKey: () => undefined, tls: false };
  return TemporalFleet.open({
    file,
    engines: fleetEngines,
    temporal,
    approvers,
    ...(name === undefined ? {} : { name }),
  });
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

/** A plan of the fleet as its file has it now, and its digest. */
async function planOf(more: Partial<BoundPlan> = {}): Promise<{ readonly plan: BoundPlan; readonly digest: string }> {
  const { digestOf, rulesOf, statementOf } = await import("../../../packages/fleet/src/bound/bound-plan.ts");
  const { fleetOf } = await import("../../support/fleet-of.ts");
  const fleet = fleetOf(file, readFileSync(file, "utf8"));
  const organizations = fleet.organizations.map((one) => ({
    name: one.name,
    statement: statementOf(one),
    objects: [],
    saved: { bound: "exact" as const, content: "" },
  }));
  const planned = "2026-11-26T08:00:00.417Z";
  const plan = { fleet: "customers", planned, rules: rulesOf(fleet), isRefresh: true, organizations, ...more };
  return { plan, digest: digestOf(plan) };
}

const PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFx0tA9qVZ7Y5M8oZJjY5m0b9n1u0lX2u5l0Ck3yqk0Z";
const APPROVERS = { by: { ann: PUBLIC_KEY }, atLeast: 1 };
/** Signs as the stand-in for the program that checks signatures takes it. */
const signing = (name: string) => ({ sign: async (statement: string) => `${name} under ${statement}` });

test("a plan is applied under its digest and the last part of its path, and only the same plan resumes it", async () => {
  const checks: WaveOrder[] = [];
  server.stage.workers["checkWave"] = async (order: WaveOrder) => {
    checks.push(order);
    return order.wave === 0 ? {} : { refused: "the plan is gone" };
  };
  const fleet = await opened();
  const { given } = control(async () => true);
  const { plan, digest } = await planOf();
  expect(fleet.organizationsIn(plan).map(({ name }) => name)).toEqual(["a", "b"]);
  const applied = await fleet.apply(plan, "/some/where/p.fleet", true, given);
  expect(applied).toEqual({ succeeded: 1, failed: 0, notStarted: 1 });
  const ordered = { isApproved: true, isGuarded: undefined, plan: { file: "p.fleet", digest }, approvals: [] };
  expect(checks).toEqual([0, 1].map((wave) => ({ ...ordered, wave })));
  const stopped = { state: "stopped", reason: "wave 2 can't begin: the plan is gone", isRefresh: true };
  expect(await fleet.status()).toMatchObject({ ...stopped, isApproved: true, plan: ordered.plan });
  const other = await planOf({ planned: "2026-11-26T09:00:00.417Z" });
  await expect(fleet.resume(given, other.plan)).rejects.toThrow(
    `Run 1 applies the plan ${digest}, and the file has ${other.digest}. Give the file of the run.`,
  );
  const { plan: foreign } = await planOf({ fleet: "others" });
  await expect(fleet.apply(foreign, "p", true, given)).rejects.toThrow(
    "The plan is of the fleet others, not of customers. Give the file of its own fleet.",
  );
  expect(server.sent.filter((one) => one.startsWith("start"))).toEqual([START]);
  server.stage.workers["checkWave"] = async () => ({});
  expect(await fleet.resume(given, plan)).toEqual({ succeeded: 2, failed: 0, notStarted: 0 });
  expect(await fleet.status()).toMatchObject({ run: 1, state: "ended", plan: ordered.plan });
});

test("a run isn't resumed with its plan once the waves of the file are others", async () => {
  server.stage.workers["checkWave"] = async () => ({ refused: "the plan is gone" });
  const { plan } = await planOf();
  await (await opened()).apply(plan, "p.fleet", false, control().given);
  writeFleet({ waves: [{ share: "100%" }] });
  await expect((await opened()).resume(control().given, plan)).rejects.toThrow(
    "The waves or the stop rules of the fleet file have changed since the plan. Plan again.",
  );
  expect(server.sent).toEqual([START]);
});

test("a plan isn't applied while the file has a policy, and doesn't resume a run of the file", async () => {
  doing = { b: { state: "failed", message: "No seat." } };
  const fleet = await opened();
  await fleet.run("up", {}, OPTIONS, control().given);
  await expect(fleet.resume(control().given, (await planOf()).plan)).rejects.toThrow(
    "Run 1 applies the fleet file, not a plan: leave out --plan.",
  );
  writeFleet({ policy: "customers.yaml" });
  await expect((await opened()).apply((await planOf()).plan, "p", false, control().given)).rejects.toThrow(
    "Workers on Temporal don't check plans before a wave",
  );
  expect(server.sent).toHaveLength(1);
});

test("people of a file of approvers are asked for signatures of a plan, and no run goes without one", async () => {
  server.stage.workers["checkWave"] = async () => ({ held: "wave 1 waits for 1 signature of ann" });
  const guarded = await opened(undefined, undefined, APPROVERS);
  await expect(guarded.run("up", {}, OPTIONS, control().given)).rejects.toThrow("Wave 1 needs signatures");
  expect(server.sent).toEqual([]);
  const { plan, digest } = await planOf();
  const { given, told } = control();
  const run = guarded.apply(plan, "p.fleet", false, given);
  await until(() => told().includes("wave 1 held"));
  expect(await guarded.waiting()).toEqual({
    statement: { fleet: "customers", wave: 1, digest },
    rule: APPROVERS,
  });
  await expect(guarded.approve({ by: "ann" })).rejects.toThrow(
    "Wave 1 needs a signature of ann: give --key or --signature.",
  );
  const unguarded = await opened();
  await expect(unguarded.waiting()).rejects.toThrow(
    "Run 1 was started with a file of approvers: give it with --approvers.",
  );
  expect(server.sent).toHaveLength(1);
  // Nobody approves here, so the following ends, and the run goes on waiting.
  expect(await run).toEqual({ succeeded: 0, failed: 0, notStarted: 2 });
});

test("who has no file of approvers can't approve for workers that have one", async () => {
  server.stage.workers["checkWave"] = async () => ({ held: "wave 1 waits for 1 signature of ann" });
  const fleet = await opened();
  const { given, told } = control();
  const run = fleet.apply((await planOf()).plan, "p.fleet", false, given);
  await until(() => told().includes("wave 1 held"));
  const says =
    "The workers need signatures: wave 1 waits for 1 signature of ann. Give their file of approvers with --approvers.";
  for (const ask of [fleet.waiting(), fleet.approve({ by: "ann" })]) await expect(ask).rejects.toThrow(says);
  expect(server.sent).toHaveLength(1);
  // Nobody approves here, so the following ends, and the run goes on waiting.
  expect(await run).toEqual({ succeeded: 0, failed: 0, notStarted: 2 });
});

test("each signature counts together with those before it, until they are enough", async () => {
  const orders: WaveOrder[] = [];
  server.stage.workers["checkWave"] = async (order: WaveOrder) => {
    orders.push(order);
    return order.approvals.length < 2 ? { held: "unsigned" } : {};
  };
  writeFleet({ waves: [{ share: "100%" }] });
  const fleet = await opened(undefined, undefined, { by: { ann: PUBLIC_KEY, bob: PUBLIC_KEY }, atLeast: 2 });
  const { plan, digest } = await planOf();
  const { given, told } = control();
  const run = fleet.apply(plan, "p.fleet", false, given);
  await until(() => told().includes("wave 1 held"));
  await run;
  await expect(fleet.approve(signing("eve"))).rejects.toThrow("The signature doesn't count for wave 1");
  const first = await fleet.approve({ ...signing("ann"), comment: "fine | é" });
  expect(first.held).toBe("wave 1 waits for 2 signatures of ann, bob; signed by ann");
  const second = await fleet.approve(signing("bob"));
  expect(second.held).toBeUndefined();
  const statement = `orgform fleet approval\nfleet: customers\nwave: 1\ndigest: ${digest}\n`;
  const said = { wave: 1, at: expect.stringMatching(/^2/u), digest };
  expect([first.approval, second.approval]).toEqual([
    { ...said, by: "ann", comment: "fine | é", signature: `ann under ${statement}` },
    { ...said, by: "bob", signature: `bob under ${statement}` },
  ]);
  await until(() => server.latest.get("orgform-customers")?.played.isEnded() === true);
  expect(orders.map(({ isGuarded, approvals }) => [isGuarded, approvals])).toEqual(
    [[], [first.approval], [first.approval, second.approval]].map((approvals) => [true, approvals]).toSpliced(1, 1),
  );
  await expect(fleet.waiting()).rejects.toThrow("No run of this fleet is in progress.");
});

test("an approval is recorded whole: the wave, when, what, by whom, and why", async () => {
  writeFleet({ waves: [{ labels: { stage: "first" } }, { share: "100%", approve: true }] });
  const fleet = await opened();
  await fleet.run("up", {}, OPTIONS, control().given);
  const { statement, rule } = await fleet.waiting();
  expect([statement, rule]).toEqual([
    { fleet: "customers", wave: 2, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/u) },
    "anyone",
  ]);
  const { approval, held } = await fleet.approve({ by: "ann", comment: "fine | é" });
  const { digest } = statement;
  const at: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
  expect([approval, held]).toEqual([{ wave: 2, at, digest, by: "ann", comment: "fine | é" }, undefined]);
  await until(() => server.latest.get("orgform-customers")?.played.isEnded() === true);
  expect(await fleet.status()).toMatchObject({ state: "ended", approved: 2, approvals: [approval] });
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
