import { describe, expect, test } from "@jest/globals";
import { type WorkflowClient, WorkflowNotFoundError } from "@temporalio/client";

import type { FleetEvent } from "../../../packages/fleet/src/run/events.ts";
import { waveId } from "../../../packages/fleet/src/temporal/serialized.ts";
import { Watcher } from "../../../packages/fleet/src/temporal/watcher.ts";

const note = (text: string): FleetEvent => ({ event: "note", text });
const TALLY = { succeeded: 3, failed: 1, notStarted: 2 };
const END: FleetEvent = { event: "end", ...TALLY };

/**
 * The output for somebody who follows a run, and its end. Each check shows whether the run is open, and what is new.
 */
async function followed(looks: readonly (readonly [isOpen: boolean, ...news: readonly FleetEvent[]])[]) {
  const told: FleetEvent[] = [];
  let look = -1;
  const past = (): FleetEvent[] => looks.slice(0, look + 1).flatMap(([, ...news]) => news);
  const handle = {
    describe: async () => {
      look += 1;
      return { status: { name: looks[look]?.[0] === true ? "RUNNING" : "COMPLETED" } };
    },
    query: async (_query: unknown, from: number) => past().slice(from),
  };
  const client = { getHandle: () => handle } as unknown as WorkflowClient; // -- the watcher asks for nothing else
  const control = { onEvent: (event: FleetEvent) => void told.push(event), signal: new AbortController().signal };
  const outcome = await new Watcher(client, { workflowId: "w", runId: "r" }, control)
    .fromStart()
    .catch((error: unknown) => String(error));
  return { outcome, told, looks: look + 1 };
}

const ENDED = "Error: Somebody ended the run. To continue it, run `orgform fleet resume --temporal`.";

test.each<readonly [string, Parameters<typeof followed>[0], unknown]>([
  ["is followed while nothing happens, until it ends", [[true], [true, note("a")], [true], [true, END]], TALLY],
  [
    "has ended though it's closed before its end is read",
    [
      [true, note("a")],
      [false, note("b"), END],
    ],
    TALLY,
  ],
  [
    "was ended by somebody, once it's closed and says nothing more",
    [[true, note("a")], [false, note("b")], [false]],
    ENDED,
  ],
  ["was ended by somebody before it said anything", [[false]], ENDED],
])("a run on Temporal %s", async (_, looks, outcome) => {
  expect(await followed(looks)).toEqual({
    outcome,
    told: looks.flatMap(([, ...news]) => news),
    looks: looks.length,
  });
});

const START: FleetEvent = { event: "note", text: "start" };
const wave = (state: "started" | "held" | "ended", number = 2): FleetEvent => ({
  event: "wave",
  wave: number,
  state,
  organizations: 1,
});
const ofOrganization = (name: string): FleetEvent => ({ event: "organization", name, wave: 2, state: "started" });

/** A run at the server, which the test changes at each look at it. */
interface Run {
  isOpen: boolean;
  events: FleetEvent[];
  status: { state: string; isUnsigned?: boolean };
  /** Events of the second wave; undefined if it hasn't started. */
  ofWave: FleetEvent[] | undefined;
  /** What the next questions fail with. */
  failures: unknown[];
}

/** How often the server was asked for the second wave. */
let asksOfWave = 0;

/** Follows a run; returns how that ended, and what was told, asked, and sent. */
async function watched(
  given: Partial<Run>,
  look: (run: Run, number: number) => void,
  { isFromNow = false, approve }: { isFromNow?: boolean; approve?: boolean } = {},
) {
  const run: Run = {
    isOpen: true,
    events: [],
    status: { state: "running" },
    ofWave: undefined,
    failures: [],
    ...given,
  };
  const told: FleetEvent[] = [];
  const [asked, sent]: [number[], unknown[]] = [[], []];
  let number = 0;
  asksOfWave = 0;
  const answered = async <T>(answer: () => T): Promise<T> => {
    if (run.failures.length > 0) throw run.failures.shift();
    return answer();
  };
  const named = (isOpen: boolean) => ({ status: { name: isOpen ? "RUNNING" : "COMPLETED" } });
  const ofRun = {
    describe: () => answered(() => (look(run, (number += 1)), named(run.isOpen))),
    query: ({ name }: { name: string }, from: number) =>
      answered(() => (name === "status" ? { ...run.status, tally: TALLY } : run.events.slice(from))),
    signal: async ({ name }: { name: string }, ...words: unknown[]) => void sent.push([name, ...words]),
  };
  const ofWave = {
    describe: () =>
      answered(() => {
        asksOfWave += 1;
        if (run.ofWave === undefined) throw new WorkflowNotFoundError("none", "w", "r");
        return { ...named(false), raw: {} };
      }),
    query: (_query: unknown, from: number) => answered(() => (run.ofWave ?? []).slice(from)),
  };
  const client = {
    getHandle: (id: string) => (id === waveId("w", "r", 2) ? ofWave : ofRun),
  } as unknown as WorkflowClient; // -- the watcher asks for nothing else
  const watcher = new Watcher(
    client,
    { workflowId: "w", runId: "r" },
    {
      onEvent: (event) => void told.push(event),
      signal: new AbortController().signal,
      ...(approve === undefined ? {} : { approve: async (one: number) => asked.push(one) > 0 && approve }),
    },
  );
  const outcome = await (isFromNow ? watcher.fromNow() : watcher.fromStart()).catch((error: unknown) => error);
  return { outcome, told, asked, sent };
}

const waiting = (reason: string): FleetEvent =>
  note(`Waiting for Temporal to respond (${reason}); the run continues once its server and a worker are available`);

describe("a server that doesn't respond", () => {
  test("is told once until it responds, by the first line of the innermost reason, and then followed", async () => {
    const failures = [new Error("gone", { cause: new Error("no poller\nat all") }), new Error("still gone")];
    const { outcome, told } = await watched({ failures }, (run, number) => {
      if (number === 1) run.failures.push("odd");
      run.events = [START, END];
    });
    expect(told).toEqual([waiting("no poller"), waiting("odd"), START, END]);
    expect(outcome).toEqual(TALLY);
  });

  test("isn't waited for if it has no such run", async () => {
    const { outcome, told } = await watched(
      { failures: [new WorkflowNotFoundError("none", "w", "r")] },
      () => undefined,
    );
    expect(outcome).toBeInstanceOf(WorkflowNotFoundError);
    expect(told).toEqual([]);
  });
});

describe("a wave that is held", () => {
  const HELD = wave("held");
  const onward = (run: Run, number: number): void => void (number > 1 && run.events.push(wave("ended"), END));

  test.each<readonly [string, Run["status"], boolean | undefined, readonly number[], boolean]>([
    ["waits if nobody can approve", { state: "held" }, undefined, [], false],
    ["waits if the person doesn't approve", { state: "held" }, false, [2], false],
    ["begins if the person approves", { state: "held" }, true, [2], true],
    ["waits for signatures, which nobody can give here", { state: "held", isUnsigned: true }, true, [], false],
    ["isn't asked about once somebody else has approved", { state: "running" }, true, [], true],
  ])("%s", async (_what, status, approve, asked, isOn) => {
    const given = { status, events: [START, HELD] };
    const result = await watched(given, onward, approve === undefined ? {} : { approve });
    expect(result).toEqual({
      outcome: TALLY,
      told: isOn ? [START, HELD, wave("ended"), END] : [START, HELD, END],
      asked,
      sent: isOn && asked.length > 0 ? [["approve", 2]] : [],
    });
  });
});

describe("a run that is followed from now on", () => {
  test.each<readonly [string, readonly FleetEvent[], readonly FleetEvent[], number]>([
    ["that has only begun tells its beginning", [START], [], 0],
    ["whose wave has ended tells nothing of it, and asks for nothing", [START, wave("started"), wave("ended")], [], 0],
    ["whose wave goes on tells only what is new", [START, wave("started")], [], 1],
    ["whose wave is held tells that again", [START, wave("started", 1), wave("held")], [wave("held")], 0],
  ])("%s", async (_what, past, again, asks) => {
    const given = { events: [...past], ofWave: [ofOrganization("a")] };
    const { outcome, told } = await watched(given, (run, number) => void (number === 1 && run.events.push(END)), {
      isFromNow: true,
    });
    expect([outcome, told, asksOfWave]).toEqual([TALLY, [START, ...again, END], asks]);
  });

  test("of which nobody knows anything yet tells all", async () => {
    const { told } = await watched({}, (run) => void run.events.push(START, END), { isFromNow: true });
    expect(told).toEqual([START, END]);
  });
});

describe("a wave that has begun", () => {
  test("is told organization by organization", async () => {
    const given = { events: [wave("started")], ofWave: [ofOrganization("a"), ofOrganization("b")] };
    const { told } = await watched(given, (run) => void run.events.push(END));
    expect(told).toEqual([wave("started"), ofOrganization("a"), ofOrganization("b"), END]);
  });

  test("is waited for while the run is open, and no longer", async () => {
    const given = { events: [wave("started")] };
    const { outcome, told } = await watched(given, (run, number) => void (run.isOpen = number < 3));
    expect(String(outcome)).toBe(ENDED);
    expect(told).toEqual([wave("started")]);
    const late = await watched({ events: [wave("started")] }, (run, number) => {
      if (number === 2) run.ofWave = [ofOrganization("a")];
      if (number === 3) run.events.push(END);
    });
    expect(late.told).toEqual([wave("started"), ofOrganization("a"), END]);
  });
});
