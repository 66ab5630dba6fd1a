/** Calls a key may make in a minute. @source live service 2025-08, flow 12:2 */
export const CALLS_PER_MINUTE = 480;
/** Calls a key may make in an hour. @source live service 2025-08, flow 12:26 */
export const CALLS_PER_HOUR = 4800;

const WINDOWS = [
  { windowMs: 60_000, maxCalls: CALLS_PER_MINUTE },
  { windowMs: 3_600_000, maxCalls: CALLS_PER_HOUR },
] as const;

/** Counts calls in sliding windows, one pair of windows per key. */
export type RateLimiter = {
  /** Registers a call; returns whole seconds to wait when it is refused, undefined when it may pass. */
  take(key: string, nowMs: number): number | undefined;
  clear(): void;
};

/**
 * Creates a limiter with empty windows.
 *
 * A call refused by one window still counts in the other: hammering against the minute limit uses up the hour.
 * @source live service 2025-08, flow 12:26
 */
export function createRateLimiter(): RateLimiter {
  const history = new Map<string, number[][]>();
  return {
    take(key, nowMs) {
      const windows = history.get(key) ?? WINDOWS.map(() => []);
      history.set(key, windows);
      const waits = WINDOWS.map((limit, index) => takeFrom(windows[index] ?? [], limit, nowMs));
      const longest = Math.max(...waits);
      return longest === 0 ? undefined : longest;
    },
    clear: () => history.clear(),
  };
}

function takeFrom(calls: number[], limit: { windowMs: number; maxCalls: number }, nowMs: number): number {
  while (calls[0] !== undefined && calls[0] <= nowMs - limit.windowMs) calls.shift();
  if (calls.length < limit.maxCalls) {
    calls.push(nowMs);
    return 0;
  }
  return Math.max(1, Math.ceil(((calls[0] ?? nowMs) + limit.windowMs - nowMs) / 1000));
}
