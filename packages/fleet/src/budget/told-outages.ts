import type { Clock } from "../clock.ts";
import type { CommonCount, CommonCounts, CountReport } from "./common-counts.ts";

/** After this many milliseconds without an answer, people are told why nothing happens. */
export const SILENT_MS = 5000;

/** Shared counts that tell when they can't be reached, and when they can again. Until then, no request is sent. */
export class ToldOutages implements CommonCounts {
  readonly isCurrent: boolean;
  readonly #counts: CommonCounts;
  readonly #clock: Clock;
  readonly #onNote: (text: string) => void;
  #cancel: (() => void) | undefined;
  #isTold = false;

  constructor(counts: CommonCounts, clock: Clock, onNote: (text: string) => void) {
    this.isCurrent = counts.isCurrent;
    this.#counts = counts;
    this.#clock = clock;
    this.#onNote = onNote;
  }

  hasChanged(): boolean {
    return this.#counts.hasChanged();
  }

  read(key: string, sinceMs: number): CommonCount {
    return this.#counts.read(key, sinceMs);
  }

  exchange(reports: readonly CountReport[], then: (reserved: readonly number[] | undefined) => void): void {
    this.#cancel ??= this.#clock.setTimer(SILENT_MS, () => this.#tell());
    this.#counts.exchange(reports, (reserved) => {
      if (reserved !== undefined) this.#answered();
      then(reserved);
    });
  }

  #tell(): void {
    this.#isTold = true;
    this.#onNote(
      `The database of the record hasn't answered for ${SILENT_MS / 1000} seconds. Requests wait until it does`,
    );
  }

  #answered(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#isTold) this.#onNote("The database of the record answers again");
    this.#isTold = false;
  }
}
