import type { DriverClock } from "../../../driver/driver.ts";

/** How long running requests can still take after the engine asked to stop. */
const GRACE_MS = 5_000;

/**
 * The engine's request to stop: waits end at once, and running requests can still get their responses for a moment, so
 * the state contains the objects that they created.
 */
export class Interruption {
  readonly #clock: DriverClock;
  readonly #waits = new AbortController();
  readonly #requests = new AbortController();

  constructor(clock: DriverClock) {
    this.#clock = clock;
  }

  /** Aborts when requests must end. */
  get signal(): AbortSignal {
    return this.#requests.signal;
  }

  /** The clock for the driver: its waits end when the engine asks to stop. */
  get clock(): DriverClock {
    return { now: () => this.#clock.now(), sleep: (ms, signal) => this.#sleep(ms, signal) };
  }

  stop(): void {
    const reason = new Error(
      "It was interrupted while it was waiting.\nWhat exists in the service stays as it is. Run again to continue.",
    );
    this.#waits.abort(reason);
    void this.#clock.sleep(GRACE_MS).then(() => this.#requests.abort(reason));
  }

  async #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const stopped = this.#waits.signal;
    stopped.throwIfAborted();
    try {
      await this.#clock.sleep(ms, signal === undefined ? stopped : AbortSignal.any([signal, stopped]));
    } catch (error) {
      stopped.throwIfAborted();
      throw error;
    }
  }
}
