import { hookOf } from "../../src/model/hook-of.ts";
import { isRecord, type Values } from "../../src/model/json-value.ts";
import { FAULT_KINDS, type FaultSpec, type LoggedRequest } from "../../packages/sandbox/src/index.ts";
import type { EngineRun } from "./engine-under-test.ts";
import type { Verb } from "./conformance-rows.ts";
import { type Fixture, settled, settledJustNow } from "./conformance-table.ts";
import { MortalTime } from "./mortal-time.ts";
import { fastTime, timeLimiting } from "./scenario-clock.ts";
import { type Breakage, NEVER_MS, SHORT_TIMEOUT, SHORT_TIMEOUT_MS } from "./scenario-faults.ts";
import { Program, type StateEntry } from "./scenario-program.ts";
import { until } from "./until.ts";

/** Most runs that count as convergence. */
const MAX_RUNS = 3;

/** An interrupted verb and everything that happened until it was done. */
export interface Outcome {
  /** Number of needed runs, including the interrupted first one. */
  readonly runs: number;
  /** The error of the last run; undefined is success. */
  readonly error: unknown;
  readonly declared: Values;
  readonly entry: StateEntry | undefined;
  /** Requests of all runs. */
  readonly requests: readonly LoggedRequest[];
  /** Objects of the service before and after, whatever they are called. */
  readonly objects: { readonly before: number; readonly after: number };
  /** Faults that were set and hit nothing. */
  readonly unused: number;
}

/** A program right before a verb, and its declaration. */
export interface Prepared {
  readonly program: Program;
  readonly declared: Values;
  /** Checks the service after the interrupted run has ended. */
  readonly afterFirst?: () => void | Promise<void>;
  /** The next run starts after a late request of the first has arrived. */
  readonly isLateFirst?: true;
}

/**
 * Runs a verb with faults in its first run, then as often as the engine would, until it is done.
 *
 * @param prepared - the interrupted program; as the table declares it if absent
 * @param isForgetful - the runs after the first one find no record of it
 */
export async function interrupt(
  fixture: Fixture,
  verb: Verb,
  breakages: readonly { readonly breakage: Breakage; readonly fault: FaultSpec }[],
  prepared?: Prepared,
  isForgetful = false,
): Promise<Outcome> {
  const { control } = fixture.world.sandbox;
  const isStale = breakages.some(({ fault }) => fault.kind === "stale");
  const { program, declared, afterFirst } = prepared ?? (await prepare(fixture, verb, isStale));
  const before = objectsOf(fixture);
  control.clearRequests();
  for (const { fault } of breakages) control.addFault(fault);
  const step = (run: EngineRun): Promise<unknown> => (verb === "delete" ? program.destroy(run) : program.up(run));
  const isShort = breakages.some(({ breakage }) => breakage.timesOut === true);
  const isHit = (): boolean => control.faults().some(({ hits }) => hits > 0);
  const time = new MortalTime(isShort ? timeLimiting(SHORT_TIMEOUT_MS, isHit, fastTime()) : fastTime());
  const first = step(fixture.start(isShort ? SHORT_TIMEOUT : {}, time));
  const isKilled = breakages.some(({ breakage }) => breakage.kills === true);
  let error: unknown = isKilled ? await untilHit(fixture, first) : await first;
  // Nothing of a killed process reaches into the next test.
  time.kill();
  const unused = control.faults().filter(({ hits }) => hits === 0).length;
  if (prepared?.isLateFirst === true) await untilLanded(fixture, breakages);
  control.clearFaults();
  await afterFirst?.();
  if (isForgetful) fixture.world.loseRecords();
  let runs = 1;
  for (; error !== undefined && runs < MAX_RUNS; runs += 1) error = await step(fixture.start());
  await untilLanded(fixture, breakages);
  const objects = { before, after: objectsOf(fixture) };
  return { runs, error, declared, entry: program.entry, requests: control.requests(), objects, unused };
}

/**
 * Leaves the traces of a killed process with the minimal declaration: the record of a create with an unknown end, and
 * the object as the row creates it.
 */
export async function makeOwnTry(fixture: Fixture): Promise<void> {
  const { row, world, full, minimal, engine, definition } = fixture;
  // People and settings exist by nature, and an organization has a rule of its own.
  const { adoptExisting, ownershipCheck } = hookOf(definition, "adoption") ?? {};
  const hasRule = adoptExisting === "always" || ownershipCheck !== undefined;
  if (definition.ops.create !== undefined && !hasRule) {
    const { control } = world.sandbox;
    control.addFault({ kind: "delay", delayMs: NEVER_MS, method: "POST" });
    const time = new MortalTime(fastTime());
    const declared = row.existing.declared?.(full) ?? minimal;
    await untilHit(fixture, new Program(engine, row.resource, declared).up(fixture.start({}, time)));
    time.kill();
    control.clearFaults();
  }
  await row.existing.own(world, full);
}

/** Brings the sandbox to the point right before the verb. */
async function prepare(fixture: Fixture, verb: Verb, isStale: boolean): Promise<Prepared> {
  if (isStale) await fixture.setUpJustNow();
  const { row, seeded, full, engine } = fixture;
  if (verb === "take over") await makeOwnTry(fixture);
  if (verb === "create" || verb === "take over") {
    return { program: new Program(engine, row.resource, full), declared: full };
  }
  const { entry, inputs } = await (isStale ? settledJustNow : settled)(fixture);
  const changes = Object.entries(row.changes(seeded)).map(([name, { to }]) => [name, to] as const);
  const declared = verb === "update" ? { ...full, ...row.stored, ...Object.fromEntries(changes) } : full;
  return { program: new Program(engine, row.resource, declared, { ...entry, inputs, isIncomplete: false }), declared };
}

/** Waits until the fault holds a request, and abandons the run like a killed process. */
async function untilHit({ world }: Fixture, run: Promise<unknown>): Promise<unknown> {
  const { control } = world.sandbox;
  let isOver = false;
  // A run without a delaying fault ends without help, and isn't checked afterwards.
  const ended = run.finally(() => (isOver = true));
  const isHeld = (): boolean =>
    control.faults().some(({ hits, kind }) => hits > 0 && (kind === "delay" || logged(control.requests(), kind)));
  const held = until(() => isOver || isHeld());
  return Promise.race([ended, held.then(() => (isOver ? ended : new Error("the process was killed")))]);
}

/** A request that is applied late must not reach into the next test. */
async function untilLanded({ world }: Fixture, breakages: readonly { readonly breakage: Breakage }[]): Promise<void> {
  const isLate = breakages.some(({ breakage }) => breakage.timesOut === true && breakage.fault.kind === "delay");
  if (isLate) await until(() => logged(world.sandbox.control.requests(), "delay"));
}

function logged(requests: readonly LoggedRequest[], kind: string): boolean {
  return requests.some(({ fault }) => fault === kind);
}

/**
 * Tables of the sandbox whose rows aren't objects of a program: the sandbox's own data, events, and parts of other
 * objects, such as the revisions of a function. Every organization comes with a project, which the organization
 * represents; a deleted export keeps its row.
 */
const NO_OBJECTS =
  /^(?:users|keys|organizations|memberships|media|dns|singletons|timers|batch_export.*|activity_log|invite_sends|persons|distinct_ids|person_tombstones|event_deletions|cohorts|events|hog_function_revisions)$/u;

/** The function that the service gives to each new project, by the name of its time. */
const DEFAULT_FUNCTION = /^(?:template|plugin-posthog-plugin)-geoip$/u;

function objectsOf({ world }: Fixture): number {
  const { control } = world.sandbox;
  const tables = Object.entries(control.snapshot().tables).filter(([name]) => !NO_OBJECTS.test(name));
  // The objects of an organization that is being deleted go with it.
  const going = new Set(control.organizations().flatMap((row) => (row.is_pending_deletion === true ? [row.id] : [])));
  // The default function comes and goes with its project; a deleted function keeps its row.
  const isThere = (row: unknown): boolean =>
    !isRecord(row) ||
    (!going.has(String(row["organization"])) &&
      !DEFAULT_FUNCTION.test(String(row["template_id"])) &&
      row["deleted"] !== true);
  return tables.reduce((sum, [, rows]) => sum + rows.filter(isThere).length, world.batchExports().length);
}

/** Creates that the service carried out, whatever it answered. */
export function appliedPosts(requests: readonly LoggedRequest[]): LoggedRequest[] {
  return requests.filter(({ method, path, status, fault }) => {
    if (method !== "POST" || /\/(?:verify|pause|unpause)\/$/u.test(path)) return false;
    if (fault === undefined || fault === "delay") return status === 200 || status === 201;
    return FAULT_KINDS[fault as keyof typeof FAULT_KINDS] === "after";
  });
}
