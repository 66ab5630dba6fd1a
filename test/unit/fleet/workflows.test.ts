import { expect, jest, test } from "@jest/globals";

import { type Changes, type FleetEvent, NO_CHANGES, type Outcome } from "../../../packages/fleet/src/run/events.ts";
import type { OrganizationState } from "../../../packages/fleet/src/run/tally.ts";
import type {
  OrganizationOrder,
  RunInput,
  WaveInput,
  WaveOrder,
} from "../../../packages/fleet/src/temporal/serialized.ts";
import { type Played, Stage, STARTED, workflowLibrary } from "../../support/workflow-stage.ts";

jest.doMock("@temporalio/workflow", () => workflowLibrary);

const imported = async () => ({
  ...(await import("../../../packages/fleet/src/temporal/workflows.ts")),
  ...(await import("../../../packages/fleet/src/temporal/messages.ts")),
});
type Words = Awaited<ReturnType<typeof imported>>;

/** What a worker does with an organization: what it answers, an error, or nothing until it is told. */
type Doing = Partial<Outcome> | Error | "waits";

const done = (changes: Partial<Changes> = {}): Partial<Outcome> => ({
  state: "succeeded",
  changes: { ...NO_CHANGES, ...changes },
});
const FAILED: Partial<Outcome> = { state: "failed", message: "No seat." };

interface Scene extends Partial<Omit<RunInput, "organizations">> {
  /** The waves, each with its organizations: `acme`, or `acme: failed` for what one has behind it. */
  readonly waves: readonly (readonly string[])[];
  readonly doing?: Readonly<Record<string, Doing>>;
  /** What a worker finds about the signatures of a wave. */
  readonly checks?: (order: WaveOrder) => { readonly held?: string; readonly refused?: string };
  /** Organizations whose last run left its engine cut off. */
  readonly cutOff?: readonly string[];
}

function inputOf({ waves, doing: _doing, checks: _checks, cutOff = [], ...rest }: Scene): RunInput {
  const organizations = waves.flatMap((names, wave) =>
    names.map((one) => {
      const [name = "", state = "waiting"] = one.split(": ");
      const queue = `queue of ${name}`;
      const organization = {
        name,
        template: "free",
        wave,
        queue,
        fingerprint: `f-${name}`,
        state: state as OrganizationState,
      };
      return cutOff.includes(name) ? { ...organization, isCutOff: true } : organization;
    }),
  );
  return {
    action: "up",
    isRefresh: false,
    isApproved: false,
    parallel: 1,
    stop: { failures: null },
    run: 3,
    approved: 0,
    held: waves.map(() => false),
    ...rest,
    organizations,
  };
}

/** Lets everything happen that needs nothing from outside. */
const settled = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Starts a run; nobody waits for its end. */
async function started(scene: Scene) {
  const words = await imported();
  const stage = new Stage();
  const finish = new Map<string, (outcome: Outcome) => void>();
  const full = (outcome: Partial<Outcome> = {}): Outcome => ({
    state: "succeeded",
    changes: NO_CHANGES,
    durationMs: 7,
    ...outcome,
  });
  stage.workflows["fleetWave"] = words.fleetWave;
  stage.workers["runOrganization"] = async ({ name }: OrganizationOrder) => {
    const doing = scene.doing?.[name];
    if (doing instanceof Error) throw doing;
    if (doing === "waits") return new Promise<Outcome>((resolve) => finish.set(name, resolve));
    return full(doing);
  };
  stage.workers["checkWave"] = async (order: WaveOrder) => scene.checks?.(order) ?? {};
  const run = stage.start(words.fleetRun, inputOf(scene), { workflowId: "fleet" });
  await settled();
  const orders = (): OrganizationOrder[] =>
    stage.asked.flatMap(({ activity, input }) => (activity === "checkWave" ? [] : [input as OrganizationOrder]));
  return {
    words,
    stage,
    run,
    orders,
    names: () => orders().map(({ name }) => name),
    stand: () => run.query(words.statusQuery),
    /** What the run tells, and its waves after it. */
    told: () => [run, ...stage.played.filter((one) => one !== run)].map((one) => toldBy(words, one)),
    finish: async (name: string, outcome: Partial<Outcome> = {}) => {
      finish.get(name)?.(full(outcome));
      await settled();
    },
    signal: async (name: "approve" | "pause" | "resume" | "stop", ...given: readonly number[]) => {
      await run.signal({ name }, ...given);
      await settled();
    },
  };
}

/** Events as one line each. */
const toldBy = ({ eventsQuery }: Words, one: Played): string[] =>
  one.query(eventsQuery, 0).map((event: FleetEvent) => {
    const { event: kind, ...rest } = event;
    return `${kind} ${Object.entries(rest)
      .filter(([name]) => name !== "changes" && name !== "durationMs")
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(" ")}`;
  });

test("a run goes wave by wave, tells each step, and orders each organization once", async () => {
  const { words, run, stage, told, orders, stand } = await started({ waves: [["a"], ["b", "c"]], isRefresh: true });
  expect(await run.result()).toEqual(stand());
  expect(stand()).toEqual({
    run: 3,
    action: "up",
    isRefresh: true,
    isApproved: false,
    approvals: [],
    isUnsigned: false,
    started: STARTED,
    state: "ended",
    reason: undefined,
    waves: 2,
    approved: 0,
    wave: undefined,
    tally: { succeeded: 3, failed: 0, notStarted: 0 },
    organizations: inputOf({ waves: [["a"], ["b", "c"]] }).organizations.map((one) => ({
      ...one,
      state: "succeeded",
      outcome: { state: "succeeded", changes: NO_CHANGES, durationMs: 7 },
    })),
  });
  expect(told()).toMatchInlineSnapshot(`
[
  [
    "start run=3 action="up" organizations=3 waves=2",
    "wave wave=1 state="started" organizations=1",
    "wave wave=1 state="ended" organizations=1",
    "wave wave=2 state="started" organizations=2",
    "wave wave=2 state="ended" organizations=2",
    "end succeeded=3 failed=0 notStarted=0",
  ],
  [
    "organization name="a" wave=1 state="started"",
    "organization name="a" wave=1 state="succeeded"",
  ],
  [
    "organization name="b" wave=2 state="started"",
    "organization name="b" wave=2 state="succeeded"",
    "organization name="c" wave=2 state="started"",
    "organization name="c" wave=2 state="succeeded"",
  ],
]
`);
  expect(orders()).toEqual(
    ["a", "b", "c"].map((name) => ({
      name,
      fingerprint: `f-${name}`,
      action: "up",
      isRefresh: true,
      isApproved: false,
      wave: name === "a" ? 0 : 1,
      approvals: [],
      isRepair: false,
      isCutOff: false,
    })),
  );
  expect(stage.asked.map(({ options }) => options)[1]).toMatchInlineSnapshot(`
{
  "activityId": "b",
  "heartbeatTimeout": "20 seconds",
  "retry": {
    "initialInterval": "1 second",
    "maximumAttempts": 10,
    "maximumInterval": "30 seconds",
  },
  "startToCloseTimeout": "24 hours",
  "taskQueue": "queue of b",
}
`);
  const children = stage.played.slice(1).map(({ options }) => [options["workflowId"], options["parentClosePolicy"]]);
  expect(children).toEqual([
    ["fleet/execution-1/wave-1", "REQUEST_CANCEL"],
    ["fleet/execution-1/wave-2", "REQUEST_CANCEL"],
  ]);
  expect(run.query(words.eventsQuery, 4)).toHaveLength(2);
});

test.each(["succeeded", "waiting", "running", "failed"])(
  "an organization that is %s already runs unless it succeeded, and is repaired if it was cut off",
  async (state) => {
    const { run, orders, told } = await started({ waves: [[`a: ${state}`], ["b"]], held: [true, false], approved: 1 });
    await run.result();
    const ofA = orders().filter(({ name }) => name === "a");
    expect(ofA.map(({ isRepair }) => isRepair)).toEqual(state === "succeeded" ? [] : [state === "running"]);
    expect(told()[0]?.[0]).toBe(
      `start run=3 action="up" organizations=${state === "succeeded" ? 1 : 2} waves=${state === "succeeded" ? 1 : 2}`,
    );
  },
);

const WITH_FAILURES = { a: FAILED, b: FAILED, c: FAILED } as const;

test.each<readonly [string, RunInput["stop"], Readonly<Record<string, Doing>>, readonly string[], string | undefined]>([
  ["no rule", { failures: null }, WITH_FAILURES, ["a", "b", "c", "d"], undefined],
  ["failures", { failures: 2 }, WITH_FAILURES, ["a", "b"], "2 organizations failed; the run stops at 2"],
  [
    "failures of waves before",
    { failures: 3 },
    WITH_FAILURES,
    ["a", "b", "c"],
    "3 organizations failed; the run stops at 3",
  ],
  [
    "a share",
    { failures: null, share: 0.5 },
    { a: FAILED },
    ["a"],
    "1 of 2 organizations of the wave failed; the run stops at 50%",
  ],
  [
    "deletions",
    { failures: null, deletions: 2 },
    { a: done({ delete: 2 }) },
    ["a"],
    "2 objects deleted in the wave; the run stops at 2",
  ],
  [
    "deletions of one wave",
    { failures: null, deletions: 2 },
    { b: done({ delete: 1 }), c: done({ delete: 1 }) },
    ["a", "b", "c", "d"],
    undefined,
  ],
  [
    "deletions, added up",
    { failures: null, deletions: 3, replacements: 3 },
    { a: done({ delete: 1, replace: 2 }), b: done({ delete: 2 }) },
    ["a", "b"],
    "3 objects deleted in the wave; the run stops at 3",
  ],
  [
    "replacements, added up",
    { failures: null, replacements: 2 },
    { a: done({ replace: 1 }), b: done({ replace: 1 }) },
    ["a", "b"],
    "2 objects replaced in the wave; the run stops at 2",
  ],
])("a run stops by its rule: %s", async (_what, stop, doing, ran, reason) => {
  const scene: Scene = {
    waves: [
      ["a", "b"],
      ["c", "d"],
    ],
    doing,
    stop,
  };
  const { run, names, told } = await started(scene);
  const stand = await run.result();
  expect(names()).toEqual(ran);
  expect([stand.state, stand.reason]).toEqual([reason === undefined ? "ended" : "stopped", reason]);
  expect(told()[0]?.filter((line) => line.startsWith("stopped"))).toEqual(
    reason === undefined ? [] : [`stopped reason=${JSON.stringify(reason)}`],
  );
  expect(told()[0]?.filter((line) => line.includes('state="ended"'))).toHaveLength(
    reason === undefined ? 2 : ran.includes("c") ? 1 : 0,
  );
  // A plan changes nothing, so nothing stops it.
  const plan = await started({ ...scene, action: "plan" });
  expect((await plan.run.result()).state).toBe("ended");
  expect(plan.names()).toEqual(["a", "b", "c", "d"]);
});

test("what no worker brings to its end has failed, with the first cause", async () => {
  const lost = new Error("Activity task failed", { cause: new Error("heartbeat timeout") });
  const { run, told, stand } = await started({ waves: [["a", "b"]], doing: { a: lost }, stop: { failures: 2 } });
  await run.result();
  expect(stand().tally).toEqual({ succeeded: 1, failed: 1, notStarted: 0 });
  expect(stand().organizations[0]?.outcome).toEqual({
    state: "failed",
    changes: NO_CHANGES,
    durationMs: 0,
    message: "No worker brought it to its end: heartbeat timeout",
  });
  expect(told()[0]).toContainEqual(expect.stringContaining("summary objects=[]"));
});

test.each([1, 2, 3])("%i organizations at most run in parallel", async (parallel) => {
  const { names, finish, run } = await started({
    waves: [["a", "b", "c", "d"]],
    parallel,
    doing: { a: "waits", b: "waits", c: "waits" },
  });
  expect(names()).toEqual(["a", "b", "c"].slice(0, parallel));
  for (const name of ["a", "b", "c"]) await finish(name);
  expect((await run.result()).tally.succeeded).toBe(4);
});

test("a wave that needs approval waits for it, and begins with an approval of it or of a later one", async () => {
  const held = [false, true, true];
  const scene: Scene = { waves: [["a"], ["b"], ["c"]], held };
  const { run, names, stand, signal, told } = await started(scene);
  expect([stand().state, stand().reason, names()]).toEqual(["held", "wave 2 is waiting for approval", ["a"]]);
  await signal("approve", 1);
  expect(names()).toEqual(["a"]);
  await signal("approve", 2);
  expect([stand().state, stand().reason, stand().approved]).toEqual(["held", "wave 3 is waiting for approval", 2]);
  await signal("approve", 1);
  expect([stand().approved, names()]).toEqual([2, ["a", "b"]]);
  await signal("approve", 3);
  expect((await run.result()).reason).toBeUndefined();
  expect(names()).toEqual(["a", "b", "c"]);
  expect(told()[0]?.filter((line) => line.includes("held"))).toEqual([
    'wave wave=2 state="held" organizations=1',
    'wave wave=3 state="held" organizations=1',
  ]);
  const atOnce = await started({ ...scene, approved: 3 });
  expect((await atOnce.run.result()).state).toBe("ended");
  const plan = await started({ ...scene, action: "plan" });
  expect((await plan.run.result()).state).toBe("ended");
});

const PLANNED = { plan: { file: "p.fleet", digest: "sha256:1" }, isGuarded: true, isRefresh: true } as const;
const signature = (wave: number, by: string) => ({ wave, at: "then", digest: "sha256:1", by, signature: `of ${by}` });

test("a run of a plan asks a worker before each wave, and waits until it finds all signatures", async () => {
  const held = (order: WaveOrder): string => `wave 2 waits for 2 signatures; has ${order.approvals.length}`;
  const { run, stage, stand, names, orders, told, words } = await started({
    ...PLANNED,
    waves: [["a"], ["b", "c"]],
    checks: (order) => (order.wave === 1 && order.approvals.length < 2 ? { held: held(order) } : {}),
  });
  const approve = async (...given: readonly unknown[]): Promise<void> => {
    await run.signal(words.approveSignal, ...given);
    await settled();
  };
  const reason = (number: number): string => `wave 2 waits for 2 signatures; has ${number}`;
  const waits = { state: "held", isUnsigned: true, approved: 0, ...PLANNED };
  expect(stand()).toMatchObject({ ...waits, reason: reason(0), approvals: [] });
  // Without a signature, nobody lets it begin.
  await approve(1);
  expect([stand().state, stand().reason, stand().approved, names()]).toEqual(["held", reason(0), 1, ["a"]]);
  const [ann, bob] = [signature(2, "ann"), signature(2, "bob")];
  await approve(2, ann);
  expect(stand()).toMatchObject({ ...waits, approved: 1, reason: reason(1), approvals: [ann] });
  await approve(2, bob);
  const end = { state: "ended", isUnsigned: false, approved: 1, reason: undefined, approvals: [ann, bob] };
  expect(await run.result()).toMatchObject(end);
  const checks = stage.asked.filter(({ activity }) => activity === "checkWave");
  expect(checks.map(({ input, options }) => [input, options])).toEqual(
    [[0], [1], [1, ann], [1, ann, bob]].map(([wave, ...approvals]) => [
      { wave, isApproved: false, isGuarded: true, plan: PLANNED.plan, approvals },
      { startToCloseTimeout: "2 minutes" },
    ]),
  );
  expect(orders().map(({ name, plan, isGuarded, approvals }) => [name, plan, isGuarded, approvals])).toEqual([
    ["a", PLANNED.plan, true, []],
    ["b", PLANNED.plan, true, [ann, bob]],
    ["c", PLANNED.plan, true, [ann, bob]],
  ]);
  expect(told()[0]).toEqual([
    'start run=3 action="up" organizations=3 waves=2',
    'wave wave=1 state="started" organizations=1',
    'wave wave=1 state="ended" organizations=1',
    `wave wave=2 state="held" organizations=2 reason=${JSON.stringify(reason(0))}`,
    `wave wave=2 state="held" organizations=2 reason=${JSON.stringify(reason(1))}`,
    'wave wave=2 state="started" organizations=2',
    'wave wave=2 state="ended" organizations=2',
    "end succeeded=3 failed=0 notStarted=0",
  ]);
});

test("a wave that a worker refuses ends the run before it, with the worker's reason", async () => {
  const refused = "the worker has no plan p.fleet";
  const checks = ({ wave }: WaveOrder) => (wave === 1 ? { refused, held: "not told" } : {});
  const { run, names, told } = await started({ ...PLANNED, waves: [["a"], ["b"]], checks });
  const reason = `wave 2 can't begin: ${refused}`;
  expect(await run.result()).toMatchObject({ state: "stopped", reason, isUnsigned: false });
  expect(names()).toEqual(["a"]);
  expect(told()[0]?.slice(-2)).toEqual([
    `stopped reason=${JSON.stringify(reason)}`,
    "end succeeded=1 failed=0 notStarted=1",
  ]);
});

test("a wave of a plan waits for a person first, and then for the signatures", async () => {
  const { run, stage, stand, signal, words } = await started({
    ...PLANNED,
    waves: [["a"]],
    held: [true],
    checks: ({ approvals }) => (approvals.length === 0 ? { held: "unsigned" } : {}),
  });
  expect([stand().reason, stand().isUnsigned, stage.asked]).toEqual(["wave 1 is waiting for approval", false, []]);
  await signal("approve", 1);
  expect([stand().state, stand().reason, stand().isUnsigned]).toEqual(["held", "unsigned", true]);
  await run.signal(words.approveSignal, 1, signature(1, "ann"));
  expect((await run.result()).state).toBe("ended");
});

test("an organization whose engine was cut off stays so until a run says otherwise", async () => {
  const lost = new Error("Activity task failed", { cause: new Error("heartbeat timeout") });
  const { run, orders } = await started({
    waves: [["a: failed", "b: failed", "c: failed", "d"]],
    cutOff: ["a", "b"],
    doing: {
      b: { ...done(), isCutOff: false } as Partial<Outcome>,
      c: lost,
      d: { ...FAILED, isCutOff: true } as object,
    },
  });
  const { organizations } = await run.result();
  expect(orders().map(({ name, isCutOff, isRepair }) => [name, isCutOff, isRepair])).toEqual([
    ["a", true, false],
    ["b", true, false],
    ["c", false, false],
    ["d", false, false],
  ]);
  expect(organizations.map(({ name, isCutOff }) => [name, isCutOff])).toEqual([
    ["a", true],
    ["b", false],
    ["c", true],
    ["d", true],
  ]);
  expect(organizations.some(({ outcome = {} }) => "isCutOff" in outcome)).toBe(false);
});

test("a run that is paused starts nothing, brings to an end what runs, and goes on", async () => {
  const { run, names, stand, signal, finish } = await started({ waves: [["a", "b"], ["c"]], doing: { a: "waits" } });
  expect(stand()).toMatchObject({ state: "running", wave: "fleet/execution-1/wave-1" });
  await signal("pause");
  await finish("a");
  expect([stand().state, names()]).toEqual(["paused", ["a"]]);
  await signal("resume");
  expect((await run.result()).state).toBe("ended");
  expect(names()).toEqual(["a", "b", "c"]);
});

test("a run that is paused before its wave begins doesn't begin it", async () => {
  const { run, names, stand, signal } = await started({ waves: [["a"], ["b"]], held: [false, true] });
  await signal("pause");
  expect(stand().state).toBe("held");
  await signal("approve", 2);
  expect([stand().state, names()]).toEqual(["paused", ["a"]]);
  await signal("resume");
  expect((await run.result()).tally.succeeded).toBe(2);
});

test.each(["pause", "resume"] as const)("a word to %s that arrives while a wave starts reaches it", async (word) => {
  const { run, names, stage, words, signal, stand } = await started({
    waves: [["a"], ["b", "c"]],
    held: [false, true],
  });
  if (word === "resume") await signal("pause");
  stage.workflows["fleetWave"] = (input: WaveInput) => {
    void run.signal({ name: word });
    return words.fleetWave(input);
  };
  await signal("approve", 2);
  expect([stand().state, names().includes("c")]).toEqual(word === "pause" ? ["paused", false] : ["ended", true]);
  await signal("resume");
  expect([stand().state, names()]).toEqual(["ended", ["a", "b", "c"]]);
});

test("a run that a person stops leaves what runs interrupted, and starts nothing further", async () => {
  const { run, names, signal, told, stage, words } = await started({
    waves: [["a", "b"], ["c"]],
    doing: { a: "waits" },
  });
  const wave = stage.played[1]!;
  expect(wave.query(words.waveQuery)).toMatchObject({ members: [{ state: "running" }, { state: "waiting" }] });
  await signal("stop");
  const stand = await run.result();
  expect([stand.state, stand.reason, names()]).toEqual(["stopped", "a person stopped it", ["a"]]);
  expect(stand.organizations.map(({ state }) => state)).toEqual(["running", "waiting", "waiting"]);
  expect(told()[0]?.slice(-2)).toEqual([
    'stopped reason="a person stopped it"',
    "end succeeded=0 failed=0 notStarted=3",
  ]);
});

test("a run that waits for approval can be stopped", async () => {
  const { run, signal, names } = await started({ waves: [["a"]], held: [true] });
  await signal("stop");
  expect(await run.result()).toMatchObject({ state: "stopped", reason: "a person stopped it" });
  expect(names()).toEqual([]);
});

/** Starts a check of a schedule. */
async function checked(names: readonly string[], look: (name: string) => Promise<string>, parallel = 2) {
  const { fleetWatch } = await imported();
  const stage = new Stage();
  stage.workers["organizationsToWatch"] = async () => ({ names, parallel });
  stage.workers["lookAt"] = look;
  const order = { labels: { stage: "first" } };
  return { stage, order, check: stage.start(fleetWatch, order, { workflowId: "watch" }) };
}

test("a scheduled check looks once at each organization, and counts every outcome", async () => {
  const outcomes = ["clean", "findings", "failed", "postponed", "lost", "clean"];
  const { stage, order, check } = await checked(
    outcomes.map((_one, index) => `${index}`),
    async (name) => outcomes[Number(name)] ?? "",
  );
  expect(await check.result()).toEqual({ clean: 2, findings: 1, failed: 1, postponed: 1, lost: 1, problems: [] });
  expect(stage.asked.map(({ activity, input }) => [activity, input])).toEqual([
    ["organizationsToWatch", order],
    ...outcomes.map((_one, index) => ["lookAt", `${index}`]),
  ]);
  expect(stage.asked.map(({ options }) => options).slice(0, 2)).toMatchInlineSnapshot(`
[
  {
    "retry": {
      "initialInterval": "1 second",
      "maximumAttempts": 5,
      "maximumInterval": "30 seconds",
    },
    "startToCloseTimeout": "1 minute",
  },
  {
    "activityId": "look 0",
    "heartbeatTimeout": "20 seconds",
    "retry": {
      "initialInterval": "1 second",
      "maximumAttempts": 5,
      "maximumInterval": "30 seconds",
    },
    "startToCloseTimeout": "2 hours",
  },
]
`);
});

test("a look that no worker takes has failed, and the first twenty say why", async () => {
  const names = Array.from({ length: 23 }, (_, index) => `${index}`);
  const { check } = await checked(names, async (name) => {
    throw new Error("lost", { cause: new Error(`no worker for ${name}`) });
  });
  const { failed, problems } = await check.result();
  expect([failed, problems.length]).toEqual([23, 20]);
  expect(problems[0]).toEqual({ name: "0", message: "no worker for 0" });
});

test.each([1, 3])("%i looks at most run in parallel", async (parallel) => {
  const waiting: ((outcome: string) => void)[] = [];
  const { check } = await checked(
    ["a", "b", "c", "d"],
    () => new Promise<string>((resolve) => waiting.push(resolve)),
    parallel,
  );
  await settled();
  expect(waiting).toHaveLength(parallel);
  while (waiting.length > 0) {
    waiting.shift()?.("clean");
    await settled();
  }
  expect((await check.result()).clean).toBe(4);
});
