import type { EndedCalls } from "./call-history.ts";

/** What all ledgers that keep one record know of a credential, or of whatever else the service counts. */
export interface CommonCount {
  readonly ended: EndedCalls;
  /** Calls that other ledgers may have under way. */
  readonly elsewhere: number;
  /** Until when the service wants no requests, by wall clock; 0 where it said nothing. */
  readonly pausedUntilMs: number;
}

/** What one ledger says to the others while none of them says anything. */
export interface CommonPage {
  /** Calls that ended. */
  add(key: string, ended: EndedCalls): void;
  /**
   * How many calls this ledger may have under way from now on: known to be over ten seconds after it was last said, so
   * that a ledger whose process was killed holds nothing for longer.
   */
  hold(key: string, calls: number): void;
  pause(key: string, untilMs: number): void;
}

/** The counts of all ledgers that keep one record: each fleet process of a machine has a ledger of its own. */
export interface CommonCounts {
  /** Whether another ledger may have said something since this was last asked. */
  hasChanged(): boolean;
  /** @param sinceMs - wall clock: what ended before then does not matter any more */
  read(key: string, sinceMs: number): CommonCount;
  /** What `act` reads and says is one step for all others, and kept for good when it returns. */
  exchange(act: (page: CommonPage) => void): void;
}

/** For how long a ledger that says nothing more is believed to have calls under way. */
export const HOLD_MS = 10_000;
