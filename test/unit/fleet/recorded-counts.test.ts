import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { CommonCount, CountReport, WantedCalls } from "../../../packages/fleet/src/budget/common-counts.ts";
import { openRecordDatabase } from "../../../packages/fleet/src/record/database.ts";
import { RecordedCounts } from "../../../packages/fleet/src/record/recorded-counts.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";

let folder: string;
let clock: FakeClock;
let opened: ReturnType<typeof openRecordDatabase>[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-counts-"));
  clock = createFakeClock();
  opened = [];
});
afterEach(() => {
  for (const one of opened) one.close();
  rmSync(folder, { recursive: true });
});

/** The counts as a process has them. */
function ledger(): RecordedCounts {
  const database = openRecordDatabase(join(folder, "runs.sqlite"));
  opened.push(database);
  return new RecordedCounts(database, clock);
}

/** What a ledger gets for its reports. */
function answer(counts: RecordedCounts, ...reports: readonly Partial<CountReport>[]): readonly number[] {
  let answered: readonly number[] = [-1];
  counts.exchange(
    reports.map((one) => ({ key: "é|'", ended: [], held: 0, spanMs: 3_600_000, ...one })),
    (reserved) => (answered = reserved),
  );
  return answered;
}

const MINUTE = { most: 10, windowMs: 60_000 };
const wants = (calls: number, more: Partial<WantedCalls> = {}): Partial<CountReport> => ({
  wanted: { calls, isWhole: false, windows: [MINUTE], ...more },
});
const seen = (counts: RecordedCounts, sinceMs = 0): CommonCount => counts.read("é|'", sinceMs);

describe("a ledger", () => {
  test("reads the current counts, and knows whether others have changed something since it asked", () => {
    const [one, other] = [ledger(), ledger()];
    expect([one.isCurrent, one.hasChanged(), one.hasChanged()]).toEqual([true, true, false]);
    answer(one, { held: 1 });
    expect(one.hasChanged()).toBe(false);
    answer(other, { held: 1 });
    expect([one.hasChanged(), one.hasChanged()]).toEqual([true, false]);
  });

  test("without reports is answered at once, and stores nothing", () => {
    const [one, other] = [ledger(), ledger()];
    other.hasChanged();
    expect([answer(one), other.hasChanged()]).toEqual([[], false]);
  });

  test("reads the requests that ended after a time, added up by their times, and those of no other name", () => {
    const [one, other] = [ledger(), ledger()];
    answer(
      one,
      {
        ended: [
          [1000, 2],
          [2000, 1],
        ],
      },
      { key: "other", ended: [[1000, 9]] },
    );
    answer(other, { ended: [[2000, 3]] });
    expect(seen(one)).toEqual({
      ended: [
        [1000, 2],
        [2000, 4],
      ],
      elsewhere: 0,
      pausedUntilMs: 0,
    });
    expect(seen(one, 1000).ended).toEqual([[2000, 4]]);
    expect(seen(one, 2000).ended).toEqual([]);
  });

  test("has what others hold elsewhere, until ten seconds after their last report; then it counts as sent", () => {
    const [one, other, third] = [ledger(), ledger(), ledger()];
    answer(one, { held: 5 });
    answer(other, { held: 3 });
    clock.advance(1000);
    answer(third, { held: 4 }, { key: "other", held: 9 });
    expect([one, other, third].map((each) => seen(each).elsewhere)).toEqual([7, 9, 8]);
    clock.advance(8999);
    expect(seen(one)).toEqual({ ended: [], elsewhere: 7, pausedUntilMs: 0 });
    clock.advance(1);
    const at = clock.nowMs();
    expect(seen(third)).toEqual({
      ended: expect.arrayContaining([
        [at, 5],
        [at, 3],
      ]),
      elsewhere: 0,
      pausedUntilMs: 0,
    });
    expect(seen(third, at).ended).toEqual([]);
    answer(other, { held: 0 });
    expect(seen(third).ended).toEqual([[at, 5]]);
    // Who gave everything back held nothing until then.
    clock.advance(10_000);
    expect(seen(third).ended.toSorted(([left], [right]) => left - right)).toEqual([
      [at, 5],
      [at + 1000, 4],
    ]);
  });

  test("is paused until the latest time that anybody was told", () => {
    const [one, other] = [ledger(), ledger()];
    const nowMs = clock.nowMs();
    answer(one, { pausedUntilMs: nowMs + 5000 });
    answer(other, { pausedUntilMs: nowMs + 3000 });
    expect([seen(one).pausedUntilMs, other.read("other", 0).pausedUntilMs]).toEqual([nowMs + 5000, 0]);
    clock.advance(4999);
    expect(answer(other, wants(2))).toEqual([0]);
    clock.advance(1);
    expect(answer(other, wants(2))).toEqual([2]);
  });
});

describe("more requests", () => {
  test.each<readonly [string, number, Partial<WantedCalls>, number]>([
    ["that fit are reserved", 3, {}, 3],
    ["that just fit are reserved", 4, { isWhole: true }, 4],
    ["that don't fit are reserved in part", 9, {}, 4],
    ["that are wanted whole aren't reserved in part", 5, { isWhole: true }, 0],
    ["have to fit all windows", 4, { windows: [MINUTE, { most: 9, windowMs: 3_600_000 }] }, 2],
    ["have to fit all windows, in any order", 4, { windows: [{ most: 9, windowMs: 3_600_000 }, MINUTE] }, 2],
    ["aren't reserved where there is less than no room", 4, { windows: [{ most: 1, windowMs: 60_000 }] }, 0],
  ])("%s", (_what, calls, more, reserved) => {
    const [one, other] = [ledger(), ledger()];
    const nowMs = clock.nowMs();
    // One ended a minute ago: it counts in the hour only.
    answer(
      other,
      {
        ended: [
          [nowMs - 60_000, 1],
          [nowMs - 59_999, 2],
        ],
        held: 3,
      },
      { key: "other", held: 8 },
    );
    expect(answer(one, { held: 1, ...wants(calls, more) })).toEqual([reserved]);
    // What is reserved is held, together with what was held before.
    expect(seen(other).elsewhere).toBe(1 + reserved);
  });

  test("that a ledger held before aren't counted twice, and each report has its own answer", () => {
    const one = ledger();
    expect(answer(one, { held: 4 }, wants(9), { key: "other", ...wants(7) }, { key: "other" })).toEqual([0, 9, 7, 0]);
    expect(answer(one, { held: 9, ...wants(2) })).toEqual([1]);
    clock.advance(10_000);
    expect(answer(ledger(), wants(10))).toEqual([0]);
    clock.advance(59_999);
    expect(answer(ledger(), wants(10))).toEqual([0]);
    clock.advance(1);
    expect(answer(ledger(), wants(10))).toEqual([10]);
  });
});

test("what is older than a day is forgotten when a ledger is opened, and times far ahead become now", () => {
  const one = ledger();
  const nowMs = clock.nowMs();
  const day = 86_400_000;
  const ended: CountReport["ended"] = [
    [nowMs - day - 1, 1],
    [nowMs - day, 2],
    [nowMs, 3],
    [nowMs + 10_000, 4],
    [nowMs + 10_001, 5],
    [nowMs + day, 6],
  ];
  answer(one, { ended }, { key: "other", ended: [[nowMs + day, 7]] });
  const other = ledger();
  expect(seen(other).ended.toSorted(([left], [right]) => left - right)).toEqual([
    [nowMs - day, 2],
    [nowMs, 14],
    [nowMs + 10_000, 4],
  ]);
  expect(other.read("other", 0).ended).toEqual([[nowMs, 7]]);
  answer(one, { held: 8 });
  // Before the clock was set back, it was held until then.
  const [before] = opened;
  before!.exec(`UPDATE held SET until = ${nowMs + day} WHERE calls = 8`);
  expect([seen(ledger()).elsewhere, seen(one, nowMs - 1).ended.find(([at]) => at === nowMs)]).toEqual([0, [nowMs, 22]]);
});
