/** Time as the driver sees it; injected, so tests don't sleep. */
export interface DriverClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits; ends early, with the signal's reason as error, when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}
