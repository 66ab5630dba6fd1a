import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { type Finding, SqliteStore, watchFileOf, watchOnce } from "../../../packages/watch/src/index.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";

const HOUR = 3_600_000;

const FINDING: Finding = {
  type: "finding",
  kind: "missing",
  severity: "error",
  resource: "Domain",
  id: "o/1",
  name: "a|é",
};

let store: SqliteStore;
let clock: StillWatchClock;
beforeEach(() => {
  store = new SqliteStore(":memory:");
  clock = new StillWatchClock("2026-11-26T08:00:00.417Z");
});
afterEach(() => store.close());

/** The events of looks, each some hours after the first one. A look without the finding has a minus. */
async function eventsOf(file: string, hours: readonly number[], isOpen = (_at: number): boolean => true) {
  const beganMs = clock.nowMs();
  for (const [at, hour] of hours.entries()) {
    clock.atMs = beganMs + hour * HOUR;
    await watchOnce({
      watched: [
        { name: "acme", labels: {}, look: () => Promise.resolve({ findings: isOpen(at) ? [FINDING] : [], gaps: [] }) },
      ],
      file: watchFileOf("w.yaml", file),
      store,
      clock,
      environment: {},
      signal: new AbortController().signal,
      parallel: 1,
      say: () => undefined,
      onLook: () => undefined,
    });
  }
  const events = await store.events({ sinceMs: 0 });
  return events.map(({ event, at }) => `${(Date.parse(at) - beganMs) / HOUR} ${event}`);
}

const WEEK = 7 * 24;

test.each<[file: string, hours: readonly number[], told: readonly string[]]>([
  ["", [0, WEEK - 0.001, WEEK, 2 * WEEK], ["0 appeared", `${WEEK} persists`]],
  ["remindAfter: 90m\n", [0, 1, 1.5, 3], ["0 appeared", "1.5 persists"]],
  ["remindAfter: never\n", [0, WEEK, 50 * WEEK], ["0 appeared"]],
])("with the file %j, what stays open for long is told once more, or never", async (file, hours, told) => {
  expect(await eventsOf(file, hours)).toEqual(told);
});

test.each<[file: string, hours: readonly number[], flapsAt: number | undefined]>([
  ["", [0, 1, 2, 3, 4, 5], 4],
  ["flapping: { changes: 2 }\n", [0, 1, 2, 3], 2],
  ["flapping: { changes: 2, within: 2h }\n", [0, 1, 2, 3], undefined],
  ["flapping: { changes: 2, within: 121m }\n", [0, 1, 2, 3], 2],
])("with the file %j, changes at %j are too many from one on, or never", async (file, hours, flapsAt) => {
  const told = await eventsOf(file, hours, (at) => at % 2 === 0);
  expect(told.find((event) => event.endsWith("flapping"))).toBe(
    flapsAt === undefined ? undefined : `${flapsAt} flapping`,
  );
});
