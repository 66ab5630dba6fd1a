import type { Environment } from "../channels/secret-text.ts";
import { DAY_MS, type WatchClock } from "../clock.ts";
import { durationMs, type WatchFile } from "../file/watch-schema.ts";
import { lookAt, type LookContext, type LookResult, type Watched } from "../look/look-at.ts";
import { deliverDue, type Delivering } from "../outbox/deliver.ts";
import type { WatchStore } from "../store/watch-store.ts";
import { type LeaseContext, whileHeld } from "./lease.ts";

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
 * Looks at each organization once, and sends the resulting messages.
 *
 * @returns whether every look could check something and every message was accepted
 */
export async function watchOnce(options: WatchOptions): Promise<boolean> {
  const context = contextOf(options);
  const waiting = [...options.watched];
  let isWell = true;
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined && !options.signal.aborted; one = waiting.shift()) {
      const result = await heldLook(one, options, context);
      if (result?.outcome !== "clean" && result?.outcome !== "findings") isWell = false;
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.parallel, waiting.length) }, worker));
  const isSent = await whileHeld(
    OUTBOX,
    context,
    () => undefined,
    () => deliverDue(deliveringOf(options)),
  );
  await tidied(options);
  return isWell && isSent === true;
}

/** Looks at each organization repeatedly, until the signal. */
export async function watchOften(options: WatchOptions): Promise<void> {
  const context = contextOf(options);
  const gate = new Gate(options.parallel);
  await Promise.all([...options.watched.map((one) => often(one, options, context, gate)), sending(options, context)]);
}

async function often(watched: Watched, options: WatchOptions, context: LookContext, gate: Gate): Promise<void> {
  const { clock, signal, say, file } = options;
  const everyMs = durationMs(file.every);
  const jitterMs = file.jitter === undefined ? everyMs / 10 : durationMs(file.jitter);
  const again = async (): Promise<void> => {
    while (!signal.aborted) {
      const { outcome } = await gate.through(() => told(watched, options, context));
      if (outcome === "lost") return;
      await clock.sleep(everyMs + clock.random() * jitterMs, signal);
    }
  };
  while (!signal.aborted) {
    await whileHeld(watched.name, context, () => say(waitingFor(watched)), again);
  }
}

function heldLook(watched: Watched, options: WatchOptions, context: LeaseContext & LookContext) {
  return whileHeld(
    watched.name,
    context,
    () => options.say(waitingFor(watched)),
    () => told(watched, options, context),
  );
}

const waitingFor = ({ name }: Watched): string => `Another watcher watches ${name}. Waiting until it ends.`;

async function told(watched: Watched, { onLook, signal }: WatchOptions, context: LookContext): Promise<LookResult> {
  try {
    const result = await lookAt(watched, context);
    onLook(watched.name, result);
    return result;
  } catch (error) {
    if (signal.aborted) return { outcome: "postponed", events: [] };
    throw error;
  }
}

async function sending(options: WatchOptions, context: LeaseContext): Promise<void> {
  const { clock, signal } = options;
  let tidyMs = 0;
  const act = async (): Promise<void> => {
    while (!signal.aborted) {
      await deliverDue(deliveringOf(options));
      if (clock.nowMs() - tidyMs > DAY_MS) {
        await tidied(options);
        tidyMs = clock.nowMs();
      }
      const untilNextMs = ((await options.store.nextDueMs()) ?? Infinity) - clock.nowMs();
      // Due messages that weren't sent wait for the end of quiet hours.
      await clock.sleep(untilNextMs <= 0 ? SEND_MS : Math.max(1_000, Math.min(SEND_MS, untilNextMs)), signal);
    }
  };
  await whileHeld(OUTBOX, context, () => undefined, act);
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

const deliveringOf = ({ store, file, clock, environment, signal, say }: WatchOptions): Delivering => ({
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
