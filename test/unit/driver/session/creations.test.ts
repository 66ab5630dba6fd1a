import { expect, test } from "@jest/globals";

import type { CreationAttempt, CreationStore } from "../../../../src/driver/session/records.ts";
import { Creations, isInWindow, RECORDS_KEPT_MS, SETTLED_MS } from "../../../../src/driver/session/creations.ts";
import { MemoryCreations } from "../../../support/memory-creations.ts";

const KEY = 'Box ["o1","a"]';
const MINUTE = 60_000;
/** Off the whole second. */
const START = Date.parse("2026-11-20T10:00:00.125Z");

const never = (): never => {
  throw new Error("The record could be kept.");
};

/** A process with a clock of its own, and records that others share. */
function open({ store = new MemoryCreations(), startMs = START } = {}) {
  let nowMs = startMs;
  const creations = new Creations(store, { nowMs: () => nowMs, isService: () => true });
  const begin = (salt: string) => creations.begin(KEY, { seen: [`o1/${salt}`], salt, digests: {} }, never);
  return { store, creations, begin, pass: (ms: number) => (nowMs += ms) };
}

test("of many attempts of one key the newest twenty are kept, here and in the record", async () => {
  const { store, creations, begin } = open();
  for (let index = 0; index < 25; index += 1) await (await begin(`s${index}`)).gaveUp();
  const kept = Array.from({ length: 20 }, (_, index) => `s${index + 5}`);
  expect((await creations.attempts(KEY)).map(({ salt }) => salt)).toEqual(kept);
  expect((await open({ store }).creations.attempts(KEY)).map(({ salt }) => salt)).toEqual(kept);
});

test.each([
  [RECORDS_KEPT_MS - 1, 1],
  [RECORDS_KEPT_MS, 0],
])("an attempt of %i ms ago is one of %i", async (ageMs, count) => {
  const { store, creations, begin, pass } = open();
  await begin("s");
  pass(ageMs);
  expect(await creations.attempts(KEY)).toHaveLength(count);
  expect(await open({ store, startMs: START + ageMs }).creations.attempts(KEY)).toHaveLength(count);
});

test("an attempt that made something is open no more, one that was refused is none, and others stay", async () => {
  const { creations, begin } = open();
  const [made, refused] = [await begin("made"), await begin("refused")];
  await begin("open");
  await made.made("o1/b1", "Box o1/b1");
  await refused.refused();
  expect((await creations.attempts(KEY)).map(({ salt, made: id }) => [salt, id])).toEqual([
    ["open", undefined],
    ["made", "o1/b1"],
  ]);
  expect((await creations.openAttempts(KEY)).map(({ salt }) => salt)).toEqual(["open"]);
  expect([creations.hasMade("Box o1/b1"), creations.hasMade("Box o1/b2")]).toEqual([true, false]);
});

test("an attempt knows the objects that open ones before it have seen, and its own", async () => {
  const { begin } = open();
  await begin("a");
  await (await begin("b")).made("o1/b1", "Box o1/b1");
  expect((await begin("c")).seen).toEqual(["o1/a", "o1/c"]);
});

test.each([
  ["read at once", 0, 0],
  ["read five minutes later", 5 * MINUTE, 5 * MINUTE],
  ["read an hour later", 60 * MINUTE, 10 * MINUTE],
])(
  "an attempt of a process that was killed, %s, sent its last request %i ms later at most",
  async (_what, readMs, lastMs) => {
    const { store, begin } = open();
    await begin("s");
    const [opened] = await open({ store, startMs: START + readMs }).creations.openAttempts(KEY);
    expect([opened?.lastSentMs, opened?.windowEndMs]).toEqual([START + lastMs, START + lastMs]);
  },
);

test("this stack knows what it made, in whichever process, and what it only stands for; others know that it's taken", async () => {
  const { store, creations, begin } = open();
  await (await begin("a")).made("o1/b1", "Box o1/b1");
  await creations.own("Box o1/b2", false);
  const [later, other] = [open({ store }).creations, open({ store: store.ofStack("other") }).creations];
  const tell = (one: Creations, object: string) =>
    Promise.all([one.isMadeByThisStack(object), one.isOfAnotherStack(object)]);
  expect(await tell(later, "Box o1/b1")).toEqual([true, false]);
  expect(await tell(later, "Box o1/b2")).toEqual([false, false]);
  expect(await tell(later, "Box o1/b3")).toEqual([false, false]);
  for (const object of ["Box o1/b1", "Box o1/b2"]) expect(await tell(other, object)).toEqual([false, true]);
});

test("one that was recovered belongs to nobody any more, and is dropped with its object", async () => {
  const { creations, begin } = open();
  await (await begin("a")).gaveUp();
  await (await begin("b")).gaveUp();
  const [first] = await creations.openAttempts(KEY);
  await creations.recovered(KEY, first!, "o1/b1");
  expect((await creations.openAttempts(KEY)).map(({ salt }) => salt)).toEqual(["b"]);
  await creations.deleted(KEY, "o1/b2", "Box o1/b2");
  expect(await creations.attempts(KEY)).toHaveLength(2);
  await creations.deleted(KEY, "o1/b1", "Box o1/b1");
  expect((await creations.attempts(KEY)).map(({ salt }) => salt)).toEqual(["b"]);
});

test("a record that can't be kept is told once, and creating goes on", async () => {
  const { store, creations } = open();
  store.failure = new Error("disk full");
  const told: unknown[] = [];
  const begun = { seen: [], salt: "s", digests: {} };
  for (let round = 0; round < 2; round += 1) {
    const attempt = await creations.begin(KEY, begun, (...words) => told.push(words));
    await attempt.gaveUp();
  }
  expect(told).toEqual([["memory", store.failure]]);
  expect(await creations.attempts(KEY)).toHaveLength(2);
  expect(store.records.size).toBe(0);
});

/** A store without a part, or with one that fails. */
const partly = (changes: Partial<CreationStore>): CreationStore => {
  const { location, creators, records } = new MemoryCreations();
  return {
    location,
    creators,
    read: (key) => Promise.resolve(records.get(key)),
    write: (key, record) => Promise.resolve(void records.set(key, record)),
    remove: (key) => Promise.resolve(void records.delete(key)),
    ...changes,
  };
};
const broken = () => Promise.reject(new Error("disk gone"));
const time = { nowMs: () => START, isService: () => true };
const BEGUN = { seen: [], salt: "s", digests: {} };

test.each<[string, CreationStore | undefined]>([
  ["no place for them", undefined],
  ["a place that no other stack uses", (({ creators: _none, ...alone }) => alone)(partly({}))],
  [
    "a place whose notes of other stacks can't be read or written",
    partly({ creators: { note: broken, isMadeHere: broken, isOfAnother: broken, drop: broken } }),
  ],
  ["a place that can't be read", partly({ read: broken, creators: undefined as never })],
])("records with %s tell of this process alone", async (_what, store) => {
  const creations = new Creations(store, time);
  expect(await creations.attempts(KEY)).toEqual([]);
  const attempt = await creations.begin(KEY, BEGUN, never);
  await attempt.made("o1/b1", "Box o1/b1");
  await creations.own("Box o1/b2", false);
  expect(await Promise.all(["Box o1/b1", "Box o1/b2"].map((object) => creations.isMadeByThisStack(object)))).toEqual([
    false,
    false,
  ]);
  expect(await creations.isOfAnotherStack("Box o1/b1")).toBe(false);
  expect((await creations.attempts(KEY)).map(({ made }) => made)).toEqual(["o1/b1"]);
  await creations.deleted(KEY, "o1/b1", "Box o1/b1");
  await creations.deleted(undefined, "o1/b1", "Box o1/b1");
  expect(await creations.attempts(KEY)).toEqual([]);
});

test("a record is read once, and what was begun during the read counts more than what it says", async () => {
  const reads: (() => void)[] = [];
  const creations = new Creations(
    partly({
      read: async () => {
        await new Promise<void>((resolve) => reads.push(resolve));
        return undefined;
      },
    }),
    time,
  );
  const slow = creations.attempts(KEY);
  const beginning = creations.begin(KEY, BEGUN, never);
  reads[1]?.();
  await beginning;
  reads[0]?.();
  expect((await slow).map(({ salt }) => salt)).toEqual(["s"]);
  expect((await creations.attempts(KEY)).map(({ salt }) => salt)).toEqual(["s"]);
  expect(reads).toHaveLength(2);
});

test("a process that was killed was killed before its record was read, whenever it is asked for", async () => {
  const { store, begin } = open();
  await begin("s");
  const later = open({ store });
  await later.creations.attempts(KEY);
  later.pass(5 * MINUTE);
  expect(await later.creations.openAttempts(KEY)).toMatchObject([{ lastSentMs: START, windowEndMs: START }]);
});

test("an attempt is open until its last caller gave up, and knows when it was sent last, here alone", async () => {
  const { store, creations, begin, pass } = open();
  const [first] = [await begin("a"), await begin("b")];
  const times = async (one: Creations) =>
    (await one.openAttempts(KEY)).map(({ salt, lastSentMs, windowEndMs }) => [
      salt,
      lastSentMs - START,
      windowEndMs - START,
    ]);
  pass(MINUTE);
  first.sent();
  expect(await times(creations)).toEqual([
    ["a", MINUTE, MINUTE],
    ["b", 0, 0],
  ]);
  // For another process the last request may have been sent until its look.
  expect(await times(open({ store, startMs: START + 2 * MINUTE }).creations)).toEqual([
    ["a", 2 * MINUTE, 2 * MINUTE],
    ["b", 2 * MINUTE, 2 * MINUTE],
  ]);
  pass(MINUTE);
  await first.gaveUp();
  const ended = [
    ["b", 0, 0],
    ["a", MINUTE, 2 * MINUTE],
  ];
  expect(await times(creations)).toEqual(ended);
  // An answer that comes late ends it all the same, and once.
  await first.made("o1/b1", "Box o1/b1");
  expect((await creations.attempts(KEY)).map(({ salt, made }) => [salt, made])).toEqual([
    ["b", undefined],
    ["a", "o1/b1"],
  ]);
});

test("of several attempts those end that a list shows to have made nothing, and nothing else is written", async () => {
  const { store, creations, begin, pass } = open();
  await (await begin("a")).gaveUp();
  pass(MINUTE);
  await (await begin("b")).gaveUp();
  await (await begin("c")).made("o1/b1", "Box o1/b1");
  const salts = async () => (await creations.attempts(KEY)).map(({ salt }) => salt);
  const [written] = store.records.values();
  const settled = START + SETTLED_MS + 10_000;
  await creations.endAttempts(KEY, settled - 1);
  await creations.deleted(KEY, "o1/b9", "Box o1/b9");
  expect([await salts(), [...store.records.values()][0] === written]).toEqual([["a", "b", "c"], true]);
  await creations.endAttempts(KEY, settled);
  expect(await salts()).toEqual(["b", "c"]);
  await (await begin("d")).gaveUp();
  expect(await salts()).toEqual(["b", "c", "d"]);
  await creations.endAttempts(KEY, settled + MINUTE);
  expect(await salts()).toEqual(["c"]);
  await creations.deleted(KEY, "o1/b1", "Box o1/b1");
  expect([await salts(), store.records.size]).toEqual([[], 0]);
});

test("only the open one of two attempts with one mark is recovered", async () => {
  const { creations, begin } = open();
  await (await begin("s")).made("o1/b1", "Box o1/b1");
  await (await begin("s")).gaveUp();
  const [attempt] = await creations.openAttempts(KEY);
  await creations.recovered(KEY, attempt!, "o1/b2");
  expect((await creations.attempts(KEY)).map(({ made }) => made)).toEqual(["o1/b1", "o1/b2"]);
});

test.each([
  [true, 10_000],
  [false, 300_000],
])("an attempt's time may be wrong by little if the service told it, or by minutes: %s", async (isService, errorMs) => {
  const store = new MemoryCreations();
  const creations = new Creations(store, { ...time, isService: () => isService });
  await creations.begin(KEY, BEGUN, never);
  const attempts = [{ ...BEGUN, sentAt: new Date(START).toISOString(), clockErrorMs: errorMs }];
  expect(await creations.attempts(KEY)).toEqual(attempts);
  expect([...store.records.values()]).toEqual([{ attempts }]);
});

test("the deletion of what has no natural key reads no record", async () => {
  const creations = new Creations(partly({ read: never }), time);
  await expect(creations.deleted(undefined, "o1/b1", "Box o1/b1")).resolves.toBeUndefined();
});

test("records that can't be kept at one moment are told of once", async () => {
  const told: unknown[] = [];
  const creations = new Creations(partly({ write: broken }), time);
  await Promise.all(["a", "b"].map((key) => creations.begin(key, BEGUN, (...words) => told.push(words))));
  expect(told).toEqual([["memory", new Error("disk gone")]]);
});

test.each<[string, number | undefined, boolean]>([
  ["at a time that isn't known", undefined, true],
  ["a clock's error before the first request", -2_000, true],
  ["earlier", -2_001, false],
  ["between", 30_000, true],
  ["a clock's error after the end", 62_000, true],
  ["later", 62_001, false],
])("an object that was made %s can be an attempt's: %s", (_what, afterMs, isOne) => {
  const sentAt = new Date(START).toISOString();
  const attempt: CreationAttempt = { sentAt, clockErrorMs: 2_000, ...BEGUN };
  const open = { ...attempt, lastSentMs: START, windowEndMs: START + MINUTE };
  expect(isInWindow(open, afterMs === undefined ? undefined : new Date(START + afterMs).toISOString())).toBe(isOne);
});
