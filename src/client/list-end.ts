import { IncompleteListError } from "./errors.ts";

/** Pages in a row that bring nothing new: one is normal, after this many the list is taken for one without end. */
const IDLE_PAGES = 2;

/** Longest time for all pages of a list, in milliseconds; a thousand pages take some three minutes of a key's budget. */
const MAX_LIST_MS = 15 * 60_000;

/** What a page brought. */
interface PageFacts {
  /** Rows of the page that were not seen before. */
  readonly fresh: number;
  /** Different rows so far, with those of the page. */
  readonly rows: number;
  /** Rows that the service announced for the whole list, `null` when it announced none. */
  readonly count: number | null;
  readonly pageSize: number;
}

/**
 * Watches one reading of a list whose service names ever new next pages.
 *
 * @throws list_endless from `next`
 */
export class ListEnd {
  readonly #route: string;
  readonly #nowMs: () => number;
  readonly #beganMs: number;
  #pages = 0;
  #idle = 0;

  /** `nowMs` is a clock that never goes back; `undefined` for a list whose reader decides how long it takes. */
  constructor(route: string, nowMs?: () => number) {
    this.#route = route;
    this.#nowMs = nowMs ?? (() => 0);
    this.#beganMs = this.#nowMs();
  }

  /** Called before a further page is asked for. */
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
