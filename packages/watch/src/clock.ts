/** The source of a watcher's time and random numbers; tests have their own. */
export interface WatchClock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Waits this many milliseconds, or until the signal; never fails. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1, excluding 1. */
  random(): number;
  /** A unique ID. */
  uuid(): string;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
