import type { ProcessTime } from "./scenario-clock.ts";

/**
 * The time of a process that can be killed: then none of its timers ends, so nothing of it continues.
 *
 * While the driver waits, time also passes at the service, so its jobs are done when the driver checks.
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
