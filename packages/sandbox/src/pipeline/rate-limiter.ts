/** A number of requests in a time window; requests with the same name are counted together. */
export type CallLimit = { readonly name: string; readonly windowMs: number; readonly maxCalls: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Requests of a key in a minute. @source live service 2025-08, flow 12:2 */
export const CALLS_PER_MINUTE = 480;
/** Requests of a key in an hour. @source live service 2025-08, flow 12:26 */
export const CALLS_PER_HOUR = 4800;

/** The default limits of all requests without separate ones. */
export const USUAL: readonly CallLimit[] = [
  { name: "minute", windowMs: MINUTE_MS, maxCalls: CALLS_PER_MINUTE },
  { name: "hour", windowMs: HOUR_MS, maxCalls: CALLS_PER_HOUR },
];

/** Persons and events share a limit per minute. @source live service 2025-08, flow 12:16-25 */
const ANALYSIS_MINUTE: CallLimit = { name: "analysis minute", windowMs: MINUTE_MS, maxCalls: 240 };
/** Limits of persons. @source as above */
export const PERSON_LIMITS: readonly CallLimit[] = [ANALYSIS_MINUTE];
/** Limits of events. @source live service 2025-08, flow 12:22-24; live notes on persons and events, 1.6 @public */
export const EVENT_LIMITS: readonly CallLimit[] = [
  ANALYSIS_MINUTE,
  { name: "events hour", windowMs: HOUR_MS, maxCalls: 1200 },
];

/** Counts requests in sliding windows, separately for each key. */
export type RateLimiter = {
  /**
   * Counts a request; returns whole seconds to wait if it is refused, undefined if it is allowed.
   *
   * @param call.scale - how many times shorter the windows are; default 1, as in the service
   */
  take(
    key: string,
    nowMs: number,
    call?: { readonly limits?: readonly CallLimit[] | undefined; readonly scale?: number },
  ): number | undefined;
  clear(): void;
};

/**
 * Creates a limiter with empty windows.
 *
 * A request refused by one window still counts in the other: retries against the minute limit use up the hour.
 * @source live service 2025-08, flow 12:26
 */
export function createRateLimiter(): RateLimiter {
  const history = new Map<string, Map<string, number[]>>();
  return {
    take(key, nowMs, { limits = USUAL, scale = 1 } = {}) {
      const windows = history.get(key) ?? new Map<string, number[]>();
      history.set(key, windows);
      const waits = limits.map((limit) => takeFrom(windowOf(windows, limit.name), shortened(limit, scale), nowMs));
      const longest = Math.max(...waits);
      return longest === 0 ? undefined : longest;
    },
    clear: () => history.clear(),
  };
}

function shortened(limit: CallLimit, scale: number): CallLimit {
  return { ...limit, windowMs: limit.windowMs / scale };
}

function windowOf(windows: Map<string, number[]>, name: string): number[] {
  const calls = windows.get(name) ?? [];
  windows.set(name, calls);
  return calls;
}

function takeFrom(calls: number[], limit: CallLimit, nowMs: number): number {
  while (calls[0] !== undefined && calls[0] <= nowMs - limit.windowMs) calls.shift();
  if (calls.length < limit.maxCalls) {
    calls.push(nowMs);
    return 0;
  }
  return Math.max(1, Math.ceil(((calls[0] ?? nowMs) + limit.windowMs - nowMs) / 1000));
}
