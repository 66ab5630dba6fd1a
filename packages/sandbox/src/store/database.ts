import { chmodSync, closeSync, openSync } from "node:fs";
import Driver from "libsql";

/** Types of columns and of statement parameters. */
export type SqlValue = string | number | null;

/** A row of a statement's result: values by column. */
type Found = Readonly<Record<string, SqlValue>>;

/** One SQLite database; each statement is prepared only once. */
export type Database = {
  run(sql: string, ...values: SqlValue[]): void;
  /** The result of a statement; small results, such as counts, are cached until the next change. */
  all(sql: string, ...values: SqlValue[]): readonly Found[];
  one(sql: string, ...values: SqlValue[]): Found | undefined;
  /** The result of a statement that selects one number, for lists that are read repeatedly. */
  count(sql: string, ...values: SqlValue[]): number;
  exec(sql: string): void;
  close(): void;
};

type Statement<Row = Found> = {
  run(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): Row[];
  get(...values: SqlValue[]): Row | undefined;
};
type Connection = { exec(sql: string): unknown; prepare(sql: string): Statement<unknown>; close(): unknown };

/** The driver doesn't specify the contents of rows. */
const prepare = (connection: Connection, sql: string): Statement => connection.prepare(sql) as Statement;

const SCHEMA_VERSION = 2;

/** The maximum number of cached results, and of rows in each: every request reads the settings and its person. */
const MOST_REMEMBERED = 1000;
const MOST_ROWS = 20;

/**
 * Opens or creates a data file; without a path the database lives in memory.
 *
 * The write-ahead log survives a killed process; the exclusive lock refuses a second sandbox on the same file, whose
 * clock and counters would be its own.
 */
export function openDatabase(path?: string): Database {
  let connection: Connection;
  try {
    if (path !== undefined) keepPrivate(path);
    connection = new Driver(path ?? ":memory:");
    connection.exec("PRAGMA locking_mode = EXCLUSIVE");
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec("PRAGMA synchronous = NORMAL");
    connection.exec("BEGIN EXCLUSIVE");
    refuseOtherVersion(connection);
    connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    connection.exec("COMMIT");
  } catch (error) {
    throw new Error(`Can't use the data file ${path ?? "in memory"}: ${reasonOf(error)}`, { cause: error });
  }
  return databaseOver(connection);
}

/** The file contains keys, so only its owner can read it. SQLite gives the files beside it the same permissions. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

function refuseOtherVersion(connection: Connection): void {
  const found = prepare(connection, "PRAGMA user_version").get()?.["user_version"];
  if (found === 0 || found === SCHEMA_VERSION) return;
  throw new Error(
    `another version of the sandbox wrote it (format ${String(found)}, not ${SCHEMA_VERSION}). Use a new file.`,
  );
}

/** Results of statements by their text and values. */
class Remembered<Result> {
  readonly #results = new Map<string, Result>();

  get(
    sql: string,
    values: readonly SqlValue[],
    find: () => Result,
    isKept: (result: Result) => boolean = always,
  ): Result {
    const asked = JSON.stringify([sql, values]);
    const known = this.#results.get(asked);
    if (known !== undefined) return known;
    const result = find();
    if (this.#results.size >= MOST_REMEMBERED) this.#results.clear();
    if (isKept(result)) this.#results.set(asked, result);
    return result;
  }
}

const always = (): boolean => true;

function databaseOver(connection: Connection): Database {
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = prepare(connection, sql);
    statements.set(sql, made);
    return made;
  };
  // A write, and also a rollback, invalidates all earlier results.
  let counts = new Remembered<number>();
  let found = new Remembered<readonly Found[]>();
  const forget = (): void => {
    counts = new Remembered();
    found = new Remembered();
  };
  const count = (sql: string, ...values: SqlValue[]): number =>
    counts.get(sql, values, () => Number(Object.values(prepared(sql).get(...values) ?? {})[0] ?? 0));
  const all = (sql: string, ...values: SqlValue[]): readonly Found[] =>
    found.get(
      sql,
      values,
      () => prepared(sql).all(...values),
      (rows) => rows.length <= MOST_ROWS,
    );
  return {
    run(sql, ...values) {
      forget();
      prepared(sql).run(...values);
    },
    all,
    one: (sql, ...values) => all(sql, ...values)[0],
    count,
    exec(sql) {
      forget();
      connection.exec(sql);
    },
    close() {
      // Symptom: after close() the file stays locked, so the same process can't open it again. Cause: libsql 0.5.29
      // ends a connection only when its prepared statements are garbage collected. Seen 2026-11-21; to be deleted when
      // close() alone releases the lock. Exclusive mode can be left only without a write-ahead log, and takes effect
      // with the next read; at rest the state is then a single file.
      statements.clear();
      connection.exec("PRAGMA journal_mode = DELETE");
      connection.exec("PRAGMA locking_mode = NORMAL");
      connection.prepare("SELECT count(*) FROM sqlite_master").all();
      connection.close();
    },
  };
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return /locked/.test(reason) ? `${reason}; another sandbox seems to have it open.` : reason;
}
