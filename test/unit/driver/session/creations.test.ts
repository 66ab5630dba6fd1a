import { expect, test } from "@jest/globals";

import { Creations, RECORDS_KEPT_MS } from "../../../../src/driver/session/creations.ts";
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
