import { describe, expect, test } from "@jest/globals";

import type { CountReport } from "../../../packages/fleet/src/budget/common-counts.ts";
import type { PostgresDatabase } from "../../../packages/fleet/src/postgres/postgres-database.generated.ts";
import { PostgresCounts } from "../../../packages/fleet/src/record/postgres-counts.ts";

const SPAN_MS = 3_600_000;

interface Answer {
  readonly reserved: number;
  readonly last: number;
  readonly ended: readonly (readonly [number, number])[];
  readonly held: readonly (readonly [number, number])[];
  readonly pausedMs: number;
}

const NOTHING: Answer = { reserved: 0, last: 0, ended: [], held: [], pausedMs: 0 };

/** Counts whose database answers what the test says, by the clock of the test. */
function counts() {
  const asked: { told: unknown; reports: unknown; turn: unknown; step: unknown }[] = [];
  const state = { nowMs: 1_000_000, answers: [] as (readonly Answer[] | null | Error)[] };
  const statement = async (text: string, values: () => readonly unknown[]) => {
    const [, turn, step, told, reports] = values();
    if (!text.includes("exchange_counts")) return [];
    asked.push({ told: JSON.parse(String(told)), reports: JSON.parse(String(reports)), turn, step });
    const answers = state.answers.shift() ?? null;
    if (answers instanceof Error) throw answers;
    return [{ answers }];
  };
  const database = { statement } as unknown as PostgresDatabase; // -- what counts use
  const common = new PostgresCounts(database, { nowMs: () => state.nowMs });
  const exchange = (reports: readonly CountReport[], answers: readonly Answer[] | null | Error) => {
    state.answers.push(answers);
    return new Promise<readonly number[] | undefined>((done) => common.exchange(reports, done));
  };
  return { common, state, asked, exchange };
}

const report = (more: Partial<CountReport> = {}): CountReport => ({
  key: "key",
  ended: [],
  held: 0,
  spanMs: SPAN_MS,
  ...more,
});

describe("counts of a database", () => {
  test("are known by the clock of this machine, for as long as they matter", async () => {
    const { common, state, exchange } = counts();
    expect(common.hasChanged()).toBe(false);
    expect(common.read("key", 0)).toEqual({ ended: [], elsewhere: 0, pausedUntilMs: 0 });
    const answer = {
      ...NOTHING,
      reserved: 3,
      last: 7,
      ended: [[5000, 2]],
      held: [
        [10_000, 4],
        [20_000, 1],
      ],
    } as const;
    expect(await exchange([report()], [answer])).toEqual([3]);
    expect([common.hasChanged(), common.hasChanged()]).toEqual([true, false]);
    expect(common.read("other", 0)).toEqual({ ended: [], elsewhere: 0, pausedUntilMs: 0 });
    expect(common.read("key", 0)).toEqual({ ended: [[995_000, 2]], elsewhere: 5, pausedUntilMs: 0 });
    expect(common.read("key", 995_000).ended).toEqual([]);
    expect(common.read("key", 994_999).ended).toEqual([[995_000, 2]]);
    // A silent ledger might have sent what it had reserved, until its time was over.
    state.nowMs += 10_000;
    expect(common.read("key", 0)).toEqual({
      ended: [
        [995_000, 2],
        [1_010_000, 4],
      ],
      elsewhere: 1,
      pausedUntilMs: 0,
    });
    await exchange([report()], [{ ...answer, last: 8, ended: [[0, 1]], held: [] }]);
    expect(common.read("key", 0)).toEqual({
      ended: [
        [995_000, 2],
        [1_010_000, 1],
      ],
      elsewhere: 0,
      pausedUntilMs: 0,
    });
    state.nowMs = 995_000 + SPAN_MS;
    await exchange([report()], [NOTHING]);
    expect(common.read("key", 0).ended).toEqual([[1_010_000, 1]]);
  });

  test.each([
    [[7000], 7000],
    // The time that an answer is on the way moves no pause.
    [[7000, 7000 + 500], 7000],
    [[7000, 7000 + 501], 7501],
    [[7000, 6000], 7000],
    [[7000, 0], 7000],
    [[0], 0],
  ])("of pauses %j, the first one counts until a longer one", async (pauses, expected) => {
    const { common, state, exchange } = counts();
    for (const pausedMs of pauses) await exchange([report()], [{ ...NOTHING, pausedMs }]);
    expect(common.read("key", 0).pausedUntilMs).toBe(expected === 0 ? 0 : state.nowMs + expected);
  });

  test("are asked for what is wanted, from where they are known, in numbers of the database's kind", async () => {
    const { asked, exchange, state } = counts();
    const windows = [{ most: 4, windowMs: 60_000.2 }];
    await exchange([report()], [{ ...NOTHING, last: 7 }]);
    await exchange(
      [
        report({ held: 2, wanted: { calls: 3, isWhole: true, windows }, pausedUntilMs: state.nowMs + 1500.4 }),
        report({ key: "other", spanMs: 99.5, wanted: { calls: 1, isWhole: false, windows: [] } }),
      ],
      [NOTHING, NOTHING],
    );
    const plain = { key: "key", held: 0, wanted: 0, whole: false, windows: [], pause: 0, since: 0, span: SPAN_MS };
    const asks = [
      { ...plain, held: 2, wanted: 3, whole: true, windows: [{ most: 4, span: 60_001 }], pause: 1500, since: 7 },
      { ...plain, key: "other", wanted: 1, span: 100 },
    ];
    expect(asked.map(({ reports }) => reports)).toEqual([[plain], asks]);
    expect(asked.map(({ turn, step }) => [turn, step])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test("that weren't reached are told again under their first step, and count here meanwhile", async () => {
    const { common, state, asked, exchange } = counts();
    const ended = [[999_000.4, 2]] as const;
    expect(await exchange([report({ ended })], new Error("away"))).toBeUndefined();
    expect(common.hasChanged()).toBe(false);
    expect(common.read("key", 0)).toEqual({ ended, elsewhere: 0, pausedUntilMs: 0 });
    expect(common.read("other", 0).ended).toEqual([]);
    state.nowMs += 250;
    // A later try was answered first.
    expect(await exchange([report()], null)).toBeUndefined();
    expect(await exchange([report({ ended: [[1_000_250, 1]] })], [NOTHING])).toEqual([0]);
    const first = { key: "key", age: 1250, calls: 2, step: 1 };
    expect(asked.map(({ told }) => told)).toEqual([
      [{ ...first, age: 1000 }],
      [first],
      [first, { key: "key", age: 0, calls: 1, step: 3 }],
    ]);
    expect(await exchange([report()], [NOTHING])).toEqual([0]);
    expect(asked.at(-1)?.told).toEqual([]);
  });

  test("are not asked about nothing", async () => {
    const { asked, exchange } = counts();
    expect(await exchange([], [])).toEqual([]);
    expect(asked).toEqual([]);
  });
});
