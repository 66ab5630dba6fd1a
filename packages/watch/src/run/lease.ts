import type { WatchClock } from "../clock.ts";
import type { WatchStore } from "../store/watch-store.ts";

/** How long a watcher that was killed keeps others away, milliseconds. */
const LEASE_MS = 60_000;

/** How often a watcher that waits asks again, milliseconds. */
const ASK_MS = 5_000;

/** What a lease is held with. */
export interface LeaseContext {
  readonly store: Pick<WatchStore, "hold" | "release">;
  readonly clock: WatchClock;
  readonly holder: string;
  readonly signal: AbortSignal;
}

/**
 * Does something while this process alone holds a name; waits until it is free. The lease is renewed until `act` ends, so that
 * only a process that was killed or stopped loses it.
 *
 * @param onWait - called once where another process holds it
 * @returns undefined where the signal came before it was free
 */
export async function whileHeld<T>(
  name: string,
  { store, clock, holder, signal }: LeaseContext,
  onWait: () => void,
  act: () => Promise<T>,
): Promise<T | undefined> {
  const hold = (): Promise<boolean> => store.hold(name, holder, clock.nowMs(), clock.nowMs() + LEASE_MS);
  for (let isFirst = true; !(await hold()); isFirst = false) {
    if (isFirst) onWait();
    await clock.sleep(ASK_MS * (0.5 + clock.random()), signal);
    if (signal.aborted) return undefined;
  }
  const ended = new AbortController();
  const renewed = (async () => {
    for (;;) {
      await clock.sleep(LEASE_MS / 3, ended.signal);
      if (ended.signal.aborted || !(await hold())) return;
    }
  })();
  try {
    return await act();
  } finally {
    ended.abort();
    await renewed;
    await store.release(name, holder);
  }
}
