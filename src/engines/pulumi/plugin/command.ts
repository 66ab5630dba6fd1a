import { setTimeout as pause } from "node:timers/promises";

import type { DriverClock } from "../../../driver/driver.ts";

/** How long running requests can still wait for a response after the user ended the command. */
const GRACE_MS = 5_000;

/**
 * One command of the engine, from its first call to its end.
 *
 * When the user ends it, waits stop immediately. Requests under way get some seconds, so their responses reach the
 * state.
 */
export class Command {
  readonly #waits = new AbortController();
  readonly #requests = new AbortController();

  get isCancelled(): boolean {
    return this.#waits.signal.aborted;
  }

  /** The signal for requests of a call whose caller might disconnect. */
  signalFor(caller: AbortSignal): AbortSignal {
    return AbortSignal.any([this.#requests.signal, caller]);
  }

  /** A clock whose waits end with the command. */
  clockFrom(clock: DriverClock): DriverClock {
    return {
      now: clock.now,
      sleep: async (ms, signal) => {
        const stop = this.#waits.signal;
        try {
          await clock.sleep(ms, signal === undefined ? stop : AbortSignal.any([stop, signal]));
        } catch (error) {
          if (!stop.aborted) throw error;
          throw new Error("The command was cancelled during a wait. Run it again: it continues from what exists.", {
            cause: error,
          });
        }
      },
    };
  }

  /** Ends the command. */
  cancel(): void {
    this.#waits.abort();
    const reason = new Error(
      "The command was cancelled before the service answered. Run it again: it continues from what exists.",
    );
    void pause(GRACE_MS, undefined, { ref: false }).then(() => this.#requests.abort(reason));
  }
}
