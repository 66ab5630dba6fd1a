import { setTimeout as pause } from "node:timers/promises";

import { HOUR_MS } from "../clock.ts";
import type { WatchStore } from "../store/watch-store.ts";
import { type Budgeted, budgetUse } from "./budget-use.ts";
import type { Source } from "./metrics.ts";

/** How long a scrape waits for the history, milliseconds; Prometheus waits for ten seconds. */
const LONGEST_MS = 3_000;

type Read = Omit<Source, "isCurrent" | "nowMs">;

/** Reads the history for metrics. If that fails or takes long, it returns what it read last, so ages keep growing. */
export class HistoryReader {
  readonly #store: WatchStore;
  readonly #watched: readonly Budgeted[];
  readonly #nowMs: () => number;
  #reading: Promise<Read | undefined> | undefined;
  #last: Read | undefined;

  /** @param watched - the organizations with budgets; all others count for none */
  constructor(store: WatchStore, watched: readonly Budgeted[], nowMs: () => number) {
    this.#store = store;
    this.#watched = watched;
    this.#nowMs = nowMs;
  }

  /** @returns undefined if no read has succeeded yet */
  async read(): Promise<Omit<Source, "nowMs"> | undefined> {
    this.#reading ??= this.#begin().finally(() => (this.#reading = undefined));
    const now = await Promise.race([this.#reading, pause(LONGEST_MS, undefined, { ref: false })]);
    const read = now ?? this.#last;
    return read === undefined ? undefined : { ...read, isCurrent: now !== undefined };
  }

  /** One read at a time: while a database can't be reached, every read waits. */
  async #begin(): Promise<Read | undefined> {
    try {
      const [open, last, messages, looks] = [
        await this.#store.open(),
        await this.#store.lastLooks(),
        await this.#store.troubled(),
        await this.#store.looks({ sinceMs: this.#nowMs() - HOUR_MS }),
      ];
      return (this.#last = { open, last, messages, budgets: budgetUse(this.#watched, looks) });
    } catch {
      return undefined;
    }
  }
}
