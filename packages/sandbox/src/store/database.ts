import { chmodSync, closeSync, openSync } from "node:fs";
import Driver from "libsql";

/** Types of columns and of statement parameters. */
export type SqlValue = string | number | null;

/** A row of a statement's result: values by column. */
type Found = Readonly<Record<string, SqlValue>>;

/** One SQLite database; each statement is prepared only once. */
export type Database = {
  run(sql: string, ...values: SqlValue[]): void;
  /** The result of a statement; small ones are kept until one of the statement's tables changes. */
  all(sql: string, ...values: SqlValue[]): readonly Found[];
  one(sql: string, ...values: SqlValue[]): Found | undefined;
  /** The result of a statement that selects one number. */
  count(sql: string, ...values: SqlValue[]): number;
  exec(sql: string): void;
  /** Differs as soon as a table might have other rows; an undone change counts as one more. */
  changes(table: string): number;
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

/**
 * The maximum number of results kept for each statement, and of rows in each: every request reads the settings and its
 * person.
 */
const MOST_REMEMBERED = 100;
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

/** A statement, the tables that it names, and its results by the values that it was asked with. */
interface Prepared {
  readonly statement: Statement;
  readonly tables: readonly string[];
  readonly results: Map<string, readonly Found[]>;
}

/** Statements that begin and end a transaction, and change nothing by themselves. */
const HARMLESS = new Set(["BEGIN", "COMMIT"]);

const TABLE = /\bt_\w+/gu;

/** The statements of a connection, with what they found and how often their tables changed. */
class Statements {
  readonly #connection: Connection;
  readonly #prepared = new Map<string, Prepared>();
  readonly #readers = new Map<string, Prepared[]>();
  readonly #changes = new Map<string, number>();
  #undone = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  write(sql: string, values: readonly SqlValue[]): void {
    const { statement, tables } = this.#of(sql, false);
    for (const table of tables) {
      this.#changes.set(table, (this.#changes.get(table) ?? 0) + 1);
      for (const { results } of this.#readers.get(table) ?? []) results.clear();
    }
    statement.run(...values);
  }

  read(sql: string, values: readonly SqlValue[]): readonly Found[] {
    const { statement, results } = this.#of(sql, true);
    const asked = JSON.stringify(values);
    const known = results.get(asked);
    if (known !== undefined) return known;
    const found = statement.all(...values);
    if (results.size >= MOST_REMEMBERED) results.clear();
    if (found.length <= MOST_ROWS) results.set(asked, found);
    return found;
  }

  changes(table: string): number {
    return (this.#changes.get(table) ?? 0) + this.#undone;
  }

  /** Anything might have changed. */
  forget(): void {
    this.#undone += 1;
    for (const { results } of this.#prepared.values()) results.clear();
  }

  clear(): void {
    this.#prepared.clear();
    this.#readers.clear();
  }

  #of(sql: string, isRead: boolean): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const tables = [...new Set(sql.match(TABLE))];
    const made: Prepared = { statement: prepare(this.#connection, sql), tables, results: new Map() };
    this.#prepared.set(sql, made);
    if (isRead) for (const table of tables) this.#readers.set(table, [...(this.#readers.get(table) ?? []), made]);
    return made;
  }
}

function databaseOver(connection: Connection): Database {
  const statements = new Statements(connection);
  const all = (sql: string, ...values: SqlValue[]): readonly Found[] => statements.read(sql, values);
  return {
    run: (sql, ...values) => statements.write(sql, values),
    all,
    one: (sql, ...values) => all(sql, ...values)[0],
    count: (sql, ...values) => Number(Object.values(all(sql, ...values)[0] ?? {})[0] ?? 0),
    exec(sql) {
      if (!HARMLESS.has(sql)) statements.forget();
      connection.exec(sql);
    },
    changes: (table) => statements.changes(table),
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
