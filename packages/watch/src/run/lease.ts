import type { WatchClock } from "../clock.ts";
import type { WatchStore } from "../store/watch-store.ts";

/** How long a killed watcher still blocks others, in milliseconds. */
const LEASE_MS = 60_000;

/** How often a waiting watcher tries again, in milliseconds. */
const ASK_MS = 5_000;

/** What is needed to hold a lease. */
export interface LeaseContext {
  readonly store: Pick<WatchStore, "hold" | "release">;
  readonly clock: WatchClock;
  readonly holder: string;
  readonly signal: AbortSignal;
}

/**
 * Does something while only this process holds a name; waits until the name is free. The lease is renewed until `act`
 * ends, so only a killed or suspended process loses it.
 *
 * @param onWait - called once if another process holds it
 * @returns undefined if the signal came before it was free
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
