import { expect, test } from "@jest/globals";

import type { CommonCounts } from "../../../packages/fleet/src/budget/common-counts.ts";
import { SILENT_MS, ToldOutages } from "../../../packages/fleet/src/budget/told-outages.ts";

const AWAY = "The database of the record hasn't answered for 5 seconds. Requests wait until it does";
const BACK = "The database of the record answers again";

/** Counts whose answers the test gives, and a clock whose only timer it lets expire. */
function counts() {
  const answers: ((reserved: readonly number[] | undefined) => void)[] = [];
  const timers = new Set<() => void>();
  const told: string[] = [];
  const common: CommonCounts = {
    isCurrent: false,
    hasChanged: () => true,
    read: (key, sinceMs) => ({ ended: [[sinceMs, 1]], elsewhere: key.length, pausedUntilMs: 0 }),
    exchange: (_reports, then) => void answers.push(then),
  };
  const clock = {
    nowMs: () => 0,
    monotonicMs: () => 0,
    setTimer: (delayMs: number, task: () => void) => {
      expect(delayMs).toBe(SILENT_MS);
      timers.add(task);
      return () => void timers.delete(task);
    },
  };
  const given: (readonly number[] | undefined)[] = [];
  const watched = new ToldOutages(common, clock, (text) => void told.push(text));
  return {
    watched,
    told,
    given,
    timers,
    ask: () => watched.exchange([], (reserved) => void given.push(reserved)),
    answer: (reserved: readonly number[] | undefined) => answers.shift()?.(reserved),
    expire: () => {
      for (const task of timers) task();
      timers.clear();
    },
  };
}

test("a database that answers in time isn't mentioned", () => {
  const on = counts();
  for (const reserved of [[3], [4]]) {
    on.ask();
    on.answer(reserved);
  }
  expect([on.given, on.told, on.timers.size]).toEqual([[[3], [4]], [], 0]);
  expect(on.watched).toMatchObject({ isCurrent: false });
  expect([on.watched.hasChanged(), on.watched.read("key", 7)]).toEqual([
    true,
    { ended: [[7, 1]], elsewhere: 3, pausedUntilMs: 0 },
  ]);
});

test("an outage is reported once, however often the database is asked, and so is its end", () => {
  const on = counts();
  on.ask();
  on.answer(undefined);
  on.ask();
  // The time runs from the first question without an answer.
  expect(on.timers.size).toBe(1);
  on.expire();
  on.answer(undefined);
  on.ask();
  expect([on.told, on.timers.size]).toEqual([[AWAY], 0]);
  on.answer([1]);
  expect(on.told).toEqual([AWAY, BACK]);
  on.ask();
  on.expire();
  expect(on.told).toEqual([AWAY, BACK, AWAY]);
});
