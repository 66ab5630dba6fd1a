import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";

import type { WatchClock } from "../../packages/watch/src/index.ts";

/** How many times as fast as the machine's clock this one goes while nobody moves it. */
const FASTER = 15;

/** How often sleepers are looked after, milliseconds of the machine. */
const POLL_MS = 20;

/** What the clock showed at some time of the machine. */
interface Setting {
  readonly machineMs: number;
  readonly shownMs: number;
}

/** A clock in a file, by which several processes live, and which a test moves by hours. */
export class WeekClock {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  static of(file: string): WeekClock {
    return new WeekClock(file);
  }

  static start(file: string, shownMs: number): WeekClock {
    const clock = new WeekClock(file);
    clock.move(shownMs);
    return clock;
  }

  nowMs(): number {
    const { machineMs, shownMs } = JSON.parse(readFileSync(this.#file, "utf8")) as Setting;
    return shownMs + (Date.now() - machineMs) * FASTER;
  }

  move(shownMs: number): void {
    const setting: Setting = { machineMs: Date.now(), shownMs };
    writeFileSync(`${this.#file}.new`, JSON.stringify(setting));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** A watcher's clock by such a clock: who sleeps wakes as after a suspension of the machine when it is moved. */
export class SleepersByClock implements WatchClock {
  readonly #clock: WeekClock;
  readonly #timer: NodeJS.Timeout;
  #sleepers: { readonly untilMs: number; readonly wake: () => void }[] = [];

  constructor(clock: WeekClock) {
    this.#clock = clock;
    this.#timer = setInterval(() => void this.#wakeDue(), POLL_MS);
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const sleeper = { untilMs: this.nowMs() + ms, wake: () => wake() };
      const wake = (): void => {
        signal.removeEventListener("abort", wake);
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        done();
      };
      if (signal.aborted) return done();
      this.#sleepers.push(sleeper);
      signal.addEventListener("abort", wake);
      return undefined;
    });
  }

  random(): number {
    return Math.random();
  }

  uuid(): string {
    return randomUUID();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** One after the other, in the order of their times, as timers of Node do. */
  async #wakeDue(): Promise<void> {
    if (this.#sleepers.length === 0) return;
    const nowMs = this.nowMs();
    const due = this.#sleepers.filter(({ untilMs }) => untilMs <= nowMs).toSorted((a, b) => a.untilMs - b.untilMs);
    for (const { wake } of due) {
      wake();
      await turn();
    }
  }
}
