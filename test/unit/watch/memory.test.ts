import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect } from "@jest/globals";

import {
  type LookResult,
  SqliteStore,
  type WatchClock,
  watchFileOf,
  watchOften,
} from "../../../packages/watch/src/index.ts";
import { testInFull } from "../../support/extent.ts";
import { WebhookReceiver } from "../../support/webhook-receiver.ts";

const FILE = `
every: 30s
jitter: 1s
retention: 12h
flapping: { changes: 4, within: 1h }
channels: { hook: { type: webhook, url: { environment: URL_OF }, secret: { environment: SECRET_OF } } }
`;

/** Looks after which everything is warm, and those of three and a half days. */
const FIRST = 1_000;
const LAST = 10_000;

/** Looks from one change to the next. */
const CHANGED_EVERY = 5;

/** A clock that goes on to the next sleeper as soon as there is nothing else to do. */
class RushingClock implements WatchClock {
  #nowMs = Date.parse("2026-11-23T08:00:00Z");
  #isGoing = false;
  #count = 0;
  readonly #sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      if (signal.aborted) return done();
      const wake = (): void => {
        signal.removeEventListener("abort", wake);
        this.#sleepers.delete(sleeper);
        done();
      };
      const sleeper = { untilMs: this.#nowMs + ms, wake };
      this.#sleepers.add(sleeper);
      signal.addEventListener("abort", wake);
      this.#go();
      return undefined;
    });
  }

  random(): number {
    return 0.5;
  }

  uuid(): string {
    this.#count += 1;
    return `id-${this.#count}`;
  }

  #go(): void {
    if (this.#isGoing) return;
    this.#isGoing = true;
    setImmediate(() => {
      this.#isGoing = false;
      const [next] = [...this.#sleepers].toSorted((one, other) => one.untilMs - other.untilMs);
      if (next === undefined) return;
      this.#nowMs = Math.max(this.#nowMs, next.untilMs);
      next.wake();
      this.#go();
    });
  }
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.close());

/** What a process held after some looks, bytes, and what is left in its history at the end. */
interface Held {
  readonly bytes: readonly number[];
  readonly looks: number;
  readonly events: number;
}

/** Watches until the last look, and weighs the process after some. @param keep - gets each look, as a process that leaks does */
async function weighed(at: readonly number[], keep: (result: LookResult) => void): Promise<Held> {
  const bytes: number[] = [];
  const stop = new AbortController();
  const store = new SqliteStore(":memory:");
  let looks = 0;
  const onLook = (_name: string, result: LookResult): void => {
    keep(result);
    looks += 1;
    receiver.received.length = 0;
    if (at.includes(looks)) {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      bytes.push(heapUsed + external);
    }
    if (looks === at.at(-1)) stop.abort();
  };
  const look = () => {
    const id = `domain-${Math.floor(looks / CHANGED_EVERY)}`;
    const finding = { type: "finding", kind: "missing", severity: "error", resource: "Domain", id, name: id } as const;
    return Promise.resolve({ findings: [finding], gaps: [], requests: 13 });
  };
  await watchOften({
    watched: [{ name: "acme", labels: {}, look }],
    file: watchFileOf("w.yaml", FILE),
    store,
    clock: new RushingClock(),
    environment: { URL_OF: receiver.url, SECRET_OF: "secret" },
    signal: stop.signal,
    parallel: 1,
    say: () => undefined,
    onLook,
  });
  const [left, told] = [await store.looks({ sinceMs: 0 }), await store.events({ sinceMs: 0 })];
  await store.close();
  return { bytes, looks: left.length, events: told.length };
}

const growthOf = ({ bytes: [first = 0, last = 0] }: Held): number => last - first;

/** What a process may hold more after nine thousand looks: a leak of 112 bytes for each look is more. */
const MOST_BYTES = 1_000_000;

/** Looks of a day and a half, the most that is kept: what is older than half a day is forgotten once a day. */
const MOST_LOOKS = 36 * 120;

testInFull(
  "a watcher holds no more after 10,000 looks than after 1,000, and its history forgets what is old",
  async () => {
    const held = await weighed([FIRST, LAST], () => undefined);
    process.stdout.write(`${JSON.stringify(held)}\n`);
    expect(growthOf(held)).toBeLessThan(MOST_BYTES);
    expect(held.looks).toBeLessThanOrEqual(MOST_LOOKS);
    expect(held.events).toBeLessThanOrEqual((2 * MOST_LOOKS) / CHANGED_EVERY);
  },
  300_000,
);

testInFull(
  "a process that keeps something of each look would be found",
  async () => {
    const kept: unknown[] = [];
    const held = await weighed([100, 1_100], (result) => {
      kept.push({ ...result, extra: Array.from({ length: 150 }, () => Math.random()) });
    });
    expect(growthOf(held)).toBeGreaterThan(MOST_BYTES);
    expect(kept).toHaveLength(1_100);
  },
  120_000,
);
