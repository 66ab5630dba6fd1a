import { describe, expect, test } from "@jest/globals";

import { plan, reconcile } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { failureOf, fakeBox, plain, startDriver, vault } from "../../support/fake-resources.ts";
import { apiError, type Fault, FakeService, lostAnswer, unreachable } from "../../support/fake-service.ts";
import { MemoryCreations } from "../../support/memory-creations.ts";

/* Rules over every way in which the request that makes an object can end. */

const declared = { organizationId: "o1", name: "a", color: "red", password: "s3cret", isProtected: true };

const keyOf = (definition: AnyResource, isUnique: boolean): AnyResource => ({
  ...definition,
  ...(definition.naturalKey === undefined ? {} : { naturalKey: { ...definition.naturalKey, isUnique } }),
});

/** A box with a secret that is never shown: it would be sent again to an object that isn't known to be new. */
const KINDS = { unique: keyOf(vault, true), common: keyOf(vault, false) } as const;
type Kind = keyof typeof KINDS;

const answer = (status: number, category: "unavailable" | "rateLimited" | "permission" | "conflict" | "invalid") =>
  apiError({ category, status });
const doubtful = (status: number, category: "unavailable" | "rateLimited") =>
  apiError({ category, status, requestMayHaveBeenApplied: true });

/** A service whose clock is hours ahead, and off the whole second. */
const AHEAD_MS = 7_200_417;

function open(definition: AnyResource) {
  const service = new FakeService();
  service.isUnique = definition.naturalKey?.isUnique === true;
  const creations = new MemoryCreations();
  const start = () =>
    startDriver(service, { creations, serviceNow: (nowMs) => new Date(Date.UTC(2026, 10, 20) + nowMs + AHEAD_MS) });
  const driver = start();
  const make = () => reconcile(definition, declared, driver.context);
  const records = () => [...creations.records.values()].flatMap(({ attempts }) => attempts);
  const warnings = () => driver.said.filter(({ severity }) => severity === "warn");
  return { service, driver, start, make, records, warnings };
}

describe("an object that is found after its request was sent is new: nothing is sent again, and nobody is warned", () => {
  const both: readonly Kind[] = ["unique", "common"];
  const late: Fault = { error: answer(400, "conflict"), isApplied: true };

  test.each<[string, readonly Kind[], readonly Fault[]]>([
    ["a lost answer", both, [{ error: lostAnswer(), isApplied: true }]],
    ["a time-out", both, [{ error: lostAnswer("timeout"), isApplied: true }]],
    ["a 502", both, [{ error: doubtful(502, "unavailable"), isApplied: true }]],
    ["a 503", both, [{ error: doubtful(503, "unavailable"), isApplied: true }]],
    ["a 500", both, [{ error: doubtful(500, "unavailable"), isApplied: true }]],
    ["a 429 of something on the way", both, [{ error: doubtful(429, "rateLimited"), isApplied: true }]],
    ["a success without a body", both, [{}]],
    ["a 429", ["common"], [{ error: answer(429, "rateLimited"), isApplied: true }]],
    ["a 403", ["common"], [{ error: answer(403, "permission"), isApplied: true }]],
    ["a conflict with itself, which came late", ["unique"], [{ error: lostAnswer() }, late]],
  ])("%s (%j)", async (_what, kinds, faults) => {
    for (const kind of kinds) {
      const { service, start, make, warnings } = open(KINDS[kind]);
      service.next("create", ...faults);
      const { id, state } = await make();
      expect(id).toBe("o1/b1");
      expect(new Set(service.writes)).toEqual(new Set(["create a"]));
      expect(service.hidden.get("b1")).toEqual({ password: "s3cret" });
      expect(warnings()).toEqual([]);
      const planned = await plan(KINDS[kind], declared, () => start().context, { id, state });
      expect(planned.changes).toEqual([]);
      // A later process that has lost the state knows it again.
      service.calls.length = 0;
      expect((await reconcile(KINDS[kind], declared, start().context)).id).toBe("o1/b1");
      expect(service.calls).toEqual(["list o1", "update b1"]);
    }
  });
});

describe("an object that isn't found: how often it was sent, what is told, and how many records stay open", () => {
  const UNCONFIRMED = /^It's unknown whether Vault "a" was created\n/u;

  test.each<[string, readonly Fault[], Record<Kind, [creates: number, told: RegExp, open: number]>]>([
    [
      "a refused body",
      [{ error: answer(400, "invalid") }],
      { unique: [1, /answered 400/u, 0], common: [1, /answered 400/u, 0] },
    ],
    [
      "no connection",
      [{ error: unreachable() }],
      { unique: [1, /No connection/u, 0], common: [1, /No connection/u, 0] },
    ],
    [
      "a refused key",
      [{ error: answer(403, "permission") }],
      { unique: [1, /answered 403/u, 0], common: [1, /answered 403/u, 1] },
    ],
    [
      "a name that is taken elsewhere",
      [{ error: answer(409, "conflict") }],
      { unique: [1, /^Vault "a" is taken\n/u, 0], common: [1, /^Vault "a" is taken\n/u, 1] },
    ],
    [
      "no room, whenever it is asked",
      Array.from({ length: 12 }, () => ({ error: answer(429, "rateLimited") })),
      { unique: [1, /answered 429/u, 0], common: [10, /answered 429/u, 0] },
    ],
    [
      "a 429 of something on the way",
      [{ error: doubtful(429, "rateLimited") }],
      { unique: [1, /answered 429/u, 1], common: [1, /answered 429/u, 1] },
    ],
    [
      "answers that are lost",
      [{ error: lostAnswer() }, { error: lostAnswer() }],
      { unique: [2, UNCONFIRMED, 1], common: [1, UNCONFIRMED, 1] },
    ],
    [
      "a failed service",
      [{ error: doubtful(500, "unavailable") }],
      { unique: [1, /answered 500/u, 1], common: [1, /answered 500/u, 1] },
    ],
    [
      "a success that left nothing",
      [{ isIgnored: true }],
      { unique: [1, UNCONFIRMED, 1], common: [1, UNCONFIRMED, 1] },
    ],
  ])("%s", async (_what, faults, expected) => {
    for (const kind of ["unique", "common"] as const) {
      const { service, make, records } = open(KINDS[kind]);
      service.next("create", ...faults);
      const { message } = await failureOf(make());
      expect([kind, service.writes.length, records().length]).toEqual([kind, expected[kind][0], expected[kind][2]]);
      expect(message).toMatch(expected[kind][1]);
    }
  });
});

describe("an object of which there is no list", () => {
  const { collection: _none, ...unlisted } = vault;
  const { naturalKey: _key, ...nameless } = unlisted;

  test.each([
    ["with a unique key", keyOf(unlisted, true)],
    ["with a key that others can have", keyOf(unlisted, false)],
    ["without a key", nameless],
  ])("is made at once, and never sent a second time: %s", async (_what, definition) => {
    const made = open(definition);
    expect((await made.make()).id).toBe("o1/b1");
    expect([made.service.calls, made.driver.sleptMs]).toEqual([["create a"], []]);
    const lost = open(definition);
    lost.service.next("create", { error: lostAnswer(), isApplied: true });
    expect((await failureOf(lost.make()))["code"]).toBe("create_unconfirmed");
    expect(lost.service.calls).toEqual(["create a"]);
  });

  test("keeps no record without a key: nothing would find it again", async () => {
    const { service, make, records } = open(nameless);
    service.next("create", { error: lostAnswer() });
    await failureOf(make());
    expect(records()).toEqual([]);
  });

  test("is made and removed beside others: nothing makes them wait for each other", async () => {
    const { driver } = open(nameless);
    const waiting: (() => void)[] = [];
    const { ops } = plain;
    const held = async (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
    const slow: AnyResource = {
      ...nameless,
      ops: {
        ...ops,
        create: async (service: FakeService, scope, body, call) => {
          await held();
          return ops.create?.(service, scope, body, call);
        },
      },
    };
    const makings = ["a", "b"].map((name) => reconcile(slow, { ...declared, name }, driver.context));
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const pass of waiting) pass();
    expect((await Promise.all(makings)).map(({ id }) => id).toSorted()).toEqual(["o1/b1", "o1/b2"]);
  });
});

test("only a request that could make a second object comes back from a 429: the list is read before it is sent again", async () => {
  const { collection: _none, ...unlisted } = vault;
  for (const [definition, isFinal] of [
    [KINDS.unique, false],
    [KINDS.common, true],
    [keyOf(unlisted, false), false],
  ] as const) {
    const asked: unknown[] = [];
    const { ops } = plain;
    const { driver } = open(definition);
    const watched: AnyResource = {
      ...definition,
      ops: {
        ...ops,
        create: (service: FakeService, scope, body, call) => {
          asked.push(call.isThrottleFinal);
          return ops.create!(service, scope, body, call);
        },
      },
    };
    await reconcile(watched, declared, driver.context);
    expect(asked).toEqual([isFinal]);
  }
});

describe("a create that is refused, where others of its name were there before", () => {
  const REFUSED = { error: answer(403, "permission") } as const;
  const allowing = fakeBox({
    inputs: { mayDouble: { ...plain.inputs["isProtected"]! } },
    naturalKey: { ...plain.naturalKey!, isUnique: false },
    capabilities: [{ name: "doubles", adoption: { allowDuplicateField: "mayDouble" } }],
  });

  function openAmong() {
    const service = new FakeService();
    service.isUnique = false;
    service.seed({ name: "a", color: "blue" });
    const ending = new AbortController();
    const driver = startDriver(service, { creations: new MemoryCreations(), signal: ending.signal });
    const make = () => reconcile(allowing, { ...declared, mayDouble: true }, driver.context);
    return { service, driver, ending, make };
  }

  test("takes what it made all the same, and calls none of the others a duplicate", async () => {
    const { service, driver, make } = openAmong();
    service.next("create", { ...REFUSED, isApplied: true });
    expect((await make()).id).toBe("o1/b2");
    expect(driver.said).toEqual([]);
  });

  test("tells of the refusal, and not of a look that fails after it", async () => {
    const { service, make } = openAmong();
    service.next("create", REFUSED);
    service.next("list", {}, { error: lostAnswer() });
    expect((await failureOf(make())).message).toMatch(/answered 403/u);
  });

  test("tells that the call was ended where that came first", async () => {
    const { service, ending, make } = openAmong();
    service.next("create", REFUSED);
    const lists = service.list.bind(service);
    let looks = 0;
    service.list = (organizationId) => {
      looks += 1;
      if (looks === 2) ending.abort(new Error("ended by the engine"));
      return lists(organizationId);
    };
    expect((await failureOf(make())).message).toMatch(/ended by the engine$/u);
  });
});
