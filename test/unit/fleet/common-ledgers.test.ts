import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Clock } from "../../../packages/fleet/src/clock.ts";
import { LedgerBook } from "../../../packages/fleet/src/budget/ledger-book.ts";
import { DEFAULT_LIMITS } from "../../../packages/fleet/src/budget/limits.ts";
import { SqliteRecord } from "../../../packages/fleet/src/record/sqlite-record.ts";
import { createFakeClock, FAKE_START, type FakeClock } from "../../support/fake-clock.ts";

const HOUR_MS = 3_600_000;
let folder: string;
let clock: FakeClock;
let records: SqliteRecord[];
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-ledgers-"));
  clock = createFakeClock();
  records = [];
  said = [];
});
afterEach(() => {
  for (const record of records) void record.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A ledger as another process has it: with a connection of its own to the record of the fleet. */
function open({ perMinute = 100, share = 1, record = "runs" } = {}, at: Clock = clock): LedgerBook {
  const connection = new SqliteRecord(join(folder, `${record}.sqlite`), at);
  records.push(connection);
  const limits = { ...DEFAULT_LIMITS, requestsPerMinute: perMinute };
  return new LedgerBook({ clock: at, limits, timeScale: 1, shareOf: () => share, common: connection.counts() });
}

function ask(book: LedgerBook, organization: string, invites?: number) {
  return book.ask({
    credential: "key",
    organization,
    own: invites === undefined ? undefined : { kind: "invites", key: "invites of acme", count: invites },
    maxOwnWaitMs: 0,
    granted: () => said.push(organization),
    waits: () => undefined,
    refused: (waitMs) => said.push(`${organization} refused ${waitMs}`),
  });
}

/** Asks so many times, and says how many of them were granted. */
async function granted(book: LedgerBook, organization: string, calls: number): Promise<number> {
  const asks = Array.from({ length: calls }, () => ask(book, organization));
  await settle();
  const got = said.filter((name) => name === organization).length;
  said.length = 0;
  for (const one of asks) one.end();
  return got;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("ledgers with one record", () => {
  test("give out one minute together, and each goes on when it has passed", async () => {
    const [one, other] = [open(), open()];
    expect(await granted(one, "acme", 60)).toBe(60);
    expect(await granted(other, "globex", 60)).toBe(40);
    expect(await granted(one, "acme", 5)).toBe(0);
    clock.advance(61_000);
    await settle();
    said.length = 0;
    expect(await granted(one, "acme", 90)).toBe(90);
    expect(await granted(other, "globex", 20)).toBe(10);
  });

  test("count apart where each has a record of its own: the test above could fail", async () => {
    const [one, other] = [open({ record: "one" }), open({ record: "other" })];
    expect([await granted(one, "acme", 60), await granted(other, "globex", 60)]).toEqual([60, 60]);
  });

  test("keep to their shares", async () => {
    const [one, other] = [open({ share: 1 / 4 }), open()];
    expect(await granted(one, "acme", 60)).toBe(25);
    expect(await granted(other, "globex", 100)).toBe(75);
  });

  test("give up what nobody used, so that others have it within a second", async () => {
    const [one, other] = [open(), open()];
    expect(await granted(one, "acme", 1)).toBe(1);
    // One in use and nine more in advance.
    expect(await granted(other, "globex", 100)).toBe(90);
    said.length = 0;
    const more = Array.from({ length: 10 }, () => ask(other, "globex"));
    clock.advance(2000);
    await settle();
    expect(said).toHaveLength(9);
    for (const request of more) request.end();
  });

  test("pause together, the same when one is opened later", async () => {
    const [one, other] = [open(), open()];
    const told: number[] = [];
    other.onPause("key", (pauseMs) => told.push(pauseMs));
    one.pause("key", 7000);
    expect(await granted(other, "globex", 1)).toBe(0);
    open().onPause("key", (pauseMs) => told.push(pauseMs));
    expect(told).toEqual([7000, 7000]);
    clock.advance(7000);
    expect(await granted(other, "globex", 1)).toBe(1);
  });

  test("count the invites of an organization together, an hour and a day", async () => {
    const [one, other] = [open({ perMinute: 1000 }), open({ perMinute: 1000 })];
    const first = ask(one, "acme", 30);
    await settle();
    ask(other, "late", 21);
    ask(other, "fits", 20);
    await settle();
    expect(said).toEqual(["acme", "fits"]);
    first.end();
    clock.advance(2000);
    await settle();
    // The record keeps the whole second after the calls, never the one before.
    const roundedUpMs = 1000 - (Date.parse(FAKE_START) % 1000);
    expect(said.at(-1)).toBe(`late refused ${HOUR_MS - 1000 + roundedUpMs}`);
  });
});

describe("a ledger that is opened after another one", () => {
  test("goes on from what was counted, without any key in the record", async () => {
    const one = open();
    expect(await granted(one, "acme", 60)).toBe(60);
    one.close();
    expect(await granted(open(), "globex", 60)).toBe(40);
    const text = ["runs.sqlite", "runs.sqlite-wal"].map((name) => readFileSync(join(folder, name), "latin1")).join("");
    expect(text).not.toContain("acme");
  });

  test("counts what a killed one may have sent: all that it had set apart, for a minute from when it was missed", async () => {
    const killed = open({}, { ...clock, setTimer: () => () => undefined });
    Array.from({ length: 15 }, () => ask(killed, "acme"));
    await settle();
    said.length = 0;
    const next = open();
    expect(await granted(next, "globex", 100)).toBe(80);
    clock.advance(61_000);
    expect(await granted(next, "globex", 100)).toBe(80);
    clock.advance(70_000);
    expect(await granted(next, "globex", 120)).toBe(100);
  });

  test("is not held up by times that lie ahead, because the clock was set back", async () => {
    const ahead = createFakeClock();
    ahead.advance(24 * HOUR_MS);
    expect(await granted(open({}, ahead), "acme", 60)).toBe(60);
    const next = open();
    expect(await granted(next, "globex", 100)).toBe(100 - 60);
    clock.advance(61_000);
    expect(await granted(next, "globex", 100)).toBe(100);
  });
});
