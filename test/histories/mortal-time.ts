import { fastTime, type ProcessTime } from "../support/scenario-clock.ts";

/** Nothing in a history depends on how long a request takes: pauses are as short as can be. */
const SPEED = 400;

/** The time of a process that can be killed: then no timer of it ends, so that nothing of it goes on. */
export class MortalTime implements ProcessTime {
  readonly driver: ProcessTime["driver"];
  readonly client: ProcessTime["client"];
  #isOver = false;

  constructor() {
    const { driver, client } = fastTime(SPEED);
    const setTimer = (delayMs: number, task: () => void): (() => void) =>
      client.clock.setTimer(delayMs, () => (this.#isOver ? undefined : task()));
    this.driver = { ...driver, sleep: (ms, signal) => driver.sleep(ms, signal).then(() => this.#untilKilled()) };
    this.client = { ...client, clock: { ...client.clock, setTimer } };
  }

  kill(): void {
    this.#isOver = true;
  }

  #untilKilled(): Promise<void> {
    return this.#isOver ? new Promise(() => undefined) : Promise.resolve();
  }
}
