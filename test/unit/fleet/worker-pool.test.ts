import { beforeAll, describe, expect, jest, test } from "@jest/globals";

import type * as pools from "../../../packages/fleet/src/temporal/worker-pool.ts";

/** How long a pool waited, in milliseconds; here, no time passes. */
const waits: number[] = [];
jest.doMock("node:timers/promises", () => ({
  setTimeout: async (ms: number, _value: undefined, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    waits.push(ms);
  },
}));

/** Loaded when nothing waits any more. */
let workerPool: typeof pools;
beforeAll(async () => {
  workerPool = await import("../../../packages/fleet/src/temporal/worker-pool.ts");
});

const NOW_MS = Date.parse("2026-11-26T08:00:00.417Z");

/** A worker's name, and the seconds since the server last heard it. */
type Heard = readonly [identity: string, seconds: number];

/** A pool of `size`, at a server that has heard these workers; each look is the next list, the last one stays. */
function poolOf(size: number, looks: readonly (readonly Heard[])[], { nowMs = NOW_MS } = {}) {
  const identity = "own";
  const asked: unknown[] = [];
  const log: string[] = [];
  const describeTaskQueue = async (request: unknown) => {
    const heard = looks[Math.min(asked.length, looks.length - 1)] ?? [];
    asked.push(request);
    const pollers = heard.map(([name, seconds]) => ({
      identity: name,
      lastAccessTime: { seconds: Math.floor(nowMs / 1000) - seconds },
    }));
    return looks.length === 0 ? {} : { pollers };
  };
  const connection = { workflowService: { describeTaskQueue } } as never; // -- what a pool asks
  const clock = { nowMs: () => nowMs } as never; // -- as above
  const member = {
    connection,
    namespace: "n",
    queue: "q",
    identity,
    size,
    clock,
    log: (text: string) => log.push(text),
  };
  return { pool: new workerPool.WorkerPool(member), asked, log };
}

describe("a worker", () => {
  test.each<readonly [boolean, number, string, readonly Heard[]]>([
    [true, 1, "nobody is heard", []],
    [true, 1, "the server remembers the worker itself", [["own", 1]]],
    [true, 2, "one other is heard", [["a", 1]]],
    [
      false,
      2,
      "two others are heard",
      [
        ["a", 1],
        ["b", 1],
      ],
    ],
    [
      true,
      2,
      "one other is heard twice",
      [
        ["a", 1],
        ["a", 2],
      ],
    ],
    [
      false,
      2,
      "two others and the worker itself are heard",
      [
        ["a", 1],
        ["b", 1],
        ["own", 1],
      ],
    ],
    [false, 1, "another was heard 89 seconds ago", [["a", 89]]],
    [true, 1, "another was heard 91 seconds ago", [["a", 91]]],
  ])("joins: %s, in a pool of %i where %s", async (joins, size, _heard, heard) => {
    const { pool, asked } = poolOf(size, [heard]);
    const outcome = await pool.join().then(
      () => true,
      (error: unknown) => !(error instanceof workerPool.TooManyWorkersError),
    );
    expect(outcome).toBe(joins);
    expect(asked).toEqual([{ namespace: "n", taskQueue: { name: "q" }, taskQueueType: 1 }]);
  });

  test("that can't join gets an error with the number of workers", async () => {
    const refusal = (others: string, size: number) =>
      `${others}, and the budget is shared by ${size}: start every worker with the same --workers. One that was ended counts for 90 seconds.`;
    const one = poolOf(1, [[["a", 1]]]).pool;
    await expect(one.join()).rejects.toThrow(refusal("1 other worker runs", 1));
    const two = poolOf(2, [
      [
        ["a", 1],
        ["b", 1],
      ],
    ]).pool;
    await expect(two.join()).rejects.toThrow(refusal("2 other workers run", 2));
  });

  test.each([
    [90, false],
    [91, true],
  ])("joins a pool whose other worker was heard exactly %i seconds ago: %s", async (seconds, joins) => {
    const { pool } = poolOf(1, [[["a", seconds]]], { nowMs: Math.floor(NOW_MS / 1000) * 1000 });
    const joined = await pool.join().then(
      () => true,
      () => false,
    );
    expect(joined).toBe(joins);
  });

  test("joins if the server has no list of workers", async () => {
    await expect(poolOf(1, []).pool.join()).resolves.toBeUndefined();
  });
});

describe("a turn", () => {
  const many: readonly Heard[] = [
    ["own", 1],
    ["a", 1],
    ["b", 1],
  ];

  test("comes at once while there are no more workers than share the budget", async () => {
    const { pool, asked, log } = poolOf(3, [many]);
    await pool.turn(new AbortController().signal);
    expect([asked.length, log]).toEqual([1, []]);
  });

  test("comes once the others are gone, and the wait is told once", async () => {
    const { pool, asked, log } = poolOf(2, [many, many, many.slice(1)]);
    await pool.turn(new AbortController().signal);
    expect([asked.length, waits]).toEqual([3, [5000, 5000]]);
    expect(log).toEqual(["3 workers run, and the budget is shared by 2: nothing is started"]);
  });

  test("never comes to a worker that ends", async () => {
    const stop = new AbortController();
    const { pool } = poolOf(1, [many]);
    stop.abort(new Error("ended"));
    await expect(pool.turn(stop.signal)).rejects.toThrow("ended");
  });
});
