import type { Window } from "./limits.ts";

/** The times of calls by wall clock, in milliseconds since 1970, with how many there were; and how many go on. */
export interface CallCounts {
  readonly open: number;
  readonly ended: readonly (readonly [atMs: number, calls: number])[];
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
  #open = 0;

  begin(calls: number): void {
    this.#open += calls;
  }

  /** @param endedMs - when they ended; undefined when they were not made after all */
  finish(calls: number, endedMs: number | undefined): void {
    this.#open -= calls;
    if (endedMs !== undefined) for (let call = 0; call < calls; call += 1) this.#ended.push(endedMs);
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
    const tooMany = this.#ended.length - first + this.#open + calls - most;
    if (tooMany <= 0) return 0;
    const leaving = this.#ended[first + tooMany - 1];
    return leaving === undefined ? Number.POSITIVE_INFINITY : leaving + windowMs - nowMs;
  }

  /** Drops what no window of that length holds any more. */
  prune(windowMs: number, nowMs: number): void {
    const first = this.#indexAfter(nowMs - windowMs);
    if (first > 1000 || first === this.#ended.length) this.#ended = this.#ended.slice(first);
  }

  get isEmpty(): boolean {
    return this.#open === 0 && this.#ended.length === 0;
  }

  /**
   * What another process needs in order to go on from here.
   *
   * @param grainMs - calls within so long count as ended together, at the end of it
   */
  counts(grainMs: number, { nowMs, wallMs }: { readonly nowMs: number; readonly wallMs: number }): CallCounts {
    const ended = new Map<number, number>();
    for (const atMs of this.#ended) {
      const grain = Math.ceil((atMs - nowMs + wallMs) / grainMs) * grainMs;
      ended.set(grain, (ended.get(grain) ?? 0) + 1);
    }
    return { open: this.#open, ended: [...ended] };
  }

  /** Takes over what another process counted; whatever it left open may have arrived until now. */
  restore({ open, ended }: CallCounts, { nowMs, wallMs }: { readonly nowMs: number; readonly wallMs: number }): void {
    for (const [atMs, calls] of ended) {
      const at = Math.min(nowMs, atMs - wallMs + nowMs);
      for (let call = 0; call < calls; call += 1) this.#ended.push(at);
    }
    for (let call = 0; call < open; call += 1) this.#ended.push(nowMs);
    this.#ended.sort((left, right) => left - right);
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
