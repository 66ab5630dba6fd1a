import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { SqliteStore, type WatchEvent } from "../../../packages/watch/src/index.ts";
import { openHistory } from "../../../packages/watch/src/store/sqlite-database.ts";

const LOOKED = Date.parse("2026-11-26T08:00:00.417Z");
const LATER = LOOKED + 1;

let store: SqliteStore;
beforeEach(() => {
  store = new SqliteStore(":memory:");
});
afterEach(() => store.close());

const event = (id: string): WatchEvent => ({
  id,
  organization: "acme",
  at: new Date(LOOKED).toISOString(),
  since: new Date(LOOKED).toISOString(),
  event: "appeared",
  subject: { type: "finding", kind: "missing", severity: "error", resource: "Domain", id, name: id },
  isOpen: true,
});

/** Stores a look whose one event goes to some channels. */
async function looked(id: string, channels: readonly string[]): Promise<void> {
  await store.hold("acme", "me", LOOKED, LATER);
  await store.record({
    look: { organization: "acme", startedMs: LOOKED, endedMs: LOOKED, outcome: "findings", open: {} },
    state: { lookedAtMs: LOOKED, tracked: new Map() },
    events: [event(id)],
    deliveries: channels.map((channel) => ({ event: id, channel })),
    holder: "me",
  });
}

const compose = async (channel: string): Promise<string> => {
  await store.compose(channel, LOOKED, () => `message to ${channel}`);
  return `message to ${channel}`;
};

test.each<[string, readonly string[], () => Promise<void>, boolean]>([
  ["goes to nobody", [], async () => undefined, false],
  ["no message has yet, as in quiet hours", ["a"], async () => undefined, true],
  ["is in a message that waits", ["a"], async () => void (await compose("a")), true],
  ["was sent once in vain", ["a"], async () => store.failed(await compose("a"), "503", LATER), true],
  ["was taken", ["a"], async () => store.delivered(await compose("a"), LATER), false],
  ["was given up", ["a"], async () => store.failed(await compose("a"), "503", undefined), false],
  [
    "one channel took, and another has yet to be told",
    ["a", "b"],
    async () => store.delivered(await compose("a"), LATER),
    true,
  ],
])("an old event that %s is kept as long as somebody is to hear of it", async (_what, channels, act, isKept) => {
  await looked("old", channels);
  await act();
  await store.forget(LATER);
  const ids = (await store.events({ sinceMs: 0 })).map(({ id }) => id);
  expect(ids).toEqual(isKept ? ["old"] : []);
  if (!isKept) return;
  for (const channel of channels) await compose(channel);
  const due = await store.due(LATER, 10);
  expect(due.map(({ message }) => message.events.map(({ id }) => id))).toEqual([["old"]]);
});

test("the last look of each stays however old it is", async () => {
  await looked("one", []);
  await looked("two", []);
  await store.forget(LATER);
  expect(await store.looks({ sinceMs: 0 })).toHaveLength(1);
});

test("of two processes that write to one history, one waits for the other for ten seconds", () => {
  const database = openHistory(":memory:");
  try {
    expect(database.prepare("PRAGMA busy_timeout").pluck().all()).toEqual([10_000]);
  } finally {
    database.close();
  }
});
