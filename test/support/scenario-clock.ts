import { systemClock } from "../../src/app/clock.ts";
import type { ClientTime } from "../../src/app/sessions.ts";
import type { DriverClock } from "../../src/driver/driver.ts";

/** The clocks of one simulated process, driver and client alike. */
export interface ProcessTime {
  readonly driver: DriverClock;
  readonly client: { readonly [part in keyof ClientTime]-?: NonNullable<ClientTime[part]> };
}

/** How much faster than real time a simulated process runs. */
const SPEED = 20;

/** The driver's longest sleep in real time: half a minute for the last read of an empty list. */
const LONGEST_SLEEP_MS = 100;

/**
 * Time that passes `speed` times as fast as real time, for both driver and client: a time limit of two seconds is over
 * after 100 ms, and all waits stay in proportion. Time jumps over the rest of the driver's long sleeps. Random numbers
 * are always in the middle.
 */
export function fastTime(speed: number = SPEED): ProcessTime {
  const startMs = Date.now();
  const startedAt = performance.now();
  let jumpedMs = 0;
  const monotonicMs = (): number => (performance.now() - startedAt) * speed + jumpedMs;
  const nowMs = (): number => startMs + monotonicMs();
  const setTimer = (delayMs: number, task: () => void): (() => void) => {
    const timer = setTimeout(task, delayMs / speed);
    return () => clearTimeout(timer);
  };
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const untilMs = monotonicMs() + ms;
    await systemClock.sleep(speed === 1 ? ms : Math.min(ms / speed, LONGEST_SLEEP_MS), signal);
    // Sleeps side by side end together, and none of them makes the others longer.
    jumpedMs += Math.max(0, untilMs - monotonicMs());
  };
  return {
    driver: { now: nowMs, sleep },
    client: { clock: { nowMs, monotonicMs, setTimer }, random: () => 0.5 },
  };
}

/**
 * Time in which only one request reaches the time limit of `limitMs`, and only while `isHeld` returns true: a request
 * that is slow because of the machine gets its response.
 */
export function timeLimiting(limitMs: number, isHeld: () => boolean, { driver, client }: ProcessTime): ProcessTime {
  let isSpent = false;
  const { clock } = client;
  const setTimer = (delayMs: number, task: () => void): (() => void) => {
    if (delayMs !== limitMs) return clock.setTimer(delayMs, task);
    let cancel = (): void => undefined;
    const arm = (): void => {
      cancel = clock.setTimer(delayMs, () => {
        if (isSpent || !isHeld()) return arm();
        isSpent = true;
        task();
      });
    };
    arm();
    return () => cancel();
  };
  return { driver, client: { ...client, clock: { ...clock, setTimer } } };
}
