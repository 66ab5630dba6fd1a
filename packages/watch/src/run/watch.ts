import type { Environment } from "../channels/secret-text.ts";
import { DAY_MS, type WatchClock } from "../clock.ts";
import { durationMs, type WatchFile } from "../file/watch-schema.ts";
import { lookAt, type LookContext, type LookResult, type Watched } from "../look/look-at.ts";
import { deliverDue, type Delivering } from "../outbox/deliver.ts";
import type { WatchStore } from "../store/watch-store.ts";
import { type LeaseContext, whileHeld } from "./lease.ts";
import { Outage } from "./outage.ts";
import { together } from "./together.ts";

/** What is needed to watch organizations. */
export interface WatchOptions {
  readonly watched: readonly Watched[];
  readonly file: WatchFile;
  readonly store: WatchStore;
  readonly clock: WatchClock;
  readonly environment: Environment;
  /** Ends the watch; looks in progress are abandoned, and nothing of them is stored. */
  readonly signal: AbortSignal;
  /** Number of parallel looks. */
  readonly parallel: number;
  /** Receives a line for the operator. */
  readonly say: (line: string) => void;
  /** Receives the result of each look. */
  readonly onLook: (organization: string, result: LookResult) => void;
}

/** The name under which only one process sends; no organization has it. Text in PostgreSQL can't contain NUL. */
const OUTBOX = "\u0001outbox";

/** How often to check for due messages, in milliseconds. */
const SEND_MS = 15_000;

/**
 * Looks at one organization, and stores the messages without sending them. Waits while another process watches it.
 *
 * @returns undefined if the signal was aborted before
 * @throws HistoryError, PostgresError if the history can't be used; then nothing was stored
 */
export async function lookOnce(
  watched: Watched,
  options: Omit<WatchOptions, "watched">,
): Promise<LookResult["outcome"] | undefined> {
  const whole = { ...options, watched: [watched] };
  return (await heldLook(watched, whole, contextOf(whole)))?.outcome;
}

/**
 * Looks at each organization once, and sends the resulting messages.
 *
 * @returns whether every look succeeded and every message was accepted
 * @throws HistoryError, PostgresError if the history can't be used; what was stored before stays
 */
export async function watchOnce(options: WatchOptions): Promise<boolean> {
  const context = contextOf(options);
  const waiting = [...options.watched];
  let isWell = true;
  const worker = async (signal: AbortSignal): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined && !signal.aborted; one = waiting.shift()) {
      const result = await heldLook(one, { ...options, signal }, { ...context, signal });
      if (result?.outcome !== "clean" && result?.outcome !== "findings") isWell = false;
    }
  };
  await together(
    options.signal,
    Array.from({ length: Math.min(options.parallel, waiting.length) }, () => worker),
  );
  const isSent = await whileHeld(
    OUTBOX,
    context,
    () => undefined,
    (held) => deliverDue(deliveringOf(options, held)),
  );
  await tidied(options);
  return isWell && isSent === true;
}

/** Looks at each organization again and again until the signal. Continues after a time when the history couldn't be used. */
export async function watchOften(options: WatchOptions): Promise<void> {
  const context = contextOf(options);
  const gate = new Gate(options.parallel);
  const outage = new Outage(options.clock, options.say);
  const loops = options.watched.map((one) => (signal: AbortSignal) => {
    return often(one, { ...options, signal }, { ...context, signal }, { gate, outage });
  });
  const sender = (signal: AbortSignal) => sending({ ...options, signal }, { ...context, signal }, outage);
  await together(options.signal, [...loops, sender]);
}

/** What all loops share. */
interface Shared {
  readonly gate: Gate;
  readonly outage: Outage;
}

async function often(
  watched: Watched,
  options: WatchOptions,
  context: LookContext,
  { gate, outage }: Shared,
): Promise<void> {
  const { clock, signal, say, file } = options;
  const { name } = watched;
  const everyMs = durationMs(file.every);
  const jitterMs = file.jitter === undefined ? everyMs / 10 : durationMs(file.jitter);
  const again = async (held: AbortSignal): Promise<void> => {
    while (!held.aborted) {
      const { outcome } = await gate.through(() => told(watched, options, { ...context, signal: held }));
      if (outcome === "lost") return;
      if (outcome !== "postponed") outage.worked(name);
      await clock.sleep(everyMs + clock.random() * jitterMs, held);
    }
  };
  const onWait = (): void => {
    outage.worked(name);
    say(waitingFor(watched));
  };
  await outage.outlast(name, () => whileHeld(name, context, onWait, again), signal);
}

function heldLook(watched: Watched, options: WatchOptions, context: LookContext & LeaseContext) {
  return whileHeld(
    watched.name,
    context,
    () => options.say(waitingFor(watched)),
    (held) => told(watched, options, { ...context, signal: held }),
  );
}

const waitingFor = ({ name }: Watched): string => `Another watcher watches ${name}. Waiting until it ends.`;

/** @param context - its signal is also aborted if the lease is lost */
async function told(watched: Watched, { onLook, signal }: WatchOptions, context: LookContext): Promise<LookResult> {
  try {
    const result = await lookAt(watched, context);
    onLook(watched.name, result);
    return result;
  } catch (error) {
    if (signal.aborted) return { outcome: "postponed", events: [] };
    if (!context.signal.aborted) throw error;
    const lost: LookResult = { outcome: "lost", events: [] };
    onLook(watched.name, lost);
    return lost;
  }
}

async function sending(options: WatchOptions, context: LeaseContext, outage: Outage): Promise<void> {
  const { clock, signal } = options;
  let tidyMs = 0;
  const act = async (held: AbortSignal): Promise<void> => {
    while (!held.aborted) {
      await deliverDue(deliveringOf(options, held));
      if (clock.nowMs() - tidyMs > DAY_MS) {
        await tidied(options);
        tidyMs = clock.nowMs();
      }
      const untilNextMs = ((await options.store.nextDueMs()) ?? Infinity) - clock.nowMs();
      outage.worked(OUTBOX);
      // Due messages that weren't sent wait for the end of quiet hours.
      await clock.sleep(untilNextMs <= 0 ? SEND_MS : Math.max(1_000, Math.min(SEND_MS, untilNextMs)), held);
    }
  };
  await outage.outlast(OUTBOX, () => whileHeld(OUTBOX, context, () => outage.worked(OUTBOX), act), signal);
}

const tidied = ({ store, clock, file }: WatchOptions): Promise<void> =>
  store.forget(clock.nowMs() - durationMs(file.retention));

const contextOf = ({ store, file, clock, signal }: WatchOptions): LookContext & LeaseContext => ({
  store,
  file,
  clock,
  signal,
  holder: clock.uuid(),
});

const deliveringOf = ({ store, file, clock, environment, say }: WatchOptions, signal: AbortSignal): Delivering => ({
  store,
  file,
  clock,
  environment,
  signal,
  say,
});

/** Lets this many through in parallel, in their order. */
class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  async through<T>(act: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
