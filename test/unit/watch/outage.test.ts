import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import {
  HistoryError,
  type LookResult,
  SqliteStore,
  type Watched,
  watchFileOf,
  watchOften,
  watchOnce,
  type WatchOptions,
} from "../../../packages/watch/src/index.ts";
import { Outage } from "../../../packages/watch/src/run/outage.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";

const SECOND = 1_000;

let kept: SqliteStore;
let clock: StillWatchClock;
let said: string[];
let looked: string[];
let stop: AbortController;
let isAway: boolean;
beforeEach(() => {
  kept = new SqliteStore(":memory:");
  clock = new StillWatchClock("2026-11-26T08:00:00.417Z");
  [said, looked, isAway] = [[], [], false];
  stop = new AbortController();
});
afterEach(() => kept.close());

const away = () => Promise.reject(new HistoryError("The history is away."));

/** The history, which the test can make unavailable. */
const store = new Proxy({} as SqliteStore, {
  get: (_none, name: keyof SqliteStore) =>
    isAway ? away : (...args: unknown[]) => (kept[name] as (...all: unknown[]) => unknown).apply(kept, args),
});

const organization = (name: string): Watched => ({
  name,
  labels: {},
  look: async () => {
    looked.push(name);
    return { findings: [], gaps: [], requests: 7 };
  },
});

const optionsFor = (watched: readonly Watched[]): WatchOptions => ({
  watched,
  file: watchFileOf("orgform.watch.yaml", "every: 1h"),
  store,
  clock,
  environment: {},
  signal: stop.signal,
  parallel: 2,
  say: (line) => said.push(line),
  onLook: (name, { outcome }: LookResult) => said.push(`${name} ${outcome}`),
});

async function moved(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    clock.move(5 * SECOND);
    for (let turns = 0; turns < 5; turns += 1) await new Promise((done) => setImmediate(done));
  }
}

describe("a watch whose history is away for a while", () => {
  test("says so once, tries again until it is back, says that once, and then looks", async () => {
    const done = watchOften(optionsFor(["a", "b", "c"].map(organization)));
    await moved(10);
    expect(said.splice(0).toSorted()).toEqual(["a clean", "b clean", "c clean"]);
    isAway = true;
    await moved(1_200);
    expect(said.splice(0)).toEqual(["The history is away. The watcher tries again until it can use the history."]);
    expect(looked.splice(0)).toEqual(["a", "b", "c"]);
    isAway = false;
    await moved(300);
    expect(looked.toSorted()).toEqual(["a", "b", "c"]);
    expect(said.filter((line) => line === "The history can be used again.")).toHaveLength(1);
    stop.abort();
    await done;
    expect(await kept.looks({ sinceMs: 0 })).toHaveLength(6);
  });

  test("ends cleanly by the signal meanwhile", async () => {
    const done = watchOften(optionsFor([organization("a")]));
    await moved(10);
    isAway = true;
    await moved(300);
    stop.abort();
    await done;
    expect(said).toHaveLength(2);
  });

  test("takes nothing of a look during which the lease is lost", async () => {
    let isAsked = false;
    const slow: Watched = {
      ...organization("a"),
      look: (signal) => {
        isAsked = true;
        return new Promise((_done, failed) => signal.addEventListener("abort", () => failed(new Error("ended"))));
      },
    };
    const results: unknown[] = [];
    const done = watchOften({ ...optionsFor([slow]), onLook: (name, result) => results.push([name, result]) });
    await moved(10);
    expect(isAsked).toBe(true);
    isAway = true;
    await moved(80);
    expect(results).toEqual([["a", { outcome: "lost", events: [] }]]);
    stop.abort();
    await done;
    expect(await kept.looks({ sinceMs: 0 })).toEqual([]);
  });

  test("fails with its reason where it looks once, and leaves nothing running", async () => {
    const breaking: Watched = {
      ...organization("a"),
      look: async () => {
        isAway = true;
        return { findings: [], gaps: [] };
      },
    };
    let isEnded = false;
    const slow: Watched = {
      ...organization("b"),
      look: (signal) =>
        new Promise((_done, failed) =>
          signal.addEventListener("abort", () => {
            isEnded = true;
            failed(new Error("ended"));
          }),
        ),
    };
    await expect(watchOnce(optionsFor([slow, breaking]))).rejects.toThrow("The history is away.");
    expect(isEnded).toBe(true);
  });
});

test.each([0, 0.3, 0.999])(
  "with the chance %d, tries wait for twice as long each, up to five minutes",
  async (chance) => {
    const slept: number[] = [];
    const waits = [5, 10, 20, 40, 80, 160, 300, 300].map((seconds) => seconds * SECOND);
    const quick = Object.assign(new StillWatchClock(), {
      chance,
      sleep: (ms: number) => {
        slept.push(ms);
        if (slept.length === waits.length) stop.abort();
        return Promise.resolve();
      },
    });
    await new Outage(quick, (line) => said.push(line)).outlast("a", away, stop.signal);
    expect(slept).toEqual(waits.map((ms) => ms * (0.5 + chance / 2)));
    expect(said).toEqual(["The history is away. The watcher tries again until it can use the history."]);
  },
);

test("a history that is away when the watch ends is neither waited for nor told", async () => {
  const slept: number[] = [];
  const quick = Object.assign(new StillWatchClock(), { sleep: async (ms: number) => void slept.push(ms) });
  const ending = () => {
    stop.abort();
    return away();
  };
  await new Outage(quick, (line) => said.push(line)).outlast("a", ending, stop.signal);
  expect([slept, said]).toEqual([[], []]);
});

test("a fault of the program ends the watch of all organizations, and is told", async () => {
  const done = watchOften({
    ...optionsFor(["a", "b"].map(organization)),
    onLook: () => {
      throw new TypeError("a fault");
    },
  });
  await expect(done).rejects.toThrow("a fault");
  expect(said).toEqual([]);
});

test("a state whose revision can't be read makes another look", async () => {
  let looks = 0;
  const finding = {
    type: "finding",
    kind: "missing",
    severity: "error",
    resource: "Domain",
    id: "1",
    name: "x",
  } as const;
  const acme: Watched = {
    ...organization("a"),
    look: async () => {
      looks += 1;
      if (looks > 1) throw new Error("no state");
      return { revision: "1", findings: [finding], gaps: [], requests: 3 };
    },
    revision: () => Promise.reject(new Error("no state")),
  };
  expect(await watchOnce(optionsFor([acme]))).toBe(false);
  expect(await kept.looks({ sinceMs: 0 })).toMatchObject([{ outcome: "failed", requests: 3 }]);
});
