import { getEventListeners } from "node:events";

import { describe, expect, test } from "@jest/globals";

import type { CallContext } from "../../../../src/model/call-context.ts";
import { AbsentRoutes } from "../../../../src/driver/session/absent-routes.ts";
import { SingleFlightCache } from "../../../../src/driver/session/cache.ts";
import { ListCache } from "../../../../src/driver/session/list-cache.ts";
import { FakeService, unreachable } from "../../../support/fake-service.ts";
import { delivery } from "../../../support/fake-delivery.ts";
import { box, fakeBox, failureOf } from "../../../support/fake-resources.ts";

const at = (boxId: string, organizationId = "o1") => ({ organizationId, boxId });

function open() {
  const service = new FakeService();
  const time = { ms: 0 };
  const seeded = service.seed({ name: "a" });
  return {
    service,
    time,
    seeded,
    lists: new ListCache(
      service,
      { now: () => time.ms, sleep: () => Promise.resolve() },
      new AbsentRoutes(),
      (call) => call as CallContext,
    ),
  };
}

describe("a cached read", () => {
  test("is made once for all who ask, also side by side", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    let count = 0;
    const read = () => Promise.resolve((count += 1));
    expect(await Promise.all([cache.get("a", read), cache.get("a", read), cache.get("b", read)])).toEqual([1, 1, 2]);
    expect(await cache.get("a", read)).toBe(1);
  });

  test("is made afresh once for all who ask side by side, and kept for those who ask afterwards", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    let count = 0;
    const read = () => Promise.resolve((count += 1));
    await cache.get("a", read);
    expect(await Promise.all([cache.fresh("a", read), cache.fresh("a", read)])).toEqual([2, 2]);
    expect(await cache.get("a", read)).toBe(2);
    expect(await cache.fresh("a", read)).toBe(3);
  });

  test("is read by one at a time: all who want it anew meanwhile share the next read", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const answers: (() => void)[] = [];
    const read = () => new Promise<number>((resolve) => answers.push(() => resolve(answers.length)));
    const first = cache.fresh("a", read);
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const later = [];
    for (let asked = 0; asked < 5; asked += 1) {
      later.push(cache.fresh("a", read));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(answers).toHaveLength(1);
    answers[0]?.();
    expect(await first).toBe(1);
    while (answers.length === 1) await new Promise((resolve) => setImmediate(resolve));
    answers[1]?.();
    expect(await Promise.all(later)).toEqual([2, 2, 2, 2, 2]);
  });

  test("that failed is read anew all the same when somebody wants it so", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const failing = cache.fresh("a", () => Promise.reject(new Error("refused")));
    const next = failing.catch(() => cache.fresh("a", () => Promise.resolve(1)));
    expect(await next).toBe(1);
  });

  test("that failed is tried again after 5 seconds, not before", async () => {
    const time = { ms: 0 };
    const cache = new SingleFlightCache<number>(() => time.ms);
    const failing = () => Promise.reject(new Error("refused"));
    const [one, two] = [cache.get("a", failing), cache.get("a", () => Promise.resolve(1))];
    expect((await failureOf(one)).message).toBe("refused");
    expect((await failureOf(two)).message).toBe("refused");
    time.ms = 5_000;
    expect((await failureOf(cache.get("a", () => Promise.resolve(1)))).message).toBe("refused");
    time.ms = 5_001;
    expect(await cache.get("a", () => Promise.resolve(1))).toBe(1);
  });
});

describe("a cached read whose callers are cancelled", () => {
  /** A read that waits for a command to end, or for its signal to abort. */
  function slow() {
    const reads: { readonly signal: AbortSignal; readonly answer: (value: number) => void }[] = [];
    const read = (signal: AbortSignal) =>
      new Promise<number>((resolve, reject) => {
        reads.push({ signal, answer: resolve });
        signal.addEventListener("abort", () => reject(new Error("the read was ended")));
      });
    return { reads, read };
  }

  test("lets the one who is cancelled leave at once, with the reason of that signal, and serves the others", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const { reads, read } = slow();
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [cache.get("a", read, first.signal), cache.get("a", read, second.signal), cache.get("a", read)];
    first.abort(new Error("the first was cancelled"));
    expect((await failureOf(asked[0] ?? Promise.resolve())).message).toBe("the first was cancelled");
    expect(reads[0]?.signal.aborted).toBe(false);
    reads[0]?.answer(1);
    expect(await Promise.all(asked.slice(1))).toEqual([1, 1]);
    expect(await cache.get("a", read)).toBe(1);
    expect(reads).toHaveLength(1);
  });

  test("is ended with the last one who waits, and never kept", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const { reads, read } = slow();
    const callers = [new AbortController(), new AbortController()];
    const asked = callers.map(({ signal }) => cache.get("a", read, signal));
    for (const [index, caller] of callers.entries()) caller.abort(new Error(`caller ${index}`));
    expect((await Promise.all(asked.map(failureOf))).map(({ message }) => message)).toEqual(["caller 0", "caller 1"]);
    expect(reads[0]?.signal.aborted).toBe(true);
    const next = cache.get("a", read);
    expect(reads).toHaveLength(2);
    reads[1]?.answer(2);
    expect(await next).toBe(2);
  });

  test("is kept when it is over before anybody is cancelled", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const caller = new AbortController();
    expect(await cache.get("a", () => Promise.resolve(1), caller.signal)).toBe(1);
    caller.abort();
    expect(await cache.get("a", () => Promise.resolve(2))).toBe(1);
  });

  test("leaves nothing behind on the signal of a caller whom it has served: one signal serves a whole run", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const { signal } = new AbortController();
    await cache.get("a", () => Promise.resolve(1), signal);
    await failureOf(cache.get("b", () => Promise.reject(new Error("refused")), signal));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("is not begun for somebody who was cancelled before", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const { reads, read } = slow();
    const signal = AbortSignal.abort(new Error("too late"));
    expect((await failureOf(cache.get("a", read, signal))).message).toBe("too late");
    expect((await failureOf(cache.fresh("a", read, signal))).message).toBe("too late");
    expect(reads).toEqual([]);
  });

  test("is not begun afresh when all who asked for it have left meanwhile, and is for the next one", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const { reads, read } = slow();
    const caller = new AbortController();
    const asked = cache.fresh("a", read, caller.signal);
    caller.abort(new Error("no more"));
    expect((await failureOf(asked)).message).toBe("no more");
    const next = cache.fresh("a", read);
    while (reads.length === 0) await new Promise((resolve) => setImmediate(resolve));
    reads[0]?.answer(3);
    expect(await next).toBe(3);
    expect(reads).toHaveLength(1);
  });

  test("holds nobody up who asks afresh after it", async () => {
    const cache = new SingleFlightCache<number>(() => 0);
    const caller = new AbortController();
    const stuck = cache.get("a", () => new Promise(() => undefined), caller.signal);
    const next = cache.fresh("a", () => Promise.resolve(4));
    caller.abort(new Error("left"));
    expect((await failureOf(stuck)).message).toBe("left");
    expect(await next).toBe(4);
  });
});

describe("the list cache", () => {
  test("reads a list once, whoever asks and for whichever resource of it", async () => {
    const { service, lists, seeded } = open();
    expect(await Promise.all([lists.list(box, at(""), {}), lists.find(delivery, at("b1"), {})])).toEqual([
      [seeded],
      seeded,
    ]);
    expect(await lists.find(box, at("b9"), {})).toBe(undefined);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("reads one list per scope", async () => {
    const { service, lists } = open();
    service.organizations.set("o2", new Map());
    await lists.list(box, at(""), {});
    expect(await lists.list(box, at("", "o2"), {})).toEqual([]);
    expect(service.calls).toEqual(["list o1", "list o2"]);
  });

  test("has nothing of a resource without a list", async () => {
    const { service, lists } = open();
    const { collection: _none, ...rest } = fakeBox();
    lists.put(rest, at("b1"), { id: "b1" });
    expect(await lists.list(rest, at(""), {})).toEqual([]);
    expect(service.calls).toEqual([]);
  });

  test("shows our writes at once, without another read", async () => {
    const { service, lists, seeded } = open();
    await lists.list(box, at(""), {});
    lists.put(box, at("b1"), { ...seeded, name: "changed" });
    lists.put(box, at("b2"), { id: "b2", name: "new" });
    expect(await lists.list(box, at(""), {})).toEqual([
      { ...seeded, name: "changed" },
      { id: "b2", name: "new" },
    ]);
    lists.remove(box, at("b1"));
    expect(await lists.find(box, at("b1"), {})).toBe(undefined);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("puts writes that were made during a read over what it brings", async () => {
    const { service, lists } = open();
    const reading = lists.list(box, at(""), {});
    lists.put(box, at("b2"), { id: "b2" });
    lists.remove(box, at("b1"));
    expect(await reading).toEqual([{ id: "b2" }]);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("a fresh read shows what the service holds now, whatever was written before", async () => {
    const { service, lists, seeded } = open();
    await lists.list(box, at(""), {});
    lists.put(box, at("mine"), { id: "mine" });
    lists.remove(box, at("b1"));
    const other = service.seed({ name: "c" });
    expect(await lists.findFresh(box, at("b1"), {})).toEqual(seeded);
    expect(await lists.list(box, at(""), {})).toEqual([seeded, other]);
    expect(service.calls).toEqual(["list o1", "list o1"]);
  });

  test("hands one failure to all who ask, and tries again after 5 seconds", async () => {
    const { service, lists, time, seeded } = open();
    service.next("list", { error: unreachable() });
    await Promise.all([failureOf(lists.list(box, at(""), {})), failureOf(lists.find(box, at("b1"), {}))]);
    expect(service.calls).toEqual(["list o1"]);
    time.ms = 5_001;
    expect(await lists.find(box, at("b1"), {})).toEqual(seeded);
    expect(service.calls).toEqual(["list o1", "list o1"]);
  });
});
