/** The time source of the transport and the client, so tests never wait for real time. */
export interface Clock {
  /** Wall-clock time in milliseconds since 1970-01-01 UTC. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start; never jumps back. */
  monotonicMs(): number;
  /** Calls `task` once after `delayMs` milliseconds (0 or more) and returns a function that cancels it. */
  setTimer(delayMs: number, task: () => void): () => void;
}

/** A random source with the contract of `Math.random`: at least 0, below 1. */
export type Random = () => number;

/** The machine's own clock. One object per process: limiters are shared per clock. */
export const systemClock: Clock = Object.freeze({
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: (delayMs: number, task: () => void) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
});

/** The machine's own random source. */
export const systemRandom: Random = () => Math.random();

/**
 * Waits on a clock until the delay is over or the signal aborts.
 *
 * @param delayMs - milliseconds, 0 or more
 * @returns `true` if the whole delay passed, `false` if the signal ended it
 */
export function wait(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onAbort = (): void => {
      cancel();
      resolve(false);
    };
    const cancel = clock.setTimer(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve(true);
    });
    signal?.addEventListener("abort", onAbort);
  });
}
