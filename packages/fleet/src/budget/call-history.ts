import type { Window } from "./limits.ts";

/** Calls by the time at which they ended, by wall clock in milliseconds since 1970, with how many there were. */
export type EndedCalls = readonly (readonly [atMs: number, calls: number])[];

/** The same moment by both clocks. */
export interface Moment {
  readonly nowMs: number;
  readonly wallMs: number;
}

/**
 * Remembers the calls of one credential, or whatever else the service counts.
 *
 * The service counts a call when it arrives, at some time between its start and its end. So a call that goes on counts
 * however long it takes, and one that ended counts for a whole window from then: in no window can more have arrived
 * than its limit, however long any of them was on the way.
 */
export class CallHistory {
  /** Monotonic, in order. */
  #ended: number[] = [];
  /** Those of them that other ledgers do not know of yet. */
  #untold: number[] = [];
  #open = 0;
  #elsewhere = 0;

  begin(calls: number): void {
    this.#open += calls;
  }

  /** @param endedMs - when they ended; undefined when they were not made after all */
  finish(calls: number, endedMs: number | undefined): void {
    this.#open -= calls;
    if (endedMs === undefined) return;
    for (let call = 0; call < calls; call += 1) {
      this.#ended.push(endedMs);
      this.#untold.push(endedMs);
    }
  }

  /**
   * Milliseconds until so many more calls fit all windows; 0 when they fit now. Infinity when calls that go on have to
   * end first, or when they never fit.
   */
  waitMs(windows: readonly Window[], calls: number, nowMs: number): number {
    return Math.max(0, ...windows.map((window) => this.#waitFor(window, calls, nowMs)));
  }

  #waitFor({ most, windowMs }: Window, calls: number, nowMs: number): number {
    const first = this.#indexAfter(nowMs - windowMs);
    const tooMany = this.#ended.length - first + this.#open + this.#elsewhere + calls - most;
    if (tooMany <= 0) return 0;
    const leaving = this.#ended[first + tooMany - 1];
    return leaving === undefined ? Number.POSITIVE_INFINITY : leaving + windowMs - nowMs;
  }

  /** Drops what no window of that length holds any more. */
  prune(windowMs: number, nowMs: number): void {
    const first = this.#indexAfter(nowMs - windowMs);
    if (first <= 1000 && first !== this.#ended.length) return;
    this.#ended = this.#ended.slice(first);
    this.#untold = this.#untold.filter((atMs) => atMs > nowMs - windowMs);
  }

  /** Calls that go on. */
  get open(): number {
    return this.#open;
  }

  /** Calls that other ledgers may have under way. */
  get elsewhere(): number {
    return this.#elsewhere;
  }

  /**
   * Ended calls that other ledgers do not know of yet; from now on they do.
   *
   * @param granularityMs - calls within so long count as ended together, at the end of it
   */
  tell(granularityMs: number, { nowMs, wallMs }: Moment): EndedCalls {
    const ended = new Map<number, number>();
    for (const atMs of this.#untold.splice(0)) {
      const rounded = Math.ceil(Math.ceil((atMs - nowMs + wallMs) / granularityMs) * granularityMs);
      ended.set(rounded, (ended.get(rounded) ?? 0) + 1);
    }
    return [...ended];
  }

  /**
   * Takes over what all ledgers know, in place of what was known before.
   *
   * @param elsewhere - calls that others may have under way
   */
  learn(ended: EndedCalls, elsewhere: number, { nowMs, wallMs }: Moment): void {
    const known = ended.flatMap(([atMs, calls]) => {
      const at = Math.min(nowMs, atMs - wallMs + nowMs);
      return Array.from({ length: calls }, () => at);
    });
    this.#ended = [...known, ...this.#untold].toSorted((left, right) => left - right);
    this.#elsewhere = elsewhere;
  }

  /** Index of the first call that ended after a time. */
  #indexAfter(timeMs: number): number {
    let low = 0;
    let high = this.#ended.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ended[middle] ?? 0) <= timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
