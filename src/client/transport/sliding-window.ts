/** Records when requests were sent, and computes when the next one fits under a limit. */
export interface SlidingWindow {
  /** Milliseconds until another request fits; 0 if it fits now. */
  waitMs(nowMs: number): number;
  /** How many requests fit now. */
  free(nowMs: number): number;
  record(nowMs: number): void;
  /** Lowers or raises the limit and keeps the recorded requests. */
  setLimit(limit: number): void;
}

/**
 * Creates a window of `windowMs` milliseconds that allows `limit` requests.
 *
 * The service counts the same way: it stores the times of the last requests and looks back from now.
 */
export function createSlidingWindow(initialLimit: number, windowMs: number): SlidingWindow {
  let limit = initialLimit;
  let times: number[] = [];
  let first = 0;

  const prune = (nowMs: number): void => {
    while (first < times.length && (times[first] ?? 0) <= nowMs - windowMs) first += 1;
    if (first > 1024) {
      times = times.slice(first);
      first = 0;
    }
  };
  return {
    waitMs: (nowMs) => {
      prune(nowMs);
      const used = times.length - first;
      if (used < limit) return 0;
      // The request that has to leave the window before another one fits.
      const leaving = times[times.length - limit] ?? nowMs;
      return Math.max(0, leaving + windowMs - nowMs);
    },
    free: (nowMs) => {
      prune(nowMs);
      return Math.max(0, limit - (times.length - first));
    },
    record: (nowMs) => {
      times.push(nowMs);
    },
    setLimit: (next) => {
      limit = next;
    },
  };
}
