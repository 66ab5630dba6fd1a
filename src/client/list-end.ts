import { IncompleteListError } from "./errors.ts";

/** Pages in a row without new items: one is normal; after this many, the list counts as endless. */
const IDLE_PAGES = 2;

/** Longest time for all pages of a list, in milliseconds; a thousand pages use about three minutes of a key's budget. */
const MAX_LIST_MS = 15 * 60_000;

/** The contents of a page. */
interface PageFacts {
  /** Rows of the page that weren't seen before. */
  readonly fresh: number;
  /** Distinct rows so far, including those of the page. */
  readonly rows: number;
  /** Rows that the service announced for the whole list, `null` if it announced none. */
  readonly count: number | null;
  readonly pageSize: number;
}

/**
 * Detects a list whose service keeps naming new next pages.
 *
 * @throws list_endless from `next`
 */
export class ListEnd {
  readonly #route: string;
  readonly #nowMs: () => number;
  readonly #beganMs: number;
  #pages = 0;
  #idle = 0;

  /** `nowMs` is a monotonic clock; `undefined` for a list whose reader decides how long it takes. */
  constructor(route: string, nowMs?: () => number) {
    this.#route = route;
    this.#nowMs = nowMs ?? (() => 0);
    this.#beganMs = this.#nowMs();
  }

  /** Called before another page is requested. */
  next({ fresh, rows, count, pageSize }: PageFacts): void {
    this.#pages += 1;
    this.#idle = fresh === 0 ? this.#idle + 1 : 0;
    const passedMs = this.#nowMs() - this.#beganMs;
    if (this.#idle >= IDLE_PAGES) this.#fail(`${IDLE_PAGES} pages in a row brought nothing new`, rows, count);
    if (count !== null && rows > count + pageSize)
      this.#fail(`it announced ${count} rows and gave ${rows}`, rows, count);
    if (passedMs > MAX_LIST_MS) this.#fail(`it has not ended within ${MAX_LIST_MS / 60_000} minutes`, rows, count);
  }

  #fail(why: string, rows: number, count: number | null): never {
    throw new IncompleteListError(
      "list_endless",
      `The list ${this.#route} has more pages than is possible: ${why}, after ${this.#pages} pages. ` +
        "Orgform drew no conclusion from it. Run again. If it happens again, report it to the operators of the service.",
      { route: this.#route, count, rows },
    );
  }
}
