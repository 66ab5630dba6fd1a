import { describe, expect, test } from "@jest/globals";

import { CallHistory } from "../../../packages/fleet/src/budget/call-history.ts";
import { requestWindows, DEFAULT_LIMITS } from "../../../packages/fleet/src/budget/limits.ts";

const WINDOWS = [
  { most: 2, windowMs: 60_000 },
  { most: 3, windowMs: 3_600_000 },
];

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

  test("goes on in another process, and what was open there may have arrived until now", () => {
    const calls = new CallHistory();
    calls.begin(3);
    calls.finish(1, 10_400);
    calls.finish(1, 10_600);
    const counts = calls.counts(1000, { nowMs: 20_000, wallMs: 1_000_020_000 });
    expect(counts).toEqual({ open: 1, ended: [[1_000_011_000, 2]] });
    const later = new CallHistory();
    later.restore(counts, { nowMs: 5000, wallMs: 1_000_031_000 });
    const windows = [{ most: 3, windowMs: 60_000 }];
    expect([later.waitMs(windows, 1, 5000), later.waitMs(windows, 3, 5000)]).toEqual([40_000, 60_000]);
    const whenTheClockWasSetBack = new CallHistory();
    whenTheClockWasSetBack.restore(counts, { nowMs: 5000, wallMs: 900_000_000 });
    expect(whenTheClockWasSetBack.waitMs(windows, 3, 5000)).toBe(60_000);
  });

  test("is divided by shares, of which all together are no more than the whole", () => {
    const third = requestWindows(DEFAULT_LIMITS, 1 / 3).map(({ most }) => most);
    expect(third).toEqual([133, 1333]);
    expect(requestWindows({ ...DEFAULT_LIMITS, requestsPerHour: 4800 }, 1 / 3)[1]?.most).toBe(1600);
    expect(requestWindows(DEFAULT_LIMITS, 1e-6).map(({ most }) => most)).toEqual([1, 1]);
  });
});
