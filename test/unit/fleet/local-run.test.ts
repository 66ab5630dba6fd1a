import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { PlanKeeper } from "../../../packages/fleet/src/bound/plan-keeper.ts";
import { machineClock } from "../../../packages/fleet/src/clock.ts";
import { CredentialKeys } from "../../../packages/fleet/src/credentials/credential-keys.ts";
import type { EngineRun, Fleet, FleetEvent } from "../../../packages/fleet/src/index.ts";
import { SqliteRecord } from "../../../packages/fleet/src/record/sqlite-record.ts";
import { type Dealings, NO_CHANGES } from "../../../packages/fleet/src/run/events.ts";
import { type LocalRun, runLocally } from "../../../packages/fleet/src/run/local-run.ts";
import { changedNote } from "../../../packages/fleet/src/run/run-plan.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const KEYS = { KEY_A: "phx_canary_a", KEY_B: "phx_canary_b" };

/** Names with a common prefix. The first wave has two of them. */
const NAMES = ["acme", "acme-1", "globex"];

const folder = mkdtempSync(join(tmpdir(), "orgform-local-"));
let record: SqliteRecord;
beforeAll(() => {
  mkdirSync(join(folder, "program"));
  writeFileSync(join(folder, "program/Pulumi.yaml"), "name: test\nruntime: nodejs\n");
});
let records = 0;
beforeEach(() => {
  records += 1;
  record = new SqliteRecord(join(folder, `record-${records}.db`), machineClock);
});
afterEach(() => record.close());
afterAll(() => rmSync(folder, { recursive: true }));

/** An engine's reaction to an organization. It throws an error. */
type Dealing = (run: EngineRun) => Partial<Dealings> | Error;

/** The requests to an engine. */
interface Asked {
  readonly name: string;
  readonly verb: "plan" | "up";
  readonly run: EngineRun;
}

interface Options extends Partial<Pick<LocalRun, "approve" | "judge" | "signal" | "unclean" | "keeper" | "plan">> {
  readonly action?: "plan" | "up";
  readonly stop?: object;
  readonly dealings?: Readonly<Record<string, Dealing>>;
  readonly isRefresh?: boolean;
  /** Whether each wave after the first needs an approval. */
  readonly isApproved?: boolean;
  /** Organizations that succeeded before. */
  readonly done?: readonly string[];
  /** Organizations that the file no longer has. */
  readonly gone?: readonly string[];
}

function fleetWith({ stop, dealings = {} }: Options, asked: Asked[]): Fleet {
  const organizations = NAMES.map((name) => ({
    name,
    template: "free",
    credential: name === "acme" ? "a" : "b",
    labels: { stage: name === "globex" ? "second" : "first" },
  }));
  const content = {
    templates: { free: { engine: "pulumi", path: "./program" } },
    credentials: { a: { environment: "KEY_A" }, b: { environment: "KEY_B", host: "https://b.example" } },
    organizations,
    waves: [{ labels: { stage: "first" } }, { share: "100%" }],
    parallel: 1,
  };
  const text = JSON.stringify(stop === undefined ? content : { ...content, stop });
  const fleet = fleetOf(join(folder, "fleet.yaml"), text);
  const dealt =
    (verb: Asked["verb"]) =>
    ({ name }: { readonly name: string }, run: EngineRun): Promise<Dealings> => {
      asked.push({ name, verb, run });
      const dealing = dealings[name]?.(run) ?? {};
      if (dealing instanceof Error) return Promise.reject(dealing);
      return Promise.resolve({ changes: NO_CHANGES, invites: 0, ...dealing });
    };
  return {
    ...fleet,
    organizations: fleet.organizations.map((one) => ({
      ...one,
      engine: { ...one.engine, plan: dealt("plan"), up: dealt("up"), planJson: () => Promise.resolve("{}") },
    })),
  };
}

/** Runs a fleet with fake engines that only report. */
async function played(options: Options = {}) {
  const {
    action = "up",
    isRefresh = false,
    isApproved = false,
    signal = new AbortController().signal,
    unclean = new Set(),
  } = options;
  const asked: Asked[] = [];
  const events: FleetEvent[] = [];
  const leases: string[] = [];
  const fleet = fleetWith(options, asked);
  const runOptions = { isRefresh, isApproved, share: 1 };
  const id = await record.begin(action, fleet.organizations, fleet.waves.length, runOptions);
  for (const name of options.done ?? []) {
    await record.start(id, name);
    await record.end(id, name, { state: "succeeded", changes: NO_CHANGES, durationMs: 1 });
  }
  const run = await record.newest();
  if (run === undefined) throw new Error("No run was begun.");
  const environment = { ...KEYS, EMPTY: "", UNSET: undefined, PATH: "/bin" };
  const left = fleet.organizations.filter(({ name }) => options.gone?.includes(name) !== true);
  const tally = await runLocally({
    fleet: { ...fleet, organizations: left },
    record,
    run,
    context: {
      keys: new CredentialKeys(fleet.credentials, { environment, folder }),
      environment,
      clock: machineClock,
      folderOf: ({ name }) => join(folder, "kept", name),
      lease: ({ name }) => {
        leases.push(`${name} taken`);
        const giveBack = async (): Promise<void> => void leases.push(`${name} back`);
        return Promise.resolve({ environment: { LEASE_OF: name }, calls: () => 7, giveBack });
      },
    },
    onEvent: (event) => events.push(event),
    signal,
    unclean,
    approvers: undefined,
    subject: { fleet: "fleet", digest: "digest" },
    keeper: options.keeper,
    plan: options.plan,
    judge: options.judge,
    approve: options.approve,
  });
  const ends = (await record.organizationsOf(id)).map(({ name, state, outcome }) =>
    `${name} ${state} ${outcome?.message ?? ""}`.trim(),
  );
  return { tally, asked, events, leases, ends, run: await record.newest(), fleet };
}

const removed = (changes: Partial<Dealings["changes"]>) => (): Partial<Dealings> => ({
  changes: { ...NO_CHANGES, ...changes },
});

describe("each organization of a run", () => {
  test.each(["plan", "up"] as const)(
    "has the variables, the key, and the folder that are its own: %s",
    async (action) => {
      const { asked, leases, events } = await played({ action, isRefresh: true });
      expect(asked.map(({ name, verb }) => `${verb} ${name}`)).toEqual(NAMES.map((name) => `${action} ${name}`));
      for (const { name, run } of asked) {
        const own =
          name === "acme"
            ? { ORGFORM_API_KEY: KEYS.KEY_A }
            : { ORGFORM_API_KEY: KEYS.KEY_B, ORGFORM_HOST: "https://b.example" };
        // Unset variables don't exist.
        expect(run.environment).toStrictEqual({ ...KEYS, EMPTY: "", PATH: "/bin", LEASE_OF: name, ...own });
        expect(run).toMatchObject({
          folder: join(folder, "kept", name),
          isRefresh: true,
          isRepair: false,
          isKept: false,
        });
        expect(run.planned).toBeUndefined();
      }
      expect(leases).toEqual(NAMES.flatMap((name) => [`${name} taken`, `${name} back`]));
      expect(events.filter(({ event }) => event === "wave")).toMatchObject([
        { wave: 1, state: "started", organizations: 2 },
        { wave: 1, state: "ended" },
        { wave: 2, state: "started", organizations: 1 },
        { wave: 2, state: "ended" },
      ]);
    },
  );

  test("is repaired where it was cut off or failed, and no other one is", async () => {
    const { asked } = await played({ unclean: new Set(["acme-1"]) });
    expect(asked.map(({ name, run }) => [name, run.isRepair])).toEqual([
      ["acme", false],
      ["acme-1", true],
      ["globex", false],
    ]);
  });

  test("fails without its key, and what it leased is given back", async () => {
    const dealings = {
      "acme-1": ({ environment }: EngineRun) => new Error(`401 of ${environment["ORGFORM_API_KEY"]}`),
    };
    const { ends, leases, tally, run } = await played({ dealings, stop: { failures: 2 } });
    expect(ends).toEqual(["acme succeeded", "acme-1 failed 401 of [secret]", "globex succeeded"]);
    expect(leases).toEqual(NAMES.flatMap((name) => [`${name} taken`, `${name} back`]));
    expect(tally).toEqual({ succeeded: 2, failed: 1, notStarted: 0 });
    expect(run).toMatchObject({ state: "ended" });
  });
});

describe("what is told of an organization", () => {
  const OBJECT = { operation: "create", address: "Role é|", fields: [] } as const;
  const changes = { create: 1, update: 2, replace: 3, delete: 4 };
  const saved = { bound: "exact", content: "c" } as const;

  test.each<readonly [Partial<Dealings>, object]>([
    [{}, {}],
    [{ changes }, { changes }],
    [{ invites: 3 }, { invites: 3 }],
    [{ objects: [] }, {}],
    [{ objects: [OBJECT] }, { objects: [OBJECT] }],
    [{ bound: "checked" }, { bound: "checked" }],
    [{ saved }, { bound: "exact" }],
    [{ bound: "checked", saved }, { bound: "checked" }],
  ])("whose engine did %j is just that: %j", async (dealings, outcome) => {
    const { events } = await played({ action: "plan", dealings: { acme: () => dealings } });
    const about = events.filter((one) => one.event === "organization" && one.name === "acme");
    const place = { event: "organization", name: "acme", wave: 1 };
    const usual = { changes: NO_CHANGES, calls: 7, durationMs: expect.any(Number) };
    expect(about).toStrictEqual([
      { ...place, state: "started" },
      { ...place, state: "succeeded", ...usual, ...outcome },
    ]);
  });

  test("that failed is its message, and of one under way how far it is", async () => {
    const dealings = {
      acme: ({ onProgress }: EngineRun) => {
        onProgress(3);
        return new Error("no é|");
      },
    };
    const { events } = await played({ stop: { failures: 9 }, dealings });
    const place = { event: "organization", name: "acme", wave: 1 };
    expect(events.filter((one) => one.event === "organization" && one.name === "acme")).toStrictEqual([
      { ...place, state: "started" },
      { ...place, state: "progress", done: 3 },
      { ...place, state: "failed", changes: NO_CHANGES, calls: 7, durationMs: expect.any(Number), message: "no é|" },
    ]);
    expect(events.map(({ event }) => event).slice(-2)).toEqual(["summary", "end"]);
  });

  test("is noted if a plan has more invites than it can send in an hour, and not if a run has", async () => {
    const notes = async (action: "plan" | "up", invites: number): Promise<unknown[]> => {
      const { events } = await played({ action, dealings: { acme: () => ({ invites }) } });
      return events.flatMap((one) => (one.event === "note" ? [one.text] : []));
    };
    expect(await notes("plan", 51)).toEqual([
      expect.stringMatching(/^More invites than the 50 that an organization can send in an hour: acme \(51\)\./u),
    ]);
    expect([await notes("plan", 50), await notes("up", 51)]).toEqual([[], []]);
  });
});

describe("a wave", () => {
  test("doesn't begin if a plan breaks a rule, and what wasn't judged is noted", async () => {
    const judged: string[] = [];
    const judge: Options["judge"] = async ({ organization: { name } }) => {
      judged.push(name);
      return { broken: name === "globex" ? ["rule|é"] : [], ...(name === "acme" ? { unjudged: "it is new" } : {}) };
    };
    const { asked, events, run } = await played({ judge });
    expect([judged, asked.map(({ name }) => name)]).toEqual([NAMES, ["acme", "acme-1"]]);
    expect(events).toContainEqual({ event: "note", text: "The plan of acme isn't judged by the policy: it is new" });
    const reason = "wave 2 would break the policy, and nothing of it was applied\n  globex: rule|é";
    expect(run).toMatchObject({ state: "stopped", reason });
    expect(events.slice(-2)).toEqual([
      { event: "stopped", reason },
      { event: "end", succeeded: 2, failed: 0, notStarted: 1 },
    ]);
    // A plan changes nothing, so nothing is judged before it.
    judged.length = 0;
    expect((await played({ judge, action: "plan" })).asked).toHaveLength(3);
    expect(judged).toEqual([]);
  });

  test.each([true, false, undefined])("after the first waits for a person, who says %j", async (answer) => {
    const askedFor: number[] = [];
    const approve = async (wave: number): Promise<boolean> => {
      askedFor.push(wave);
      return answer === true;
    };
    const { asked, events, run } = await played({
      isApproved: true,
      ...(answer === undefined ? {} : { approve }),
    });
    const reason = "wave 2 is waiting for approval";
    const held = { event: "wave", wave: 2, state: "held", organizations: 1, reason };
    expect(askedFor).toEqual(answer === undefined ? [] : [2]);
    expect(asked.map(({ name }) => name)).toEqual(answer === true ? NAMES : ["acme", "acme-1"]);
    expect(events.filter((one) => one.event === "wave" && one.state === "held")).toEqual(answer === true ? [] : [held]);
    expect(run).toMatchObject(answer === true ? { state: "ended" } : { state: "held", reason });
    const approvals = await record.approvalsOf(run?.id ?? 0);
    expect(approvals).toMatchObject(answer === true ? [{ wave: 2, digest: "digest" }] : []);
    expect((await played({ isApproved: true, action: "plan", approve })).asked).toHaveLength(3);
  });
});

describe("a plan that is kept", () => {
  test("is applied to each organization as it was shown for it", async () => {
    const dealings = Object.fromEntries(
      NAMES.map((name) => [name, () => ({ saved: { bound: "exact" as const, content: `plan of ${name}` } })]),
    );
    const keeper = new PlanKeeper();
    const { asked: planned, fleet } = await played({ action: "plan", dealings, keeper });
    expect(planned.map(({ run }) => run.isKept)).toEqual([true, true, true]);

    const plan = keeper.plan({ fleet, name: "fleet", isRefresh: false, planned: "2026-11-26T08:00:00Z" });
    const { asked, ends } = await played({ plan });
    expect(asked.map(({ run }) => run.planned?.content)).toEqual(NAMES.map((name) => `plan of ${name}`));
    expect(asked[0]?.run.planned?.moved(["it is another one"], undefined).message).toContain("it is another one");
    expect(ends).toEqual(NAMES.map((name) => `${name} succeeded`));
    const bound = async (dealing: Partial<Dealings>): Promise<unknown> => {
      const { events } = await played({ plan, dealings: { acme: () => dealing } });
      return events.find((one) => one.event === "organization" && one.name === "acme" && one.state === "succeeded");
    };
    expect(await bound({})).toMatchObject({ bound: "exact" });
    expect(await bound({ bound: "checked" })).toMatchObject({ bound: "checked" });

    const [first, ...others] = plan.organizations;
    const moved = first && { ...first, statement: { ...first.statement, credential: "other" } };
    const { asked: later, ends: after } = await played({
      plan: { ...plan, organizations: moved ? [moved, ...others] : [] },
      stop: { failures: 9 },
    });
    expect(later.map(({ name }) => name)).toEqual(["acme-1", "globex"]);
    expect(after[0]).toMatch(/^acme failed Changed since the plan, so nothing was applied: the credential is a\./u);
  });
});

describe("a run that is resumed", () => {
  test.each<[string, Options, readonly (readonly [wave: number, organizations: number])[], readonly string[]]>([
    ["tells nothing of a wave that succeeded", { done: ["acme", "acme-1"] }, [[2, 1]], ["globex"]],
    [
      "counts in a wave only what is left of it",
      { done: ["acme"] },
      [
        [1, 1],
        [2, 1],
      ],
      ["acme-1", "globex"],
    ],
    ["tells nothing of a wave that the file no longer has", { gone: ["globex"] }, [[1, 2]], ["acme", "acme-1"]],
    ["has nothing left where all succeeded", { done: NAMES }, [], []],
  ])("%s", async (_what, options, waves, names) => {
    const { asked, events, run } = await played(options);
    expect(asked.map(({ name }) => name)).toEqual(names);
    expect(events.filter(({ event }) => event === "wave")).toEqual(
      waves.flatMap(([wave, organizations]) =>
        ["started", "ended"].map((state) => ({ event: "wave", wave, state, organizations })),
      ),
    );
    expect(run).toMatchObject({ state: "ended" });
  });
});

test("an organization that another run is working on counts as failed, and the record doesn't mention it", async () => {
  const start = record.start.bind(record);
  record.start = (run, name) => (name === "acme" ? Promise.resolve(false) : start(run, name));
  const { asked, events, ends, run } = await played();
  expect(asked.map(({ name }) => name)).not.toContain("acme");
  expect(events).toContainEqual(expect.objectContaining({ name: "acme", state: "failed", durationMs: 0 }));
  expect(ends[0]).toBe("acme waiting");
  expect(run?.reason).toContain("failed");
});

describe("a run stops", () => {
  test.each([
    ["failures", { failures: 1 }, { acme: () => new Error("no") }, "1 organization failed; the run stops at 1"],
    [
      "deletions",
      { deletions: 2 },
      { acme: removed({ delete: 2 }) },
      "2 objects deleted in the wave; the run stops at 2",
    ],
    [
      "replacements",
      { replacements: 1 },
      { acme: removed({ replace: 1 }) },
      "1 object replaced in the wave; the run stops at 1",
    ],
    [
      "a share",
      { share: "50%" },
      { acme: () => new Error("no") },
      "1 of 2 organizations of the wave failed; the run stops at 50%",
    ],
  ])("at %s, before the next organization of the wave", async (_what, stop, dealings, reason) => {
    const { asked, run, events, tally } = await played({ stop, dealings });
    expect(asked.map(({ name }) => name)).toEqual(["acme"]);
    expect(run).toMatchObject({ state: "stopped" });
    expect(events).toContainEqual({ event: "stopped", reason });
    expect(tally.notStarted).toBe(2);
    // The contents of a plan stop nothing.
    expect((await played({ stop, dealings, action: "plan" })).asked).toHaveLength(3);
  });

  test("at what a wave removes, not at what two waves remove together", async () => {
    const dealings = { acme: removed({ delete: 1, replace: 1 }), globex: removed({ delete: 1, replace: 1 }) };
    const { run } = await played({ stop: { deletions: 2, replacements: 2 }, dealings });
    expect(run).toMatchObject({ state: "ended" });
    const both = { ...dealings, "acme-1": removed({ delete: 1 }) };
    expect((await played({ stop: { deletions: 2 }, dealings: both })).run).toMatchObject({ state: "stopped" });
  });

  test("where a person stops it, and what was cut off counts as running", async () => {
    const stop = new AbortController();
    const dealings = {
      "acme-1": () => {
        stop.abort();
        return new Error("interrupted");
      },
    };
    const { ends, events, tally } = await played({ dealings, signal: stop.signal });
    expect(ends).toEqual(["acme succeeded", "acme-1 running", "globex waiting"]);
    expect(events).toContainEqual({ event: "stopped", reason: "a person stopped it" });
    expect(tally).toEqual({ succeeded: 1, failed: 0, notStarted: 2 });
    // What was done to its end before is done.
    const late = new AbortController();
    const done = { "acme-1": () => (late.abort(), {}) };
    expect((await played({ dealings: done, signal: late.signal })).ends).toEqual([
      "acme succeeded",
      "acme-1 succeeded",
      "globex waiting",
    ]);
  });
});

test("a resumption tells how many organizations it leaves as they are, and how to change them", () => {
  expect(changedNote(3)).toEqual({
    event: "note",
    text: "3 that succeeded have changed in the file since then; `orgform fleet up` applies the changes",
  });
});
