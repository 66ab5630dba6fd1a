import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import {
  PostgresError,
  PostgresStore,
  SqliteStore,
  type WatchEvent,
  type WatchState,
  type WatchStore,
} from "../../../packages/watch/src/index.ts";
import { PostgresDatabase } from "../../../packages/watch/src/postgres/postgres-database.ts";
import { PostgresServer } from "../../support/postgres-server.ts";
import { CutProxy } from "../../support/cut-proxy.ts";

const AT = Date.parse("2026-11-26T08:00:00.417Z");
const LONG = 60_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await PostgresServer.start();
}, 60_000);
afterAll(() => server.dispose());

let names = 0;
/** Separate organizations for each test, because all tests share one database. */
const fresh = (): string => `acme ${(names += 1)} 'ü`;

const event = (organization: string, id: string): WatchEvent => ({
  id,
  organization,
  at: new Date(AT).toISOString(),
  since: new Date(AT).toISOString(),
  event: "appeared",
  subject: { type: "finding", kind: "missing", severity: "error", resource: "Domain", id, name: `${id}\u0000"` },
  isOpen: true,
});

const stateOf = (organization: string, ids: readonly string[], lookedAtMs = AT): WatchState => ({
  lookedAtMs,
  tracked: new Map(
    ids.map((id) => [
      `["missing","${id}"]`,
      {
        subject: event(organization, id).subject,
        isOpen: true,
        sinceMs: AT,
        isReminded: false,
        changes: [AT],
        isFlapping: false,
      },
    ]),
  ),
});

const STORES: readonly (readonly [string, () => Promise<WatchStore>])[] = [
  ["SQLite", () => Promise.resolve(new SqliteStore(":memory:"))],
  ["PostgreSQL", () => PostgresStore.open({ url: server.url() })],
];

describe.each(STORES)("a history in %s", (_name, open) => {
  let store: WatchStore;
  let organization: string;
  beforeEach(async () => {
    store = await open();
    organization = fresh();
  });
  afterEach(() => store.close());

  const recorded = async (ids: readonly string[], channels: readonly string[], endedMs = AT, holder = "me") =>
    store.record({
      look: { organization, startedMs: endedMs - 5, endedMs, outcome: "findings", open: { missing: ids.length } },
      state: stateOf(organization, ids, endedMs),
      events: ids.map((id) => event(organization, id)),
      deliveries: ids.flatMap((id) => channels.map((channel) => ({ event: id, channel }))),
      holder,
    });
  const hold = (holder: string, ms = LONG) => store.hold(organization, holder, Date.now(), Date.now() + ms);

  test("has one holder for each organization, until the lease ends or the holder lets go", async () => {
    expect([await hold("me", 40), await hold("me", 40), await hold("other")]).toEqual([true, true, false]);
    await pause(60);
    expect([await hold("other"), await hold("me")]).toEqual([true, false]);
    await store.release(organization, "me");
    expect(await hold("me")).toBe(false);
    await store.release(organization, "other");
    expect(await hold("me")).toBe(true);
  });

  test("takes a look of the holder alone, and all of it", async () => {
    expect(await store.state(organization)).toBeUndefined();
    await hold("me");
    const [one, two] = [`${organization} one`, `${organization} two`];
    expect(await recorded([one, two], ["hook"])).toBe(true);
    expect(await recorded([`${organization} stray`], ["hook"], AT, "other")).toBe(false);
    expect(await store.state(organization)).toEqual(stateOf(organization, [one, two]));
    expect(await store.events({ organization, sinceMs: AT })).toEqual([one, two].map((id) => event(organization, id)));
    expect(await store.events({ organization, sinceMs: AT + 1 })).toEqual([]);
    expect(await store.looks({ organization, sinceMs: 0 })).toEqual([
      { organization, startedMs: AT - 5, endedMs: AT, outcome: "findings", open: { missing: 2 }, requests: undefined },
    ]);
    expect((await store.open(organization)).map(({ subject }) => subject.id)).toEqual([one, two]);
    expect((await store.lastLooks()).find((last) => last.organization === organization)?.succeededMs).toBe(AT);
    await recorded([], [], AT + 1);
    expect(await store.open(organization)).toEqual([]);
  });

  test("puts each event in one message for each channel, which one sender at a time takes", async () => {
    const [channel, quiet] = [`hook ${organization}`, `quiet ${organization}`];
    const ids = [`${organization} 1`, `${organization} 2`];
    await hold("me");
    await recorded(ids, [channel, quiet]);
    let count = 0;
    const compose = (to: string) => store.compose(to, AT, () => `${to} ${(count += 1)}`);
    await Promise.all([compose(channel), compose(channel), compose(quiet)]);
    const mine = async (nowMs: number) => {
      const due = await store.due(nowMs, 1_000, [quiet]);
      return due.filter(({ message }) => message.organization === organization);
    };
    const [waiting, ...others] = await mine(AT);
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ attempts: 0, createdMs: AT, message: { channel } });
    expect(waiting?.message.events.map(({ id }) => id)).toEqual(ids);
    const id = waiting?.message.id ?? "";
    const claims = await Promise.all([1, 2, 3].map(() => store.claim(id, AT, AT + LONG)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await mine(AT + LONG - 1)).toEqual([]);
    // Until its sender has had its time, nobody else takes it.
    expect(await store.claim(id, AT + LONG - 1, AT + LONG + LONG)).toBe(false);
    await store.failed(id, "503", AT + 7);
    expect(await mine(AT + 7)).toMatchObject([{ attempts: 1, message: { id } }]);
    expect(await store.troubled()).toContainEqual({
      id,
      channel,
      organization,
      attempts: 1,
      isGivenUp: false,
      problem: "503",
    });
    await store.delivered(id, AT + 8);
    // A sender that stood still says later what became of its own try.
    await store.failed(id, "late", AT + 9);
    expect(await store.claim(id, AT + LONG, AT + LONG)).toBe(false);
    expect(await mine(AT + LONG)).toEqual([]);
    expect((await store.troubled()).filter((one) => one.id === id)).toEqual([]);
    expect(await store.nextDueMs()).toBeLessThanOrEqual(AT);
  });

  test("forgets what is old and told, and keeps what is to be told and each last look", async () => {
    const [channel, waiting] = [`told ${organization}`, `waits ${organization}`];
    await hold("me");
    await recorded([`${organization} told`], [channel]);
    await recorded([`${organization} waits`], [waiting], AT + 1);
    await store.compose(channel, AT, () => `message ${organization}`);
    await store.delivered(`message ${organization}`, AT);
    await store.forget(AT + 2);
    expect((await store.events({ organization, sinceMs: 0 })).map(({ id }) => id)).toEqual([`${organization} waits`]);
    expect((await store.looks({ organization, sinceMs: 0 })).map(({ endedMs }) => endedMs)).toEqual([AT + 1]);
  });

  test("keeps values", async () => {
    expect(await store.kept(organization)).toBeUndefined();
    await store.keep(organization, "7");
    await store.keep(organization, "8");
    expect(await store.kept(organization)).toBe("8");
  });
});

describe("a history in PostgreSQL", () => {
  test("is made once, although several watchers begin", async () => {
    const stores = await Promise.all([1, 2, 3].map(() => PostgresStore.open({ url: server.url() })));
    const found = await Promise.all(stores.map((store) => store.kept("what nobody keeps")));
    expect(found).toEqual([undefined, undefined, undefined]);
    await Promise.all(stores.map((store) => store.close()));
  });

  test("of a newer version is refused, and left as it is", async () => {
    const newer = {
      schema: "newer",
      migrations: ["CREATE TABLE newer.one (a text)", "CREATE TABLE newer.two (a text)"],
    };
    const database = await PostgresDatabase.open({ url: server.url(), ...newer });
    await database.close();
    const older = { url: server.url(), schema: "newer", migrations: newer.migrations.slice(1) };
    await expect(PostgresDatabase.open(older)).rejects.toThrow(
      /can't be used: it has the format 2 of a newer version, and this one knows 1\. /u,
    );
  });

  test("goes on when connections are cut and the server starts anew", async () => {
    const proxy = await CutProxy.start(server.port);
    const store = await PostgresStore.open({ url: server.url(proxy.port) });
    const organization = fresh();
    await store.keep(organization, "0");
    for (let times = 1; times < 4; times += 1) {
      const kept = store.keep(organization, String(times));
      proxy.cut();
      await kept;
      expect(await store.kept(organization)).toBe(String(times));
    }
    await server.kill();
    const kept = store.keep(organization, "at last");
    await server.run();
    await kept;
    expect(await store.kept(organization)).toBe("at last");
    await store.close();
    await proxy.close();
  });

  test.each<[string, () => Parameters<typeof PostgresStore.open>[0], string]>([
    ["a wrong password", () => ({ url: server.url(server.port, "wrong word") }), "password authentication failed"],
    ["a server that isn't there", () => ({ url: server.url(1) }), "127.0.0.1:1/postgres can't be used: ECONNREFUSED"],
    [
      "a socket that isn't there",
      () => ({ url: "postgres://orgform:canary@/name?host=/nowhere" }),
      "The database /nowhere/name can't be used: ",
    ],
    [
      "a certificate that isn't there",
      () => ({ url: "postgres://orgform:canary@host/name?sslmode=verify-full&sslrootcert=/nowhere.pem" }),
      "The database host/name can't be used: ",
    ],
    ["a port that is none", () => ({ url: "postgres://orgform:canary@host:99999/name" }), "should be postgres://"],
    ["another kind of URL", () => ({ url: "mysql://orgform:canary@host/name" }), "should be postgres://"],
    [
      "an absent package",
      () => ({ url: server.url(), load: () => Promise.reject(new Error("none")) }),
      "Run `npm install pg`",
    ],
    ["another package", () => ({ url: server.url(), load: () => Promise.resolve({}) }), "npm install pg@8"],
  ])("says what to do about %s, without the password", async (_what, options, words) => {
    const said = await PostgresStore.open(options()).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(said).toBeInstanceOf(PostgresError);
    expect(String(said)).toContain(words);
    expect(String(said)).not.toMatch(/Canary|canary|wrong(?: |%20)word/u);
  });
});
