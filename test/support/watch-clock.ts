import type { WatchClock } from "../../packages/watch/src/index.ts";

/** A clock of watchers that stands still until it is moved; nobody waits. IDs count up. */
export class StillWatchClock implements WatchClock {
  atMs: number;
  /** What `random` gives. */
  chance = 0.5;
  /** How long was waited, milliseconds each. */
  readonly slept: number[] = [];
  #count = 0;
  #sleepers: { readonly untilMs: number; readonly wake: () => void }[] = [];

  constructor(start = "2026-11-26T08:00:00Z") {
    this.atMs = Date.parse(start);
  }

  nowMs(): number {
    return this.atMs;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.slept.push(ms);
    return new Promise((done) => {
      const wake = (): void => {
        signal.removeEventListener("abort", wake);
        done();
      };
      if (signal.aborted) return done();
      this.#sleepers.push({ untilMs: this.atMs + ms, wake });
      signal.addEventListener("abort", wake);
      return undefined;
    });
  }

  random(): number {
    return this.chance;
  }

  uuid(): string {
    this.#count += 1;
    return `id-${this.#count}`;
  }

  /** Moves the clock, and wakes who has slept until then. */
  move(ms: number): void {
    this.atMs += ms;
    const [due, later] = [true, false].map((isDue) =>
      this.#sleepers.filter(({ untilMs }) => untilMs <= this.atMs === isDue),
    );
    this.#sleepers = later ?? [];
    for (const { wake } of due ?? []) wake();
  }
}
