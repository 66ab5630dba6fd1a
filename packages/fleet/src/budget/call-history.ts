import type { Window } from "./limits.ts";

/** Requests by the time at which they ended, by wall clock in milliseconds since 1970, and how many ended then. */
export type EndedCalls = readonly (readonly [atMs: number, calls: number])[];

/** The same moment by the wall clock and by the monotonic clock. */
export interface Moment {
  readonly nowMs: number;
  readonly wallMs: number;
}

/**
 * Remembers the requests of one credential, or of anything else that the service counts separately.
 *
 * The service counts a request when it arrives, at some time between its start and its end. So a request under way
 * counts for as long as it takes, and one that ended counts for a whole window after its end. No window can have
 * received more than its limit, however long the requests were on the way.
 */
export class CallHistory {
  /** Monotonic, in order. */
  #ended: number[] = [];
  /** Those of them that other ledgers don't know yet. */
  #untold: number[] = [];
  #open = 0;
  #elsewhere = 0;

  begin(calls: number): void {
    this.#open += calls;
  }

  /** @param endedMs - when they ended; undefined if they weren't sent after all */
  finish(calls: number, endedMs: number | undefined): void {
    this.#open -= calls;
    if (endedMs === undefined) return;
    for (let call = 0; call < calls; call += 1) {
      this.#ended.push(endedMs);
      this.#untold.push(endedMs);
    }
  }

  /**
   * Milliseconds until that many more requests fit all windows; 0 if they fit now. Infinity if requests under way must
   * end first, or if they never fit.
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

  /** Drops what is too old for any window of that length. */
  prune(windowMs: number, nowMs: number): void {
    const first = this.#indexAfter(nowMs - windowMs);
    if (first <= 1000 && first !== this.#ended.length) return;
    this.#ended = this.#ended.slice(first);
    this.#untold = this.#untold.filter((atMs) => atMs > nowMs - windowMs);
  }

  /** Requests under way. */
  get open(): number {
    return this.#open;
  }

  /** Whether requests ended that other ledgers don't know yet. */
  get hasUntold(): boolean {
    return this.#untold.length > 0;
  }

  /** Requests that other ledgers might have under way. */
  get elsewhere(): number {
    return this.#elsewhere;
  }

  /**
   * Returns the ended requests that other ledgers don't know yet; from now on they count as known.
   *
   * @param granularityMs - requests that end within this time count as ended together, at the end of it
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
   * Replaces the earlier shared knowledge by what all ledgers know now.
   *
   * @param elsewhere - requests that others might have under way
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
