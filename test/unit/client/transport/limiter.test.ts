import { getEventListeners } from "node:events";
import { describe, expect, it } from "@jest/globals";
import { createLimiter } from "../../../../src/client/transport/limiter.ts";
import type {
  Limiter,
  LimiterLimits,
  Permit,
  PermitAnswer,
  SlotKind,
  SlotResult,
} from "../../../../src/client/transport/limiter.ts";
import { sharedLimiter } from "../../../../src/client/transport/shared-limiter.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import type { FakeClock } from "../../../support/fake-clock.ts";

const LIMITS: LimiterLimits = { requestsPerMinute: 1000, requestsPerHour: 10_000, maxReads: 100, maxWrites: 100 };

function open(limits: Partial<LimiterLimits> = {}): { clock: FakeClock; limiter: Limiter } {
  const clock = createFakeClock();
  return { clock, limiter: createLimiter(clock, { ...LIMITS, ...limits }) };
}

/** Requests slots, and shows which were settled so far. */
function asker(limiter: Limiter) {
  const results: SlotResult[] = [];
  const waits: [string, number][] = [];
  return {
    results,
    waits,
    granted: () => results.filter(({ kind }) => kind === "slot").length,
    ask: (count: number, kind: SlotKind = "read", maxPauseMs = 120_000, signal?: AbortSignal): void => {
      for (let index = 0; index < count; index += 1) {
        const onWait = (reason: string, waitMs: number): unknown => waits.push([reason, waitMs]);
        void limiter.acquire({ kind, maxPauseMs, signal, onWait }).then((result) => results.push(result));
      }
    },
    releaseOne: (): void => {
      const slot = results.find(({ kind }) => kind === "slot");
      if (slot?.kind === "slot") slot.release();
    },
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the rate limit", () => {
  it("lets the minute's requests go at once and the next when the first leaves the window", async () => {
    const { clock, limiter } = open({ requestsPerMinute: 3 });
    const { ask, granted, waits } = asker(limiter);
    ask(2);
    clock.advance(10_000);
    ask(3);
    await settle();
    expect(granted()).toBe(3);
    expect(waits).toEqual([
      ["rate_limit", 50_000],
      ["rate_limit", 50_000],
    ]);
    clock.advance(49_999);
    await settle();
    expect(granted()).toBe(3);
    clock.advance(1);
    await settle();
    expect(granted()).toBe(5);
  });

  it("holds the hour's limit too", async () => {
    const { clock, limiter } = open({ requestsPerHour: 2 });
    const { ask, granted } = asker(limiter);
    ask(3);
    clock.advance(3_599_999);
    await settle();
    expect(granted()).toBe(2);
    clock.advance(1);
    await settle();
    expect(granted()).toBe(3);
  });
});

describe("slots", () => {
  it("are counted apart for reads and writes", async () => {
    const { limiter } = open({ maxReads: 2, maxWrites: 1 });
    const { ask, granted, releaseOne, waits } = asker(limiter);
    ask(3, "read");
    ask(2, "write");
    await settle();
    expect(granted()).toBe(3);
    expect(waits).toEqual([
      ["concurrency", 0],
      ["concurrency", 0],
    ]);
    releaseOne();
    await settle();
    expect(granted()).toBe(4);
  });

  it("leave nothing behind on the signal of who has one: one signal serves many requests", async () => {
    const { limiter } = open({ maxReads: 1 });
    const { ask, granted, releaseOne } = asker(limiter);
    const { signal } = new AbortController();
    ask(2, "read", 0, signal);
    await settle();
    expect([granted(), getEventListeners(signal, "abort").length]).toEqual([1, 1]);
    releaseOne();
    await settle();
    expect([granted(), getEventListeners(signal, "abort").length]).toEqual([2, 0]);
  });

  it("are waited for by who does not ask why, too", async () => {
    const { limiter } = open({ maxReads: 1 });
    const { ask, releaseOne } = asker(limiter);
    ask(1);
    const slot = limiter.acquire({ kind: "read", maxPauseMs: 0 });
    await settle();
    releaseOne();
    expect(await slot).toMatchObject({ kind: "slot" });
  });

  it("are freed once, however often they are released", async () => {
    const { limiter } = open({ maxReads: 1 });
    const { ask, granted, releaseOne } = asker(limiter);
    ask(3);
    await settle();
    releaseOne();
    releaseOne();
    releaseOne();
    await settle();
    expect(granted()).toBe(2);
  });

  it("are not taken by a request that was stopped while it waited", async () => {
    const { limiter } = open({ maxReads: 1 });
    const controller = new AbortController();
    const { ask, results, granted, releaseOne } = asker(limiter);
    ask(1);
    ask(1, "read", 0, controller.signal);
    ask(1);
    await settle();
    controller.abort();
    await settle();
    expect(results.map(({ kind }) => kind)).toEqual(["slot", "aborted"]);
    releaseOne();
    await settle();
    expect(granted()).toBe(2);
  });
});

describe("an alarm", () => {
  it("is not left behind when nobody waits any more", async () => {
    const { clock, limiter } = open({ requestsPerHour: 1 });
    const controller = new AbortController();
    const { ask } = asker(limiter);
    ask(2, "read", 0, controller.signal);
    expect(clock.pending()).toEqual([3_600_000]);
    controller.abort();
    await settle();
    expect(clock.pending()).toEqual([]);
  });
});

describe("a pause", () => {
  it("holds all requests of the key until it is over", async () => {
    const { clock, limiter } = open();
    const { ask, granted, waits } = asker(limiter);
    limiter.pause(53_000);
    ask(1, "read");
    ask(1, "write");
    clock.advance(52_999);
    await settle();
    expect(granted()).toBe(0);
    expect(waits).toEqual([
      ["paused", 53_000],
      ["paused", 53_000],
    ]);
    clock.advance(1);
    await settle();
    expect(granted()).toBe(2);
  });

  it("sends back at once who may not wait that long, also those who wait already", async () => {
    const { limiter } = open({ maxReads: 1 });
    const { ask, results } = asker(limiter);
    ask(1);
    ask(1, "read", 1000);
    limiter.pause(5000);
    ask(1, "write", 4999);
    ask(1, "write", 5000);
    await settle();
    expect(results).toMatchObject([
      { kind: "slot" },
      { kind: "paused", retryAfterMs: 5000 },
      { kind: "paused", retryAfterMs: 5000 },
    ]);
  });

  it("is never shortened by a later one", async () => {
    const { clock, limiter } = open();
    const { ask, granted } = asker(limiter);
    limiter.pause(50_000);
    limiter.pause(1000);
    ask(1);
    clock.advance(49_999);
    await settle();
    expect(granted()).toBe(0);
  });
});

describe("the shared limiter", () => {
  it("is one per clock and credential", () => {
    const clock = createFakeClock();
    const first = sharedLimiter(clock, "hash-a-phx_1", LIMITS);
    expect(sharedLimiter(clock, "hash-a-phx_1", LIMITS)).toBe(first);
    expect(sharedLimiter(clock, "hash-a-phx_2", LIMITS)).not.toBe(first);
    expect(sharedLimiter(createFakeClock(), "hash-a-phx_1", LIMITS)).not.toBe(first);
  });

  it.each<[keyof LimiterLimits, SlotKind]>([
    ["requestsPerMinute", "read"],
    ["requestsPerHour", "read"],
    ["maxReads", "read"],
    ["maxWrites", "write"],
  ])("takes the strictest limits of all its clients: %s", async (name, kind) => {
    const clock = createFakeClock();
    const limiter = sharedLimiter(clock, "hash-a-phx_1", LIMITS);
    sharedLimiter(clock, "hash-a-phx_1", { ...LIMITS, [name]: 2 });
    sharedLimiter(clock, "hash-a-phx_1", LIMITS);
    const { ask, granted } = asker(limiter);
    ask(5, kind);
    await settle();
    expect(granted()).toBe(2);
  });
});

describe("permits", () => {
  /** Grants permits on demand, and records their outcome. */
  function source() {
    const asked: PermitAnswer[] = [];
    const notes: string[] = [];
    const permit: Permit = { end: () => notes.push("end"), giveBack: () => notes.push("giveBack") };
    const askPermit = (answer: PermitAnswer) => {
      asked.push(answer);
      return () => void notes.push("takeBack");
    };
    return { asked, notes, askPermit, grant: (): void => asked.shift()?.granted(permit) };
  }

  it("are asked for only as many as may go in this process", async () => {
    const { limiter } = open({ maxReads: 2, maxWrites: 3, requestsPerMinute: 4 });
    const { asked, askPermit, grant, notes } = source();
    const slots = (["write", "write", "write", "write", "read", "read"] as const).map((kind) =>
      limiter.acquire({ kind, maxPauseMs: 0, askPermit }),
    );
    expect(asked).toHaveLength(4);
    for (let count = 0; count < 4; count += 1) grant();
    const done = await Promise.all([...slots.slice(0, 3), slots[4]!]);
    for (const slot of done) if (slot.kind === "slot") slot.release();
    expect(notes).toEqual(["end", "end", "end", "end"]);
    expect(asked).toHaveLength(0);
  });

  it("do not let one go before its permit, but others that need none or have theirs", async () => {
    const { limiter } = open();
    const { asked, askPermit, grant } = source();
    const results: string[] = [];
    const ask = (name: string, more: { askPermit?: typeof askPermit } = {}): unknown =>
      limiter.acquire({ kind: "read", maxPauseMs: 0, ...more }).then(({ kind }) => results.push(`${name} ${kind}`));
    ask("first", { askPermit });
    ask("second", { askPermit });
    ask("third");
    await settle();
    expect(results).toEqual(["third slot"]);
    asked.reverse();
    grant();
    await settle();
    expect(results).toEqual(["third slot", "second slot"]);
  });

  it("go back when the request is not sent after all, and what waits says why", async () => {
    const { limiter } = open();
    const { asked, askPermit, notes } = source();
    const { ask, waits } = asker({ ...limiter, acquire: (request) => limiter.acquire({ ...request, askPermit }) });
    const stop = new AbortController();
    ask(1, "read", 1000, stop.signal);
    asked[0]?.waits(700);
    expect(waits).toEqual([["rate_limit", 700]]);
    stop.abort();
    expect(notes).toEqual(["takeBack"]);

    const refused = limiter.acquire({ kind: "read", maxPauseMs: 0, askPermit });
    asked[1]?.refused(5000);
    const lost = limiter.acquire({ kind: "read", maxPauseMs: 0, askPermit });
    asked[2]?.lost();
    expect(await Promise.all([refused, lost])).toEqual([{ kind: "refused", retryAfterMs: 5000 }, { kind: "lost" }]);
  });

  it("are kept through a pause, and given back by who may not wait for its end", async () => {
    const { limiter, clock } = open({ maxReads: 2 });
    const { asked, askPermit, notes } = source();
    const patient = limiter.acquire({ kind: "read", maxPauseMs: 5000, askPermit });
    const hurried = limiter.acquire({ kind: "read", maxPauseMs: 1000, askPermit });
    limiter.pause(2000);
    expect(await hurried).toEqual({ kind: "paused", retryAfterMs: 2000 });
    expect(notes).toEqual(["takeBack"]);
    asked[0]?.granted({ end: () => undefined, giveBack: () => notes.push("giveBack") });
    limiter.pause(6000);
    expect(await patient).toEqual({ kind: "paused", retryAfterMs: 6000 });
    expect(notes).toEqual(["takeBack", "giveBack"]);
    clock.advance(6000);
  });
});
