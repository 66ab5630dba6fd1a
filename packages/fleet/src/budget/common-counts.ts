import type { EndedCalls } from "./call-history.ts";
import type { Window } from "./limits.ts";

/** What all ledgers of one record know of a credential, or of anything else that the service counts separately. */
export interface CommonCount {
  readonly ended: EndedCalls;
  /** Requests that other ledgers might have under way. */
  readonly elsewhere: number;
  /** Until when the service wants no requests, by wall clock; 0 if it didn't say. */
  readonly pausedUntilMs: number;
}

/** What one ledger reports of one name. */
export interface CountReport {
  readonly key: string;
  /** Requests that ended since the last report. */
  readonly ended: EndedCalls;
  /**
   * How many requests this ledger might have under way from now on, without those that it asks for. The number expires
   * ten seconds after the last report, so a ledger whose process was killed doesn't reserve anything for longer.
   */
  readonly held: number;
  /** Asks for more requests. */
  readonly wanted?: WantedCalls | undefined;
  /** Until when the service wants no requests, by wall clock; absent if it didn't say. */
  readonly pausedUntilMs?: number | undefined;
  /** Length of the longest window of the name, in milliseconds: anything that ended earlier no longer matters. */
  readonly spanMs: number;
}

/** Requests that a ledger asks for. */
export interface WantedCalls {
  /** The most that it gets. */
  readonly calls: number;
  /** Whether it gets either all of them or none. */
  readonly isWhole: boolean;
  /** All of them must have room. */
  readonly windows: readonly Window[];
}

/** The counts of all ledgers that share one record: each fleet process has its own ledger. */
export interface CommonCounts {
  /** Whether `read` returns the current counts. If not, a ledger learns of requests that others released only when it asks. */
  readonly isCurrent: boolean;
  /** Whether there is something new to read since the last check. */
  hasChanged(): boolean;
  /** @param sinceMs - wall clock: anything that ended before then no longer matters */
  read(key: string, sinceMs: number): CommonCount;
  /**
   * Stores reports, and reserves the wanted requests as far as there is room, in one step for all other ledgers.
   *
   * @param then - called once, before this returns if the counts are on this machine, with the numbers of reserved
   *   requests in the order of the reports; undefined if the counts can't be reached: then nothing is reserved, and the
   *   next call stores the ended requests as well. Only then may the next call be made
   */
  exchange(reports: readonly CountReport[], then: (reserved: readonly number[] | undefined) => void): void;
}

/** For how long the last report of a silent ledger counts. */
export const HOLD_MS = 10_000;
