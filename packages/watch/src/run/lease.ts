import type { WatchClock } from "../clock.ts";
import { isHistoryFailure } from "../store/history-failure.ts";
import type { WatchStore } from "../store/watch-store.ts";
import { endsWith } from "./ends-with.ts";

/** How long a killed watcher still blocks others, in milliseconds. */
const LEASE_MS = 60_000;

/** How often a watcher that waits, or that couldn't renew its lease, asks again, milliseconds. */
const ASK_MS = 5_000;

/** What is needed to hold a lease. */
export interface LeaseContext {
  readonly store: Pick<WatchStore, "hold" | "release">;
  readonly clock: WatchClock;
  readonly holder: string;
  readonly signal: AbortSignal;
}

/**
 * Does something while this process alone holds a name; waits until it is free. The lease is renewed until `act` ends. A
 * failed renewal is tried again, so only a process that stands still, or can't reach the store for a minute, loses the lease.
 *
 * @param onWait - called once if another process holds it
 * @param act - gets a signal that is aborted with the context's signal, and if the lease is lost
 * @returns undefined if the signal was aborted before the name was free
 */
export async function whileHeld<T>(
  name: string,
  context: LeaseContext,
  onWait: () => void,
  act: (held: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { store, clock, holder, signal } = context;
  let askedMs = clock.nowMs();
  for (let isFirst = true; !(await store.hold(name, holder, askedMs, askedMs + LEASE_MS)); isFirst = false) {
    if (isFirst) onWait();
    await clock.sleep(ASK_MS * (0.5 + clock.random()), signal);
    if (signal.aborted) return undefined;
    askedMs = clock.nowMs();
  }
  const held = endsWith(signal);
  const ended = new AbortController();
  const isKept = renewed(name, askedMs + LEASE_MS, context, ended.signal).then((kept) => {
    if (!kept) held.abort();
    return kept;
  });
  let isReachable = true;
  try {
    return await act(held.signal);
  } catch (error) {
    isReachable = !isHistoryFailure(error);
    throw error;
  } finally {
    ended.abort();
    held.end();
    // A lease that can't be released runs out. That isn't worth another half minute, and the error of `act` says more.
    if ((await isKept) && isReachable) await store.release(name, holder).catch(() => undefined);
  }
}

/** Renews a lease until the end. Never fails. @returns false as soon as another process might hold it */
async function renewed(
  name: string,
  heldUntilMs: number,
  { store, clock, holder }: LeaseContext,
  ended: AbortSignal,
): Promise<boolean> {
  let untilMs = heldUntilMs;
  for (let waitMs = LEASE_MS / 3; ;) {
    await clock.sleep(Math.min(waitMs, untilMs - clock.nowMs()), ended);
    if (ended.aborted) return true;
    const askedMs = clock.nowMs();
    if (askedMs >= untilMs) return false;
    const asked = store.hold(name, holder, askedMs, askedMs + LEASE_MS);
    const answer = await withinMs(asked, untilMs - askedMs, clock);
    if (answer === "no" || answer === "late") return false;
    if (answer === "yes") untilMs = askedMs + LEASE_MS;
    waitMs = answer === "yes" ? LEASE_MS / 3 : ASK_MS;
  }
}

/** A store's answer, if it comes in time. */
async function withinMs(
  asked: Promise<boolean>,
  ms: number,
  clock: WatchClock,
): Promise<"yes" | "no" | "failed" | "late"> {
  const answered = new AbortController();
  const late = clock.sleep(ms, answered.signal).then(() => "late" as const);
  const said = asked.then(
    (isHeld) => (isHeld ? ("yes" as const) : ("no" as const)),
    () => "failed" as const,
  );
  const answer = await Promise.race([said, late]);
  answered.abort();
  return answer;
}
