import { beforeEach, describe, expect, test } from "@jest/globals";

import { PostgresDatabase, PostgresError } from "../../../packages/watch/src/postgres/postgres-database.ts";

const URL_OF = "postgres://ann:Canary%2F1@db.example:5432/orgform";

/** What a test sees of the library: its settings, what was sent, and which connections were closed. */
interface Seen {
  configs: Record<string, unknown>[];
  sent: [statement: string, values: readonly unknown[] | undefined][];
  released: (boolean | undefined)[];
  ended: number;
  listened: string[];
}

let seen: Seen;
/** The rows of a statement, or the error of it. */
let answer: (statement: string) => readonly object[];
/** The errors of the next connections. */
let refusals: unknown[];

beforeEach(() => {
  seen = { configs: [], sent: [], released: [], ended: 0, listened: [] };
  refusals = [];
  answer = (statement) => (statement.includes("to_reg") ? [{ found: true }] : [{ version: 2 }]);
});

class Client {
  on(event: string): void {
    seen.listened.push(`client ${event}`);
  }
  async query(statement: string, values?: readonly unknown[]) {
    seen.sent.push([statement, values]);
    return { rows: answer(statement) };
  }
  release(isBroken?: boolean): void {
    seen.released.push(isBroken);
  }
}

class Pool {
  constructor(config: Record<string, unknown>) {
    seen.configs.push(config);
  }
  async connect() {
    if (refusals.length > 0) throw refusals.shift();
    return new Client();
  }
  async end() {
    seen.ended += 1;
  }
  on(event: string, listener: (client: Client) => void): void {
    seen.listened.push(`pool ${event}`);
    listener(new Client());
  }
}

const PG = { Pool, types: { getTypeParser: (type: number, format?: string) => `parser ${type} ${String(format)}` } };

const opened = (url = URL_OF, load: () => Promise<unknown> = () => Promise.resolve(PG)) =>
  PostgresDatabase.open({ url, schema: "watched", migrations: ["CREATE one", "CREATE two"], load });

const refusal = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "accepted",
    (error: unknown) => (error instanceof PostgresError ? error.message : `fault: ${String(error)}`),
  );

const coded = (code: unknown, message = "it broke"): Error => Object.assign(new Error(message), { code });

describe("the tables", () => {
  const LOCK = ["SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", ["watched migrations"]];
  const HAS_TABLE = ["SELECT to_regclass($1) IS NOT NULL AS found", ["watched.versions"]];
  const HAS_SCHEMA = ["SELECT to_regnamespace($1) IS NOT NULL AS found", ["watched"]];
  const VERSION = ["SELECT coalesce(max(version), 0) AS version FROM watched.versions", undefined];
  const TABLE = ["CREATE TABLE watched.versions (version integer PRIMARY KEY, since timestamptz NOT NULL)", undefined];
  const step = (index: number, statement: string) => [
    [statement, undefined],
    ["INSERT INTO watched.versions VALUES ($1, now())", [index]],
  ];

  test.each([
    ["are left alone if they are up to date", true, true, 2, []],
    ["are upgraded from their version", true, true, 1, step(2, "CREATE two")],
    ["are made in a schema that is there", false, true, 0, [...step(1, "CREATE one"), ...step(2, "CREATE two")]],
    ["are made with their schema", false, false, 0, [...step(1, "CREATE one"), ...step(2, "CREATE two")]],
  ])("%s", async (_what, hasTable, hasSchema, version, steps) => {
    answer = (statement) => {
      if (statement.includes("to_regclass")) return [{ found: hasTable }];
      return statement.includes("to_regnamespace") ? [{ found: hasSchema }] : [{ version }];
    };
    await opened();
    const made = hasTable ? [] : [HAS_SCHEMA, ...(hasSchema ? [] : [["CREATE SCHEMA watched", undefined]]), TABLE];
    expect(seen.sent).toEqual([
      ["BEGIN", undefined],
      LOCK,
      HAS_TABLE,
      ...made,
      VERSION,
      ...steps,
      ["COMMIT", undefined],
    ]);
    expect(seen.released).toEqual([false]);
  });

  test("of a newer version are left alone, and the connection is given up", async () => {
    answer = (statement) => (statement.includes("to_reg") ? [{ found: true }] : [{ version: 3 }]);
    expect(await refusal(opened())).toBe(
      "The database db.example:5432/orgform can't be used: it has the format 3 of a newer version, and this one knows 2. Check the URL, the server, and the rights of the user.",
    );
    expect(seen.sent.map(([statement]) => statement)).not.toContain("COMMIT");
    expect([seen.released, seen.ended]).toEqual([[true], 1]);
  });
});

test("the library gets the URL, limits, exact numbers, and listeners that outlive a broken connection", async () => {
  await opened();
  const [{ types, ...config } = {}] = seen.configs;
  expect(config).toEqual({
    connectionString: URL_OF,
    max: 5,
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
    keepAlive: true,
    application_name: "orgform",
  });
  const { getTypeParser } = types as { getTypeParser: (type: number, format?: string) => unknown }; // -- as pg asks it
  expect([getTypeParser(20), getTypeParser(20, "text"), getTypeParser(23, "text")]).toEqual([
    Number,
    Number,
    "parser 23 text",
  ]);
  expect(seen.listened).toEqual(["pool error", "pool connect", "client error"]);
});

test.each([
  ["itself", PG, "accepted"],
  ["as the default of a module", { default: PG }, "accepted"],
  ["with a default that is another", { default: { Pool }, ...PG }, "accepted"],
  ["without types", { Pool }, "The installed pg isn't version 8. Run `npm install pg@8` and this command again."],
  [
    "without a pool",
    { types: PG.types },
    "The installed pg isn't version 8. Run `npm install pg@8` and this command again.",
  ],
  [
    "that is null",
    { default: null },
    "The installed pg isn't version 8. Run `npm install pg@8` and this command again.",
  ],
  ["that is nothing", undefined, "The installed pg isn't version 8. Run `npm install pg@8` and this command again."],
  ["that is null itself", null, "The installed pg isn't version 8. Run `npm install pg@8` and this command again."],
])("the package pg %s", async (_what, installed, words) => {
  expect(await refusal(opened(URL_OF, () => Promise.resolve(installed)))).toBe(words);
});

test("without the package pg, says what to install", async () => {
  expect(await refusal(opened(URL_OF, () => Promise.reject(new Error("none"))))).toBe(
    "A PostgreSQL database needs the package pg, which is not installed. Run `npm install pg` and this command again.",
  );
});

describe("a database that can't be used", () => {
  const told = (where: string, why: string): string =>
    `The database ${where} can't be used: ${why}. Check the URL, the server, and the rights of the user.`;

  test.each([
    [URL_OF, "db.example:5432/orgform"],
    ["postgresql://ann@db.example/orgform", "db.example/orgform"],
    ["postgres://ann:Canary%2F1@/orgform?host=%2Fvar%2Frun", "/var/run/orgform"],
    ["postgres://ann:Canary%2F1@/orgform", "localhost/orgform"],
    ["postgres://db.example/orgform?password=Canary%2F1", "db.example/orgform"],
    ["postgres://ann:100%25%@db.example/orgform", "db.example/orgform"],
  ])("at %s is named without its password", async (url, where) => {
    const { password, searchParams } = new URL(url.replace("@/", "@x/"));
    const secret = searchParams.get("password") ?? password;
    answer = () => {
      throw new Error(`no rights with ${url}`);
    };
    expect(await refusal(opened(url))).toBe(told(where, "no rights with ***"));
    if (secret === "" || secret.includes("%25%")) return;
    answer = () => {
      throw new Error(`${secret} and ${decodeURIComponent(secret)} are wrong`);
    };
    expect(await refusal(opened(url))).toBe(told(where, "*** and *** are wrong"));
  });

  test.each(["https://db.example/x", "db.example", "postgres//x", ""])("has no URL like %j", async (url) => {
    expect(await refusal(opened(url))).toBe(
      "The URL of the database should be postgres://user:password@host:5432/name.",
    );
    expect(seen.configs).toEqual([]);
  });

  test.each([
    [coded("28P01", "password authentication failed"), "password authentication failed"],
    [coded("28P01", ""), "28P01"],
    [coded(28, ""), "it doesn't answer"],
    [new Error(""), "it doesn't answer"],
    [{ code: "XX000" }, "XX000"],
    [{ code: 7 }, "it doesn't answer"],
    ["text", "it doesn't answer"],
    [null, "it doesn't answer"],
    [undefined, "it doesn't answer"],
  ])("says why: %j", async (error, why) => {
    refusals = [error];
    expect(await refusal(opened())).toBe(told("db.example:5432/orgform", why));
    expect([seen.sent, seen.ended]).toEqual([[], 1]);
  });
});

/** The result of a statement whose first connection breaks like this: what came of it, and how often it was tried. */
async function afterBreak(error: unknown): Promise<[string, number]> {
  let tries = 0;
  class Breaking extends Pool {
    override async connect() {
      tries += 1;
      if (tries === 2) throw error;
      return new Client();
    }
  }
  const database = await opened(URL_OF, async () => ({ ...PG, Pool: Breaking }));
  const said = await refusal(database.statement("SELECT 1", () => []));
  return [said === "accepted" ? said : "refused", tries - 1];
}

const PASSING = (
  "08000 08P01 40001 40P01 53300 57P01 57P02 57P03 " +
  "ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN"
)
  .split(" ")
  .map((code) => coded(code));

const PASSING_WORDS = [
  "Connection terminated unexpectedly",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
].map((words) => new Error(words));

const LASTING = [
  ...["28P01", "080000", "0800", "x08000", "57P04", "57P011", "53301", "400011", "EPIPEX", "XEPIPE", "ENOENT"].map(
    (code) => coded(code),
  ),
  ...["It said: Connection terminated", "No timeout exceeded", "query read timeout"].map((words) => new Error(words)),
  coded(8_000),
  "Connection terminated",
  { code: ["ECONNRESET"] },
  null,
  undefined,
];

test("a statement is repeated after each kind of break that passes, and after no other", async () => {
  const passing = await Promise.all([...PASSING, ...PASSING_WORDS, { code: "ECONNRESET" }].map(afterBreak));
  expect(passing).toEqual(passing.map(() => ["accepted", 2]));
  const lasting = await Promise.all(LASTING.map(afterBreak));
  expect(lasting).toEqual(LASTING.map(() => ["refused", 1]));
});

test("a statement takes its values anew for each try, and gives its rows", async () => {
  const database = await opened();
  refusals = [coded("ECONNRESET")];
  seen.sent = [];
  let now = 6;
  answer = () => [{ one: 1 }];
  expect(await database.statement("SELECT $1", () => [(now += 1)])).toEqual([{ one: 1 }]);
  expect(seen.sent).toEqual([["SELECT $1", [7]]]);
  expect(seen.released).toEqual([false, false]);
});

test("a transaction is committed as a whole, or its connection is given up", async () => {
  const database = await opened();
  [seen.sent, seen.released] = [[], []];
  answer = (statement) => [{ of: statement }];
  const done = await database.transaction(async (session) => {
    const rows = await session.rows("SELECT $1", ["é|"]);
    return [...rows, ...(await session.rows("SELECT 2"))];
  });
  expect(done).toEqual([{ of: "SELECT $1" }, { of: "SELECT 2" }]);
  expect(seen.sent).toEqual([
    ["BEGIN", undefined],
    ["SELECT $1", ["é|"]],
    ["SELECT 2", undefined],
    ["COMMIT", undefined],
  ]);
  [seen.sent, seen.released] = [[], [...seen.released]];
  await expect(database.transaction(() => Promise.reject(new PostgresError("told before")))).rejects.toThrow(
    new PostgresError("told before"),
  );
  expect([seen.sent, seen.released]).toEqual([[["BEGIN", undefined]], [false, true]]);
  await database.close();
  expect(seen.ended).toBe(1);
});
