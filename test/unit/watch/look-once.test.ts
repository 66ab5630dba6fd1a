import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import {
  type Finding,
  lookOnce,
  SqliteStore,
  type Watched,
  watchFileOf,
  watchOften,
  watchOnce,
  type WatchOptions,
} from "../../../packages/watch/src/index.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";
import { WebhookReceiver } from "../../support/webhook-receiver.ts";

const MINUTE = 60_000;
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
let receiver: WebhookReceiver;
let said: string[];
let stop: AbortController;
beforeEach(async () => {
  store = new SqliteStore(":memory:");
  clock = new StillWatchClock("2026-11-26T08:00:00.417Z");
  receiver = await WebhookReceiver.start();
  said = [];
  stop = new AbortController();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await receiver.close();
  await store.close();
});

const optionsFor = (watched: readonly Watched[], file: string): WatchOptions => ({
  watched,
  file: watchFileOf("w.yaml", file),
  store,
  clock,
  environment: { URL_OF: receiver.url, SECRET_OF: "s" },
  signal: stop.signal,
  parallel: 1,
  say: (line) => said.push(line),
  onLook: (name, { outcome }) => said.push(`${name} ${outcome}`),
});

const HOOK = "channels:\n  hook: { type: webhook, url: { environment: URL_OF }, secret: { environment: SECRET_OF } }\n";

const acme: Watched = {
  name: "acme",
  labels: {},
  look: () => Promise.resolve({ findings: [FINDING], gaps: [] }),
};

const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 10; turns += 1) await new Promise((done) => setImmediate(done));
};

describe("one look by itself", () => {
  test("keeps its messages for a sender, and says how it ended", async () => {
    expect(await lookOnce(acme, optionsFor([], HOOK))).toBe("findings");
    expect([said, receiver.received]).toEqual([["acme findings"], []]);
    expect(await watchOnce(optionsFor([], HOOK))).toBe(true);
    expect(receiver.received).toHaveLength(1);
  });

  test("waits for another watcher, and isn't taken when it is ended meanwhile", async () => {
    await store.hold("acme", "other", clock.nowMs(), clock.nowMs() + MINUTE);
    const looking = lookOnce(acme, optionsFor([], HOOK));
    await settled();
    stop.abort();
    expect(await looking).toBeUndefined();
    expect(said).toEqual(["Another watcher watches acme. Waiting until it ends."]);
    expect(await store.looks({ sinceMs: 0 })).toEqual([]);
  });

  test("is postponed when the stack is updated during each of three tries, and nothing of it is kept", async () => {
    let looks = 0;
    const busy: Watched = {
      ...acme,
      look: () => {
        looks += 1;
        return Promise.resolve({ revision: String(looks), findings: [FINDING], gaps: [] });
      },
      revision: () => Promise.resolve(String(looks + 1)),
    };
    expect(await lookOnce(busy, optionsFor([], HOOK))).toBe("postponed");
    expect([looks, said]).toEqual([3, ["acme postponed"]]);
    expect([await store.looks({ sinceMs: 0 }), await store.events({ sinceMs: 0 })]).toEqual([[], []]);
  });
});

test("a watch that goes on says once that it waits for another watcher, and looks when that one is gone", async () => {
  await store.hold("acme", "other", clock.nowMs(), clock.nowMs() + MINUTE);
  const watching = watchOften(optionsFor([acme], "every: 1h\n"));
  for (let passed = 0; passed < 6; passed += 1) {
    await settled();
    clock.move(5_000);
  }
  expect(said).toEqual(["Another watcher watches acme. Waiting until it ends."]);
  clock.move(MINUTE);
  await settled();
  stop.abort();
  await watching;
  expect(said).toEqual(["Another watcher watches acme. Waiting until it ends.", "acme findings"]);
});

describe("messages of several organizations", () => {
  const both = ["acme", "birch"].map((name): Watched => ({ ...acme, name }));

  test("aren't sent any more after the end of the watch, and come with the next one", async () => {
    receiver.answer = () => {
      // The receiver takes the first one, and somebody ends the watch right then.
      if (receiver.received.length === 1) stop.abort();
      return { status: 204 };
    };
    expect(await watchOnce(optionsFor(both, HOOK))).toBe(false);
    const first = receiver.received.length;
    stop = new AbortController();
    clock.move(MINUTE);
    expect(await watchOnce(optionsFor([], HOOK))).toBe(true);
    expect(first).toBe(1);
    const names = receiver.received.map(({ body }) => (JSON.parse(body) as { organization: string }).organization);
    expect(new Set(names)).toEqual(new Set(["acme", "birch"]));
  });

  test("that another sender has claimed are left to it", async () => {
    const claim = jest.spyOn(store, "claim").mockResolvedValue(false);
    const due = jest.spyOn(store, "due");
    due.mockImplementationOnce(SqliteStore.prototype.due.bind(store));
    due.mockResolvedValue([]);
    expect(await watchOnce(optionsFor([acme], HOOK))).toBe(false);
    expect(claim.mock.calls.map(([, nowMs, untilMs]) => untilMs - nowMs)).toEqual([40_000]);
    expect(receiver.received).toEqual([]);
  });
});
