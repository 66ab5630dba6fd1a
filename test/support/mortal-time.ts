import type { ProcessTime } from "./scenario-clock.ts";

/**
 * The time of a process that can be killed: then no timer of it ends, so that nothing of it goes on.
 *
 * While the driver waits, time goes by at the service as well: what the service does by itself is done when it looks.
 */
export class MortalTime implements ProcessTime {
  readonly driver: ProcessTime["driver"];
  readonly client: ProcessTime["client"];
  #isOver = false;

  constructor({ driver, client }: ProcessTime, letServiceAge: (seconds: number) => unknown = () => undefined) {
    const setTimer = (delayMs: number, task: () => void): (() => void) =>
      client.clock.setTimer(delayMs, () => (this.#isOver ? undefined : task()));
    const sleep: ProcessTime["driver"]["sleep"] = async (ms, signal) => {
      await driver.sleep(ms, signal);
      await this.#untilKilled();
      letServiceAge(ms / 1_000);
    };
    this.driver = { ...driver, sleep };
    this.client = { ...client, clock: { ...client.clock, setTimer } };
  }

  kill(): void {
    this.#isOver = true;
  }

  #untilKilled(): Promise<void> {
    return this.#isOver ? new Promise(() => undefined) : Promise.resolve();
  }
}
