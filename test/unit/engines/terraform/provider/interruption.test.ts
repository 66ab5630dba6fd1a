import { expect, test } from "@jest/globals";

import type { DriverClock } from "../../../../../src/driver/driver.ts";
import { Interruption } from "../../../../../src/engines/terraform/provider/interruption.ts";
import { failureOf } from "../../../../support/fake-resources.ts";

/** A clock whose waits last until a test ends them, or a signal does. */
function startClock() {
  const waits: { ms: number; end: () => void }[] = [];
  const clock: DriverClock = {
    now: () => 125,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        waits.push({ ms, end: resolve });
        signal?.addEventListener("abort", () => reject(new Error("ended by its signal")));
      }),
  };
  return { waits, clock };
}

const REASON =
  "It was interrupted while it was waiting.\nWhat exists in the service stays as it is. Run again to continue.";

test("waits pass as usual, and end with their own signal", async () => {
  const { waits, clock } = startClock();
  const interruption = new Interruption(clock);
  expect(interruption.clock.now()).toBe(125);
  for (const signal of [undefined, new AbortController().signal]) {
    const wait = interruption.clock.sleep(7, signal);
    expect(waits.at(-1)?.ms).toBe(7);
    waits.at(-1)?.end();
    await wait;
  }
  const own = new AbortController();
  const ended = failureOf(interruption.clock.sleep(7, own.signal));
  own.abort();
  expect((await ended).message).toBe("ended by its signal");
  expect(interruption.signal.aborted).toBe(false);
});

test("a request to stop ends all waits at once, and requests after five seconds", async () => {
  const { waits, clock } = startClock();
  const interruption = new Interruption(clock);
  const { signal } = new AbortController();
  const ended = [undefined, signal].map((one) => failureOf(interruption.clock.sleep(60_000, one)));
  interruption.stop();
  for (const failure of await Promise.all(ended)) expect(failure.message).toBe(REASON);
  expect((await failureOf(interruption.clock.sleep(1))).message).toBe(REASON);
  expect(waits.map(({ ms }) => ms)).toEqual([60_000, 60_000, 5_000]);
  expect(interruption.signal.aborted).toBe(false);
  waits.at(-1)?.end();
  await new Promise(setImmediate);
  expect(interruption.signal.aborted).toBe(true);
  expect(interruption.signal.reason).toEqual(new Error(REASON));
});
