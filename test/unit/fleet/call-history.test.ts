import { describe, expect, test } from "@jest/globals";

import { CallHistory } from "../../../packages/fleet/src/budget/call-history.ts";
import { requestWindows, DEFAULT_LIMITS } from "../../../packages/fleet/src/budget/limits.ts";

const WINDOWS = [
  { most: 2, windowMs: 60_000 },
  { most: 3, windowMs: 3_600_000 },
];

test("a share of the limits that comes out whole is not a call less", () => {
  const wrong: string[] = [];
  for (let parts = 1; parts <= 60; parts += 1) {
    for (const most of [1, 2, 50, 80, 160].map((each) => each * parts)) {
      for (let taken = 1; taken <= parts; taken += 1) {
        const limits = { ...DEFAULT_LIMITS, requestsPerMinute: most, requestsPerHour: most };
        const got = requestWindows(limits, taken / parts).map((window) => window.most);
        if (got.some((one) => one !== (most / parts) * taken))
          wrong.push(`${taken}/${parts} of ${most}: ${got.join()}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

describe("what was called", () => {
  test("counts for a whole window from its end, and for as long as it goes on", () => {
    const calls = new CallHistory();
    calls.begin(2);
    expect(calls.waitMs(WINDOWS, 1, 500_000)).toBe(Number.POSITIVE_INFINITY);
    calls.finish(1, 500_000);
    expect(calls.waitMs(WINDOWS, 1, 500_000)).toBe(60_000);
    expect(calls.waitMs(WINDOWS, 1, 559_999)).toBe(1);
    expect(calls.waitMs(WINDOWS, 1, 560_000)).toBe(0);
    calls.finish(1, undefined);
    expect(calls.waitMs(WINDOWS, 2, 500_000)).toBe(60_000);
    expect(calls.waitMs(WINDOWS, 2, 560_000)).toBe(0);
  });

  test("is held to the hour as to the minute", () => {
    const calls = new CallHistory();
    for (const nowMs of [0, 1_000_000, 2_000_000]) {
      calls.begin(1);
      calls.finish(1, nowMs);
    }
    expect(calls.waitMs(WINDOWS, 1, 2_600_000)).toBe(1_000_000);
    calls.prune(3_600_000, 3_600_000);
    expect(calls.waitMs(WINDOWS, 1, 3_600_000)).toBe(0);
  });

  test("is told to no other ledger once no window counts it", () => {
    const calls = new CallHistory();
    calls.begin(3);
    for (const endedMs of [1000, 2000]) calls.finish(1, endedMs);
    const untold = (): unknown => calls.tell(1, { nowMs: 0, wallMs: 0 });
    calls.prune(60_000, 61_999);
    expect([calls.hasUntold, calls.open]).toEqual([true, 1]);
    calls.prune(60_000, 62_000);
    expect([calls.hasUntold, untold()]).toEqual([false, []]);
    // A thousand that are too old stay for a while, and one more takes them all away.
    const many = (old: number): unknown => {
      const crowd = new CallHistory();
      crowd.finish(old, 1000);
      crowd.finish(2, 2000);
      crowd.prune(60_000, 61_000);
      return crowd.tell(1, { nowMs: 0, wallMs: 0 });
    };
    expect([many(1000), many(1001)]).toEqual([
      [
        [1000, 1000],
        [2000, 2],
      ],
      [[2000, 2]],
    ]);
  });

  test("is told to other ledgers once, and counts there from the end of its second", () => {
    const calls = new CallHistory();
    calls.begin(3);
    calls.finish(1, 10_400);
    calls.finish(1, 10_600);
    const told = calls.tell(1000, { nowMs: 20_000, wallMs: 1_000_020_000 });
    expect(told).toEqual([[1_000_011_000, 2]]);
    expect(calls.tell(1000, { nowMs: 20_000, wallMs: 1_000_020_000 })).toEqual([]);
    const other = new CallHistory();
    other.learn(told, calls.open, { nowMs: 5000, wallMs: 1_000_031_000 });
    const windows = [{ most: 3, windowMs: 60_000 }];
    expect([other.waitMs(windows, 1, 5000), other.waitMs(windows, 3, 5000)]).toEqual([
      40_000,
      Number.POSITIVE_INFINITY,
    ]);
    const whenTheClockWasSetBack = new CallHistory();
    whenTheClockWasSetBack.learn(told, 0, { nowMs: 5000, wallMs: 900_000_000 });
    expect(whenTheClockWasSetBack.waitMs(windows, 3, 5000)).toBe(60_000);
  });

  test("stays counted when others tell what they know, in the order of time", () => {
    const calls = new CallHistory();
    for (const nowMs of [1000, 3000]) {
      calls.begin(1);
      calls.finish(1, nowMs);
    }
    calls.learn([[2000, 1]], 0, { nowMs: 4000, wallMs: 4000 });
    const waits = [3, 2, 1].map((most) => calls.waitMs([{ most, windowMs: 10_000 }], 1, 4000));
    expect(waits).toEqual([7000, 8000, 9000]);
  });

  test("is divided by shares, of which all together are no more than the whole", () => {
    const third = requestWindows(DEFAULT_LIMITS, 1 / 3).map(({ most }) => most);
    expect(third).toEqual([133, 1333]);
    expect(requestWindows({ ...DEFAULT_LIMITS, requestsPerHour: 4800 }, 1 / 3)[1]?.most).toBe(1600);
    expect(requestWindows(DEFAULT_LIMITS, 1e-6).map(({ most }) => most)).toEqual([1, 1]);
  });
});
