import { expect, jest, test } from "@jest/globals";

import { watchClock } from "../../../../src/cli/watch/watch-clock.ts";

test("a wait ends when its signal does, and leaves nothing behind", async () => {
  const ended = new AbortController();
  const listens = jest.spyOn(ended.signal, "addEventListener");
  const forgets = jest.spyOn(ended.signal, "removeEventListener");
  const clears = jest.spyOn(globalThis, "clearTimeout");
  const waits = watchClock.sleep(3_600_000, ended.signal);
  ended.abort();
  await waits;
  expect(clears).toHaveBeenCalledTimes(1);
  expect(forgets.mock.calls[0]?.slice(0, 2)).toEqual(listens.mock.calls[0]?.slice(0, 2));
  expect(listens.mock.calls[0]?.[0]).toBe("abort");
  // Afterwards, there is nothing to wait for.
  await watchClock.sleep(3_600_000, ended.signal);
  expect(listens).toHaveBeenCalledTimes(1);
  jest.restoreAllMocks();
});

test("a wait also ends by itself", async () => {
  expect(await watchClock.sleep(1, new AbortController().signal)).toBeUndefined();
});

test("the clock is the machine's, and no two IDs are the same", () => {
  const beforeMs = Date.now();
  const nowMs = watchClock.nowMs();
  expect(nowMs >= beforeMs && nowMs <= Date.now()).toBe(true);
  const numbers = Array.from({ length: 20 }, () => watchClock.random());
  expect(new Set(numbers).size).toBeGreaterThan(1);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  const [one, other] = [watchClock.uuid(), watchClock.uuid()];
  expect(one).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u);
  expect(one).not.toBe(other);
});
