import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import {
  type Finding,
  SqliteStore,
  watchFileOf,
  watchOften,
  watchOnce,
  type WatchOptions,
} from "../../../packages/watch/src/index.ts";
import { whileHeld } from "../../../packages/watch/src/run/lease.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";
import { WebhookReceiver } from "../../support/webhook-receiver.ts";

const MINUTE = 60_000;
const SECOND = 1_000;

/** The ends of what chance gives, and a value between them on which no two ways to reckon agree. */
const CHANCES = [0, 0.3, 0.999] as const;

const WEBHOOK =
  "channels:\n  hook: { type: webhook, url: { environment: URL_OF }, secret: { environment: SECRET_OF } }\n";

const FINDING: Finding = {
  type: "finding",
  kind: "missing",
  severity: "error",
  resource: "Domain",
  id: "1",
  name: "a",
};

let store: SqliteStore;
let clock: StillWatchClock;
let receiver: WebhookReceiver;
let said: string[];
beforeEach(async () => {
  store = new SqliteStore(":memory:");
  clock = new StillWatchClock("2026-11-26T08:00:00.417Z");
  receiver = await WebhookReceiver.start();
  said = [];
});
afterEach(async () => {
  await receiver.close();
  await store.close();
});

const optionsFor = (file: string, signal = new AbortController().signal): WatchOptions => ({
  watched: [{ name: "acme", labels: {}, look: () => Promise.resolve({ findings: [FINDING], gaps: [] }) }],
  file: watchFileOf("w.yaml", file),
  store,
  clock,
  environment: { URL_OF: receiver.url, SECRET_OF: "s" },
  signal,
  parallel: 1,
  say: (line) => said.push(line),
  onLook: () => undefined,
});

/** Waits of a message that is never taken, milliseconds each. */
async function retries(count: number): Promise<number[]> {
  receiver.answer = () => ({ status: 503 });
  const waits: number[] = [];
  for (let tried = 0; tried < count; tried += 1) {
    await watchOnce(optionsFor(WEBHOOK));
    const dueMs = (await store.nextDueMs()) ?? Infinity;
    waits.push(dueMs - clock.nowMs());
    clock.move(dueMs - clock.nowMs());
  }
  expect(receiver.received).toHaveLength(count);
  return waits;
}

describe.each(CHANCES)("with the chance %d", (chance) => {
  beforeEach(() => void (clock.chance = chance));

  test("a message waits between half and all of what doubles from half a minute to an hour", async () => {
    const wholes = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].map((seconds) => seconds * SECOND);
    expect(await retries(wholes.length)).toEqual(wholes.map((whole) => Math.round(whole / 2 + (whole / 2) * chance)));
  });

  test("a watcher that waits for another one asks again after 2.5 to 7.5 seconds", async () => {
    const answers = [false, false, true];
    const busy = { hold: () => Promise.resolve(answers.shift() ?? true), release: () => Promise.resolve() };
    const context = { store: busy, clock, holder: "me", signal: new AbortController().signal };
    const done = whileHeld(
      "acme",
      context,
      () => undefined,
      () => Promise.resolve("done"),
    );
    for (let times = 0; times < 3; times += 1) {
      await new Promise((settled) => setImmediate(settled));
      clock.move(10 * SECOND);
    }
    expect(await done).toBe("done");
    const asked = Math.round(2500 + 5000 * chance);
    expect(clock.slept.slice(0, 2).map((ms) => Math.round(ms))).toEqual([asked, asked]);
  });

  test.each([
    ["a tenth of the time between two looks where the file doesn't say", "", MINUTE],
    ["what the file says", "jitter: 4m\n", 4 * MINUTE],
  ])("the next look comes later by a part of %s", async (_what, jitter, mostMs) => {
    const stop = new AbortController();
    const watching = watchOften(optionsFor(`${WEBHOOK}every: 10m\n${jitter}`, stop.signal));
    for (let times = 0; times < 1000 && clock.slept.every((ms) => ms < 10 * MINUTE); times += 1) {
      await new Promise((settled) => setImmediate(settled));
    }
    stop.abort();
    await watching;
    expect(clock.slept.filter((ms) => ms >= 10 * MINUTE)).toEqual([10 * MINUTE + mostMs * chance]);
  });
});

test("a message whose channel has left the file is given up, and nothing is sent to it", async () => {
  receiver.answer = () => ({ status: 503 });
  await watchOnce(optionsFor(WEBHOOK));
  clock.move(2 * MINUTE);
  const other = WEBHOOK.replace("hook:", "other:");
  expect(await watchOnce(optionsFor(other))).toBe(false);
  expect(await store.troubled()).toMatchObject([
    { channel: "hook", attempts: 2, isGivenUp: true, problem: "the watch file no longer has the channel" },
  ]);
  expect(said.at(-1)).toMatch(/^Message id-\d+ to hook was given up: the watch file no longer has the channel\.$/u);
  expect(receiver.received).toHaveLength(1);
  receiver.answer = () => ({ status: 204 });
  clock.move(60 * 24 * MINUTE);
  expect(await watchOnce(optionsFor(other))).toBe(true);
});

test("a message is tried for a week to the millisecond, and then given up", async () => {
  receiver.answer = () => ({ status: 503 });
  const file = `${WEBHOOK}remindAfter: never\n`;
  const week = 7 * 24 * 60 * MINUTE;
  for (const [late, isGivenUp] of [
    [0, false],
    [1, true],
  ] as const) {
    await store.close();
    store = new SqliteStore(":memory:");
    await watchOnce(optionsFor(file));
    clock.move(week + late);
    expect(await watchOnce(optionsFor(file))).toBe(false);
    expect(await store.troubled()).toMatchObject([{ attempts: 2, isGivenUp, problem: "it answered with status 503" }]);
    expect(said.at(-1)).toMatch(
      isGivenUp
        ? /^Message id-\d+ to hook was given up: it answered with status 503\.$/u
        : /^Message id-\d+ to hook will be sent again: it answered with status 503\.$/u,
    );
  }
});

test("a channel whose answer nobody understands is no reason to tell what it was", async () => {
  const issue =
    "channels:\n  issue: { type: github-issue, repository: acme/infra, token: { environment: SECRET_OF }, api: API }\n";
  receiver.answer = () => ({ status: 200, text: '{"token": "ghp_canary"}' });
  expect(await watchOnce(optionsFor(issue.replace("API", receiver.url)))).toBe(false);
  expect(await store.troubled()).toMatchObject([{ problem: "the answer has a form that isn't known" }]);
  expect(said.join("\n")).not.toContain("canary");
});

test("a message that is under way when the watch ends counts as not tried, and comes with the next one", async () => {
  const stop = new AbortController();
  receiver.answer = () => {
    stop.abort();
    return { status: 503 };
  };
  expect(await watchOnce(optionsFor(WEBHOOK, stop.signal))).toBe(false);
  expect([await store.troubled(), said]).toEqual([[], []]);
  receiver.answer = () => ({ status: 204 });
  clock.move(MINUTE);
  expect(await watchOnce(optionsFor(WEBHOOK))).toBe(true);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toHaveLength(2);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("a watch forgets what is older than its retention when it begins, and then after more than a day", async () => {
  const day = 24 * 60 * MINUTE;
  const beganMs = clock.nowMs();
  const forgotten: number[][] = [];
  jest.spyOn(store, "forget").mockImplementation(async (beforeMs) => {
    forgotten.push([clock.nowMs() - beganMs, clock.nowMs() - beforeMs]);
  });
  const stop = new AbortController();
  const watching = watchOften({ ...optionsFor("retention: 90d\n", stop.signal), watched: [] });
  for (const waitedMs of [0, 15 * SECOND, day - 15 * SECOND, 15 * SECOND, day, 15 * SECOND]) {
    clock.move(waitedMs);
    for (let turns = 0; turns < 10; turns += 1) await new Promise((settled) => setImmediate(settled));
  }
  stop.abort();
  await watching;
  expect(forgotten).toEqual([0, day + 15 * SECOND, 2 * day + 30 * SECOND].map((atMs) => [atMs, 90 * day]));
});

test.each([
  [undefined, 15 * SECOND],
  [40 * SECOND, 15 * SECOND],
  [7 * SECOND, 7 * SECOND],
  [SECOND, SECOND],
  [400, SECOND],
  // It is due, and waits for the end of quiet hours.
  [0, 15 * SECOND],
  [-MINUTE, 15 * SECOND],
])("with the next message due in %j ms, a sender looks again in %d ms", async (dueInMs, waitMs) => {
  jest.spyOn(store, "nextDueMs").mockResolvedValue(dueInMs === undefined ? undefined : clock.nowMs() + dueInMs);
  const stop = new AbortController();
  const watching = watchOften({ ...optionsFor(WEBHOOK, stop.signal), watched: [] });
  for (let turns = 0; turns < 10; turns += 1) await new Promise((settled) => setImmediate(settled));
  stop.abort();
  await watching;
  // A lease is renewed after twenty seconds.
  expect(clock.slept.filter((ms) => ms !== 20 * SECOND)).toEqual([waitMs]);
});
