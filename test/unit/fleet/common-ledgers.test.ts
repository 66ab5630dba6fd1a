import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { Clock } from "../../../packages/fleet/src/clock.ts";
import type { CommonCounts } from "../../../packages/fleet/src/budget/common-counts.ts";
import { LedgerBook } from "../../../packages/fleet/src/budget/ledger-book.ts";
import { DEFAULT_LIMITS } from "../../../packages/fleet/src/budget/limits.ts";
import { PostgresDatabase } from "../../../packages/fleet/src/postgres/postgres-database.generated.ts";
import { PostgresCounts } from "../../../packages/fleet/src/record/postgres-counts.ts";
import { POSTGRES_MIGRATIONS } from "../../../packages/fleet/src/record/postgres-migrations.ts";
import { SqliteRecord } from "../../../packages/fleet/src/record/sqlite-record.ts";
import { CutProxy } from "../../support/cut-proxy.ts";
import { createFakeClock, FAKE_START, type FakeClock } from "../../support/fake-clock.ts";
import { PostgresServer } from "../../support/postgres-server.ts";

const HOUR_MS = 3_600_000;
let server: PostgresServer;
let database: PostgresDatabase;
let folder: string;
let clock: FakeClock;
/** Closes what a test opened, the latest first. */
let closers: (() => Promise<void>)[];
let said: string[];
/** Exchanges that aren't answered yet. */
let underWay = 0;
let tests = 0;

const databaseAt = (url: string): Promise<PostgresDatabase> =>
  PostgresDatabase.open({ url, schema: "orgform_fleet", migrations: POSTGRES_MIGRATIONS });

/** A clock of the database's own that only the tests move: its statements find this function before the built-in one. */
const STILL_CLOCK = [
  "CREATE SCHEMA still",
  "CREATE TABLE still.clock AS SELECT 1790000000000.3::numeric AS ms",
  `CREATE FUNCTION still.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT to_timestamp(ms / 1000) FROM still.clock'`,
  "ALTER DATABASE postgres SET search_path = still, pg_catalog",
];

beforeAll(async () => {
  server = await PostgresServer.start();
  const first = await databaseAt(server.url());
  await first.transaction(async (session) => {
    for (const statement of STILL_CLOCK) await session.rows(statement);
  });
  await first.close();
  database = await databaseAt(server.url());
}, 60_000);
afterAll(async () => {
  await database.close();
  await server.dispose();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-ledgers-"));
  clock = createFakeClock();
  closers = [];
  said = [];
  tests += 1;
});
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same counts, whose unanswered exchanges the test knows of. */
function watched(counts: CommonCounts): CommonCounts {
  return {
    isCurrent: counts.isCurrent,
    hasChanged: () => counts.hasChanged(),
    read: (key, sinceMs) => counts.read(key, sinceMs),
    exchange: (reports, then) => {
      underWay += 1;
      counts.exchange(reports, (reserved) => {
        underWay -= 1;
        then(reserved);
      });
    },
  };
}

type Store = "file" | "database";
interface Opening {
  readonly store?: Store;
  readonly perMinute?: number;
  readonly share?: number;
  readonly record?: string;
  readonly at?: Clock;
  readonly connection?: PostgresDatabase;
}

/** A ledger as another process has it: with its own connection to the counts of the fleet. */
function open({
  store = "file",
  perMinute = 100,
  share = 1,
  record = "runs",
  at = clock,
  connection = database,
}: Opening = {}): LedgerBook {
  const counts = store === "file" ? ofFile(record, at) : new PostgresCounts(connection, at);
  const limits = { ...DEFAULT_LIMITS, requestsPerMinute: perMinute };
  return new LedgerBook({ clock: at, limits, timeScale: 1, shareOf: () => share, common: watched(counts) });
}

function ofFile(record: string, at: Clock): CommonCounts {
  const connection = new SqliteRecord(join(folder, `${record}.sqlite`), at);
  closers.push(() => connection.close());
  return connection.counts();
}

function ask(book: LedgerBook, organization: string, invites?: number) {
  return book.ask({
    credential: `key ${tests}`,
    organization,
    own: invites === undefined ? undefined : { kind: "invites", key: `invites ${tests}`, count: invites },
    maxOwnWaitMs: 0,
    granted: () => said.push(organization),
    waits: () => undefined,
    refused: (waitMs) => said.push(`${organization} refused ${Math.ceil(waitMs / 1000)} s`),
  });
}

/** Ends when nothing more happens at this time. */
async function settle(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (underWay === 0) return;
  }
}

/** Lets time pass, also for the database. */
async function pass(store: Store, durationMs: number, stepMs = 500): Promise<void> {
  for (let passedMs = 0; passedMs < durationMs; passedMs += stepMs) {
    const ms = Math.min(stepMs, durationMs - passedMs);
    if (store === "database") await database.statement("UPDATE still.clock SET ms = ms + $1", () => [ms]);
    clock.advance(ms);
    await settle();
  }
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

describe.each<Store>(["file", "database"])("ledgers that share a %s", (store) => {
  test("give out one minute together, and each goes on when it has passed", async () => {
    const [one, other] = [open({ store }), open({ store })];
    expect(await granted(one, "acme", 60)).toBe(60);
    expect(await granted(other, "globex", 60)).toBe(40);
    expect(await granted(one, "acme", 5)).toBe(0);
    await pass(store, 61_000);
    said.length = 0;
    expect(await granted(one, "acme", 90)).toBe(90);
    expect(await granted(other, "globex", 20)).toBe(10);
  });

  test("give up what nobody used, so that others have it within a second", async () => {
    const [one, other] = [open({ store }), open({ store })];
    expect(await granted(one, "acme", 1)).toBe(1);
    // One in use and nine more in advance.
    expect(await granted(other, "globex", 100)).toBe(90);
    said.length = 0;
    const more = Array.from({ length: 10 }, () => ask(other, "globex"));
    await pass(store, 2000, 250);
    expect(said).toHaveLength(9);
    for (const request of more) request.end();
  });

  test("pause together, the same when one is opened later", async () => {
    const [one, other, late] = [open({ store }), open({ store }), open({ store })];
    const told: number[] = [];
    const note = (pauseMs: number): void => void told.push(Math.round(pauseMs / 1000));
    other.onPause(`key ${tests}`, note);
    one.pause(`key ${tests}`, 7000);
    await settle();
    expect(await granted(other, "globex", 1)).toBe(0);
    late.onPause(`key ${tests}`, note);
    expect(await granted(late, "globex", 1)).toBe(0);
    expect(told).toEqual([7, 7]);
    await pass(store, 7000);
    expect(await granted(other, "globex", 1)).toBe(1);
  });

  test("count the invites of an organization together, an hour and a day", async () => {
    const [one, other] = [open({ store, perMinute: 1000 }), open({ store, perMinute: 1000 })];
    const first = ask(one, "acme", 30);
    await settle();
    ask(other, "late", 21);
    ask(other, "fits", 20);
    await settle();
    expect(said).toEqual(["acme", "fits"]);
    first.end();
    await pass(store, 2000, 250);
    // The record keeps the whole second after the calls, never the one before.
    const passedS = 2 - Math.ceil(2 - (Date.parse(FAKE_START) % 1000) / 1000);
    expect(said.at(-1)).toMatch(
      new RegExp(`^late refused ${HOUR_MS / 1000 - passedS - 1} s|^late refused ${HOUR_MS / 1000 - passedS} s`, "u"),
    );
  });

  test("count what a killed one may have sent: all that it had set apart, for a minute from when it was missed", async () => {
    const killed = open({ store, at: { ...clock, setTimer: () => () => undefined } });
    Array.from({ length: 15 }, () => ask(killed, "acme"));
    await settle();
    said.length = 0;
    const next = open({ store });
    expect(await granted(next, "globex", 100)).toBe(80);
    await pass(store, 61_000);
    expect(await granted(next, "globex", 100)).toBe(80);
    await pass(store, 70_000);
    expect(await granted(next, "globex", 120)).toBe(100);
  });

  test("go on from what an earlier one counted", async () => {
    const one = open({ store });
    expect(await granted(one, "acme", 60)).toBe(60);
    await one.close();
    expect(await granted(open({ store }), "globex", 60)).toBe(40);
  });
});

describe("ledgers that share a file", () => {
  test("count apart where each has a record of its own: the tests above could fail", async () => {
    const [one, other] = [open({ record: "one" }), open({ record: "other" })];
    expect([await granted(one, "acme", 60), await granted(other, "globex", 60)]).toEqual([60, 60]);
  });

  test("keep to their shares", async () => {
    const [one, other] = [open({ share: 1 / 4 }), open()];
    expect(await granted(one, "acme", 60)).toBe(25);
    expect(await granted(other, "globex", 100)).toBe(75);
  });

  test("write no key", async () => {
    expect(await granted(open(), "acme", 60)).toBe(60);
    const text = ["runs.sqlite", "runs.sqlite-wal"].map((name) => readFileSync(join(folder, name), "latin1")).join("");
    expect(text).not.toContain("acme");
  });

  test("are not held up by times that lie ahead, because the clock was set back", async () => {
    const ahead = createFakeClock();
    ahead.advance(24 * HOUR_MS);
    expect(await granted(open({ at: ahead }), "acme", 60)).toBe(60);
    const next = open();
    expect(await granted(next, "globex", 100)).toBe(100 - 60);
    clock.advance(61_000);
    expect(await granted(next, "globex", 100)).toBe(100);
  });
});

describe("ledgers that share a database", () => {
  const store = "database";

  const throughProxy = async (): Promise<{ readonly proxy: CutProxy; readonly cut: PostgresDatabase }> => {
    const proxy = await CutProxy.start(server.port);
    closers.push(() => proxy.close());
    const cut = await databaseAt(server.url(proxy.port));
    closers.push(() => cut.close());
    return { proxy, cut };
  };

  test("whose clocks differ by a day count together all the same", async () => {
    const ahead = createFakeClock();
    ahead.advance(24 * HOUR_MS);
    expect(await granted(open({ store, at: ahead }), "acme", 60)).toBe(60);
    expect(await granted(open({ store }), "globex", 100)).toBe(40);
  });

  test("go on together when one of them has waited for long", async () => {
    const [near, far] = [open({ store }), open({ store })];
    expect(await granted(near, "acme", 100)).toBe(100);
    Array.from({ length: 30 }, () => ask(far, "far"));
    Array.from({ length: 200 }, () => ask(near, "near"));
    await pass(store, 62_000, 250);
    const served = ["far", "near"].map((name) => said.filter((one) => one === name).length);
    expect(served).toEqual([30, 70]);
  });

  test("serve the one first that was served last, as long as it still asks", async () => {
    const [near, far] = [new PostgresCounts(database, clock), new PostgresCounts(database, clock)];
    const key = `key ${tests}`;
    const report = { key, ended: [], held: 0, spanMs: HOUR_MS };
    const wanted = { calls: 10, isWhole: false, windows: [{ most: 10, windowMs: 60_000 }] };
    const got = (counts: PostgresCounts): Promise<number | undefined> =>
      new Promise((done) => counts.exchange([{ ...report, wanted }], (reserved) => done(reserved?.[0])));
    const end = (counts: PostgresCounts): Promise<unknown> =>
      new Promise((done) => counts.exchange([{ ...report, ended: [[clock.nowMs(), 10]] }], done));
    const aMinuteAgo = (column: string): Promise<unknown> =>
      database.transaction((session) => session.rows(`UPDATE orgform_fleet.${column} - 61000 WHERE key = $1`, [key]));
    expect(await got(near)).toBe(10);
    await end(near);
    expect([await got(near), await got(far)]).toEqual([0, 0]);
    await aMinuteAgo("counted SET at = at");
    expect([await got(near), await got(far), await got(near)]).toEqual([0, 10, 0]);
    await end(far);
    expect([await got(far), await got(near)]).toEqual([0, 0]);
    await aMinuteAgo("counted SET at = at");
    await aMinuteAgo("held SET asked = asked");
    expect(await got(far)).toBe(10);
  });

  test("count each request once, although connections are cut and answers are lost", async () => {
    const { proxy, cut } = await throughProxy();
    const one = open({ store, connection: cut });
    const begun = Array.from({ length: 5 }, () => ask(one, "acme"));
    await settle();
    for (const request of begun) request.end();
    proxy.lose(2);
    await pass(store, 2000);
    proxy.cut();
    await pass(store, 1000);
    expect(said.splice(0)).toHaveLength(5);
    await one.close();
    expect(await granted(open({ store }), "globex", 100)).toBe(95);
  });

  test("take nothing for granted while it is away, and go on afterwards", async () => {
    const { proxy, cut } = await throughProxy();
    const one = open({ store, connection: cut });
    expect(await granted(one, "acme", 10)).toBe(10);
    await proxy.close();
    ask(one, "acme");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(said).toEqual([]);
    const again = await CutProxy.start(server.port, proxy.port);
    await settle();
    expect(said).toEqual(["acme"]);
    closers.push(() => again.close());
  }, 30_000);
});
