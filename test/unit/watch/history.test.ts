import { expect, test } from "@jest/globals";

import { type History, historyOf } from "../../../packages/watch/src/history/history.ts";
import type { RecordedLook, WatchStore } from "../../../packages/watch/src/store/watch-store.ts";

const START = Date.parse("2026-11-26T08:00:00.417Z");
const MINUTE = 60_000;

const look = (organization: string, minute: number, open: RecordedLook["open"], requests?: number): RecordedLook => ({
  organization,
  startedMs: START + minute * MINUTE - 417,
  endedMs: START + minute * MINUTE,
  outcome: "findings",
  open,
  requests,
});

interface Kept {
  readonly looks?: readonly RecordedLook[];
  readonly events?: readonly object[];
}

/** The history of a store that holds this, for one organization or for all. */
async function told({ looks = [], events = [] }: Kept, organization?: string, minutes = 60): Promise<History> {
  const names = [...new Set(looks.map((one) => one.organization))];
  const isOf = (one: { readonly organization: string }): boolean =>
    organization === undefined || one.organization === organization;
  const store = {
    looks: async () => looks.filter(isOf),
    events: async () => events,
    lastLooks: async () =>
      names.map((name) => ({
        organization: name,
        look: looks.findLast((one) => one.organization === name),
        succeededMs: name === "b" ? undefined : START,
      })),
    open: async (name?: string) =>
      names
        .filter((one) => name === undefined || one === name)
        .map((one) => ({ organization: one, sinceMs: START + 1, isFlapping: false, subject: {} })),
    troubled: async () => names.map((name) => ({ organization: name, id: name })),
  } as unknown as WatchStore; // -- what a history reads
  return historyOf(store, { sinceMs: START, organization }, START + minutes * MINUTE);
}

const LOOKS = [
  look("a", 0, { missing: 1 }),
  look("b", 1, { changed: 2, unchecked: 1 }, 26),
  look("a", 2, { missing: 3, policy: 1 }),
  look("b", 3, {}),
];

test("lists each organization with its last look; for one organization, only that one", async () => {
  const all = await told({ looks: LOOKS });
  expect(all).toMatchObject({
    version: 1,
    writtenAt: "2026-11-26T09:00:00.417Z",
    sinceAt: "2026-11-26T08:00:00.417Z",
  });
  expect(all.organizations).toEqual([
    {
      name: "a",
      lastLookAt: "2026-11-26T08:02:00.417Z",
      lastOutcome: "findings",
      lastSuccessAt: "2026-11-26T08:00:00.417Z",
      lastRequests: undefined,
      looks: 2,
      open: { missing: 3, policy: 1 },
    },
    {
      name: "b",
      lastLookAt: "2026-11-26T08:03:00.417Z",
      lastOutcome: "findings",
      lastSuccessAt: undefined,
      lastRequests: undefined,
      looks: 2,
      open: {},
    },
  ]);
  expect(all.open).toHaveLength(2);
  expect(all.open[0]?.since).toBe("2026-11-26T08:00:00.418Z");
  const one = await told({ looks: LOOKS }, "b");
  const names = [...one.organizations.map(({ name }) => name), ...one.messages.map(({ organization }) => organization)];
  expect([names, one.points.length, one.open.length]).toEqual([["b", "b"], 2, 1]);
});

test("adds up what was open in all organizations after each look", async () => {
  const { points } = await told({ looks: LOOKS });
  const none = { missing: 0, changed: 0, unmanaged: 0, policy: 0, unchecked: 0 };
  expect(points.map(({ atMs, open }) => ({ minute: (atMs - START) / MINUTE, ...open }))).toEqual([
    { minute: 0, ...none, missing: 1 },
    { minute: 1, ...none, missing: 1, changed: 2, unchecked: 1 },
    { minute: 2, ...none, missing: 3, policy: 1, changed: 2, unchecked: 1 },
    { minute: 3, ...none, missing: 3, policy: 1 },
  ]);
  expect((await told({})).points).toEqual([]);
});

test("has one point for looks that ended together, and the last look in any case", async () => {
  const together = [look("a", 0, { missing: 1 }), look("b", 0, { missing: 1 }), look("a", 1, {})];
  expect((await told({ looks: together })).points.map(({ open }) => open.missing)).toEqual([2, 1]);
  const many = Array.from({ length: 1_000 }, (_, minute) => look("a", minute, { missing: minute }));
  const { points } = await told({ looks: many }, undefined, 1_000);
  expect(points.length).toBeLessThanOrEqual(201);
  expect(points.length).toBeGreaterThan(150);
  expect([points[0]?.open.missing, points.at(-1)?.open.missing]).toEqual([0, 999]);
});

test("says how long findings were open on average, without those that another finding took over", async () => {
  const resolved = (seconds: number, more: object = {}) => ({
    event: "resolved",
    since: new Date(START).toISOString(),
    at: new Date(START + seconds * 1_000).toISOString(),
    ...more,
  });
  const mean = async (...events: readonly object[]) => (await told({ events })).meanSecondsToResolve;
  expect(await mean()).toBeUndefined();
  expect(await mean(resolved(7), resolved(9, { event: "appeared" }))).toBe(7);
  expect(await mean(resolved(7), resolved(10, { quiet: "update" }))).toBe(9);
  expect(await mean(resolved(7), resolved(99, { quiet: "superseded" }))).toBe(7);
});
