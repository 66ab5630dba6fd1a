/** Where a watcher has its time and its chance from; tests have ones of their own. */
export interface WatchClock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Waits so many milliseconds, or until the signal; never fails. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 up to, but not, 1. */
  random(): number;
  /** An ID that nobody else has. */
  uuid(): string;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
