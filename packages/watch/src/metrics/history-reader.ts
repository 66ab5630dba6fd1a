import { setTimeout as pause } from "node:timers/promises";

import type { WatchStore } from "../store/watch-store.ts";
import type { Source } from "./metrics.ts";

/** How long a scrape waits for the history, milliseconds; Prometheus waits for ten seconds. */
const LONGEST_MS = 3_000;

type Read = Omit<Source, "isCurrent" | "nowMs">;

/** Reads the history for metrics. If that fails or takes long, it returns what it read last, so ages keep growing. */
export class HistoryReader {
  readonly #store: WatchStore;
  #reading: Promise<Read | undefined> | undefined;
  #last: Read | undefined;

  constructor(store: WatchStore) {
    this.#store = store;
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
      const [open, last, messages] = [
        await this.#store.open(),
        await this.#store.lastLooks(),
        await this.#store.troubled(),
      ];
      return (this.#last = { open, last, messages });
    } catch {
      return undefined;
    }
  }
}
