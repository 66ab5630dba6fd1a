import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { whileHeld } from "../../../packages/watch/src/run/lease.ts";
import { SqliteStore } from "../../../packages/watch/src/index.ts";
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
