import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { whileHeld } from "../../../packages/watch/src/run/lease.ts";
import { HistoryError, SqliteStore } from "../../../packages/watch/src/index.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";

const SECOND = 1_000;

let store: SqliteStore;
let clock: StillWatchClock;
beforeEach(() => {
  store = new SqliteStore(":memory:");
  clock = new StillWatchClock("2026-11-26T08:00:00.417Z");
});
afterEach(() => store.close());

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

async function moved(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    clock.move(5 * SECOND);
    await settled();
  }
}

const isFree = (): Promise<boolean> => store.hold("acme", "other", clock.nowMs(), clock.nowMs() + 1);

describe("what a process does while it alone holds a name", () => {
  test("isn't begun any more when the signal comes while it waits, and nothing is held", async () => {
    const asked: string[] = [];
    const answers = [false, false, true];
    const counted = {
      hold: () => Promise.resolve(answers.shift() ?? true),
      release: async (name: string) => void asked.push(`release ${name}`),
    };
    const stop = new AbortController();
    const context = { store: counted, clock, holder: "me", signal: stop.signal };
    const done = whileHeld(
      "acme",
      context,
      () => asked.push("wait"),
      async () => void asked.push("act"),
    );
    await moved(10);
    stop.abort();
    expect(await done).toBeUndefined();
    expect(asked).toEqual(["wait"]);
  });

  test("keeps others away however long it takes, and not a moment longer", async () => {
    let end = (): void => undefined;
    const done = whileHeld(
      "acme",
      { store, clock, holder: "me", signal: new AbortController().signal },
      () => undefined,
      () => new Promise<string>((resolve) => (end = () => resolve("done"))),
    );
    await settled();
    for (let times = 0; times < 4; times += 1) {
      await moved(55);
      expect(await isFree()).toBe(false);
    }
    end();
    expect(await done).toBe("done");
    expect(await isFree()).toBe(true);
  });

  test("goes on when renewals fail for less than a minute, and ends before others can have it when they fail for longer", async () => {
    const asked: string[] = [];
    let isAway = false;
    const flaky = {
      hold: (...what: Parameters<SqliteStore["hold"]>) =>
        isAway ? Promise.reject(new HistoryError("busy")) : store.hold(...what),
      release: async (name: string) => void asked.push(`release ${name}`),
    };
    let ends: AbortSignal | undefined;
    const done = whileHeld(
      "acme",
      { store: flaky, clock, holder: "me", signal: new AbortController().signal },
      () => undefined,
      (held) => {
        ends = held;
        return new Promise<string>((resolve) => held.addEventListener("abort", () => resolve("ended")));
      },
    );
    await settled();
    for (const away of [true, false, true]) {
      isAway = away;
      await moved(35);
      expect({ isEnded: ends?.aborted, isFree: away ? false : await isFree() }).toEqual({
        isEnded: false,
        isFree: false,
      });
    }
    await moved(25);
    expect(await done).toBe("ended");
    expect(asked).toEqual([]);
    expect(await isFree()).toBe(true);
  });

  test("ends with its minute, however late the last renewal failed", async () => {
    let isFirst = true;
    const hold = (): Promise<boolean> => {
      if (!isFirst) return Promise.reject(new HistoryError("busy"));
      isFirst = false;
      return Promise.resolve(true);
    };
    const done = whileHeld(
      "acme",
      { store: { hold, release: async () => undefined }, clock, holder: "me", signal: new AbortController().signal },
      () => undefined,
      (held) => new Promise<string>((resolve) => held.addEventListener("abort", () => resolve("ended"))),
    );
    await settled();
    // The process stands still for a while, so it asks late.
    clock.move(57 * SECOND);
    await settled();
    clock.move(3 * SECOND);
    expect(await done).toBe("ended");
    // The renewal is due after a third of the minute. Its answer can take the rest of it, and so can the next wait.
    expect(clock.slept).toEqual([20 * SECOND, 3 * SECOND, 3 * SECOND]);
  });

  test("ends when a renewal has no answer for a minute, and when another process has the name", async () => {
    const answers: readonly (readonly [string, () => Promise<boolean>])[] = [
      ["none", () => new Promise(() => undefined)],
      ["no", () => Promise.resolve(false)],
    ];
    for (const [name, answer] of answers) {
      let times = 0;
      const first = {
        hold: () => ((times += 1) === 1 ? Promise.resolve(true) : answer()),
        release: async () => undefined,
      };
      const act = (held: AbortSignal) =>
        new Promise<string>((resolve) => held.addEventListener("abort", () => resolve(name)));
      const context = { store: first, clock, holder: "me", signal: new AbortController().signal };
      const done = whileHeld("acme", context, () => undefined, act);
      await settled();
      await moved(60);
      expect(await done).toBe(name);
    }
  });

  test("tells its own failure, not that of giving the name back", async () => {
    const broken = { hold: () => Promise.resolve(true), release: () => Promise.reject(new HistoryError("busy")) };
    const context = { store: broken, clock, holder: "me", signal: new AbortController().signal };
    const failing = whileHeld(
      "acme",
      context,
      () => undefined,
      () => Promise.reject(new Error("broken")),
    );
    await expect(failing).rejects.toThrow("broken");
    let released = 0;
    const away = { ...broken, release: async () => void (released += 1) };
    const act = () => Promise.reject(new HistoryError("away"));
    await expect(whileHeld("acme", { ...context, store: away }, () => undefined, act)).rejects.toThrow("away");
    expect(released).toBe(0);
    expect(
      await whileHeld(
        "acme",
        context,
        () => undefined,
        () => Promise.resolve("done"),
      ),
    ).toBe("done");
  });

  test("lets others have it at once when it fails", async () => {
    const failing = whileHeld(
      "acme",
      { store, clock, holder: "me", signal: new AbortController().signal },
      () => undefined,
      () => Promise.reject(new Error("broken")),
    );
    await expect(failing).rejects.toThrow("broken");
    expect(await isFree()).toBe(true);
  });
});
