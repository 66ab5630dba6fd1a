import { describe, expect, test } from "@jest/globals";

import { partOf, type RunLock } from "../../../packages/fleet/src/record/run-lock.ts";
import type { FleetEvent } from "../../../packages/fleet/src/run/events.ts";
import { inParallel } from "../../../packages/fleet/src/run/pool.ts";
import { whileLocked } from "../../../packages/fleet/src/run/while-locked.ts";

const NOTE = { event: "note", text: "é|" } as const;
const END = { event: "end", succeeded: 1, failed: 0, notStarted: 0 } as const;

/** A lock that tells of its use, and can be lost. */
function lockOf(seen: unknown[], release: () => Promise<void> = () => Promise.resolve()) {
  const lost = new AbortController();
  const lock: Pick<RunLock, "hold"> = {
    hold: (part) => {
      seen.push(`hold ${part}`);
      return Promise.resolve({
        lost: lost.signal,
        release: () => {
          seen.push("release");
          return release();
        },
      });
    },
  };
  return { lock: lock as RunLock, lost };
}

describe("a run that holds a lock", () => {
  const told = (seen: unknown[]) => ({
    onEvent: (event: FleetEvent) => void seen.push(event.event === "note" ? event.text : event.event),
    signal: new AbortController().signal,
  });

  test.each([
    [undefined, "run"],
    [{ index: 2, of: 3 }, "shard 2/3"],
  ])("for the shard %j holds the part %s, and its end is told after the release", async (shard, part) => {
    const seen: unknown[] = [];
    const { lock } = lockOf(seen);
    const result = await whileLocked(lock, shard, told(seen), ({ onEvent }) => {
      onEvent(END);
      onEvent(NOTE);
      return Promise.resolve("done");
    });
    expect([result, partOf(shard), seen]).toEqual(["done", part, [`hold ${part}`, NOTE.text, "release", "end"]]);
  });

  test("releases it if it fails, and has no end to tell of", async () => {
    const seen: unknown[] = [];
    const { lock } = lockOf(seen);
    const run = whileLocked(lock, undefined, told(seen), () => Promise.reject(new Error("a fault")));
    await expect(run).rejects.toThrow("a fault");
    expect(seen).toEqual(["hold run", "release"]);
  });

  test.each([
    [new Error("the database is away"), "the database is away"],
    ["away", "away"],
  ])("isn't affected if the lock can't be released: %p", async (reason, words) => {
    const seen: unknown[] = [];
    const { lock } = lockOf(seen, () => Promise.reject(reason));
    await whileLocked(lock, undefined, told(seen), ({ onEvent }) => Promise.resolve(onEvent(END)));
    expect(seen).toEqual([
      "hold run",
      "release",
      `The lease of this run expires in 30 seconds: it can't be released now. ${words}`,
      "end",
    ]);
  });

  test("ends by its own signal, and when the lock is lost", async () => {
    const own = new AbortController();
    const { lock, lost } = lockOf([]);
    for (const ends of [own, lost]) {
      const control = { onEvent: () => undefined, signal: ends === own ? own.signal : new AbortController().signal };
      const isEnded = await whileLocked(lock, undefined, control, ({ signal }) => {
        const before = signal.aborted;
        ends.abort(new Error("ended"));
        return Promise.resolve([before, signal.aborted, signal.reason]);
      });
      expect(isEnded).toEqual([false, true, ends.signal.reason]);
    }
  });
});

describe("tasks in parallel", () => {
  test.each([1, 3, 9])("are %d at a time, and the next one starts when one ends", async (parallel) => {
    const waiting = Array.from({ length: 7 }, (_, index) => index);
    const [started, most]: [number[], number[]] = [[], []];
    let running = 0;
    await inParallel(parallel, () => {
      const next = waiting.shift();
      if (next === undefined) return undefined;
      started.push(next);
      running += 1;
      most.push(running);
      return Promise.resolve().then(() => void (running -= 1));
    });
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([Math.max(...most), running]).toEqual([Math.min(parallel, 7), 0]);
  });
});
