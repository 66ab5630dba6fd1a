import { MINUTE_MS, type WatchClock } from "../clock.ts";
import { isHistoryFailure } from "../store/history-failure.ts";

/** The wait after the first failure, which doubles, and the longest one, milliseconds. */
const FIRST_MS = 5_000;
const LONGEST_MS = 5 * MINUTE_MS;

/** Keeps loops alive while the history can't be used. Reports when that begins, and when it has ended for all loops. */
export class Outage {
  readonly #clock: WatchClock;
  readonly #say: (line: string) => void;
  /** How often each loop has failed since it last worked. */
  readonly #failures = new Map<string, number>();

  constructor(clock: WatchClock, say: (line: string) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  /** Repeats something until the signal, however long the history can't be used. Any other failure ends it. */
  async outlast(name: string, act: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await act();
      } catch (error) {
        if (!isHistoryFailure(error)) throw error;
        if (!signal.aborted) await this.#clock.sleep(this.#failed(name, error), signal);
      }
    }
  }

  /** Call it when the history has responded to a loop. */
  worked(name: string): void {
    if (this.#failures.delete(name) && this.#failures.size === 0) this.#say("The history can be used again.");
  }

  #failed(name: string, error: Error): number {
    if (this.#failures.size === 0) this.#say(`${error.message} The watcher tries again until it can use the history.`);
    const failures = this.#failures.get(name) ?? 0;
    this.#failures.set(name, failures + 1);
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) * (0.5 + this.#clock.random() / 2);
  }
}
