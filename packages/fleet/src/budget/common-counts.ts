import type { EndedCalls } from "./call-history.ts";

/** What all ledgers of one record know of a credential, or of anything else that the service counts separately. */
export interface CommonCount {
  readonly ended: EndedCalls;
  /** Requests that other ledgers might have under way. */
  readonly elsewhere: number;
  /** Until when the service wants no requests, by wall clock; 0 if it didn't say. */
  readonly pausedUntilMs: number;
}

/** What one ledger reports to the others, in one step. */
export interface CommonPage {
  /** Requests that ended. */
  add(key: string, ended: EndedCalls): void;
  /**
   * How many requests this ledger might have under way from now on. The number expires ten seconds after the last
   * report, so a ledger whose process was killed doesn't reserve anything for longer.
   */
  hold(key: string, calls: number): void;
  pause(key: string, untilMs: number): void;
}

/** The counts of all ledgers that share one record: each fleet process of a machine has its own ledger. */
export interface CommonCounts {
  /** Whether another ledger might have reported something since the last check. */
  hasChanged(): boolean;
  /** @param sinceMs - wall clock: anything that ended before then no longer matters */
  read(key: string, sinceMs: number): CommonCount;
  /** Everything that `act` reads and reports is one step for all other ledgers, and stored when it returns. */
  exchange(act: (page: CommonPage) => void): void;
}

/** For how long the last report of a silent ledger counts. */
export const HOLD_MS = 10_000;
