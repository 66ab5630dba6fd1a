import type { Snapshot } from "./store.ts";
import type { Change } from "./table.ts";

/** One SQLite file that holds every row as JSON, in order of insertion. */
export type DataFile = {
  read(): Partial<Snapshot["tables"]>;
  write(changes: readonly Change[]): void;
  replaceAll(tables: Snapshot["tables"]): void;
  close(): void;
};

type Statement = { run(...values: unknown[]): unknown; all(...values: unknown[]): unknown[] };
type Database = { exec(sql: string): unknown; prepare(sql: string): Statement; close(): unknown };

const SCHEMA_VERSION = 1;

/**
 * Opens or creates the data file.
 *
 * The rollback journal keeps the state in a single file at rest, and the exclusive lock refuses a second sandbox
 * on the same file: each would hold its own copy in memory and overwrite the other.
 */
export async function openDataFile(path: string): Promise<DataFile> {
  // Imported only here, so that a sandbox in memory needs no native module.
  const { default: Driver } = await import("libsql");
  let database: Database;
  try {
    database = new Driver(path);
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    database.exec("PRAGMA journal_mode = DELETE");
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec("BEGIN EXCLUSIVE");
    database.exec("CREATE TABLE IF NOT EXISTS rows (kind TEXT, id TEXT, json TEXT NOT NULL, UNIQUE (kind, id))");
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    database.exec("COMMIT");
  } catch (error) {
    throw new Error(`The data file ${path} cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return dataFileOver(database);
}

function dataFileOver(database: Database): DataFile {
  const upsert = database.prepare(
    "INSERT INTO rows (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json",
  );
  const remove = database.prepare("DELETE FROM rows WHERE kind = ? AND id = ?");
  const inTransaction = (work: () => void): void => {
    database.exec("BEGIN");
    try {
      work();
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };
  return {
    read() {
      const tables: Record<string, unknown[]> = {};
      for (const row of database.prepare("SELECT kind, json FROM rows ORDER BY rowid").all()) {
        const { kind, json } = row as { kind: string; json: string };
        (tables[kind] ??= []).push(JSON.parse(json));
      }
      return tables;
    },
    write(changes) {
      if (changes.length === 0) return;
      inTransaction(() => {
        for (const change of changes) {
          if (change.after === undefined) remove.run(change.table, change.id);
          else upsert.run(change.table, change.id, JSON.stringify(change.after));
        }
      });
    },
    replaceAll(tables) {
      inTransaction(() => {
        database.exec("DELETE FROM rows");
        for (const [kind, rows] of Object.entries(tables)) {
          for (const row of rows) upsert.run(kind, row.id, JSON.stringify(row));
        }
      });
    },
    close() {
      // Symptom: after close() the file stays locked, so the same process cannot open it again. Cause: libsql 0.5.29
      // ends a connection only when its prepared statements are garbage collected. Seen 2026-11-21; to be deleted
      // when close() alone releases the lock. Leaving exclusive mode takes effect with the next read.
      database.exec("PRAGMA locking_mode = NORMAL");
      database.prepare("SELECT count(*) FROM rows").all();
      database.close();
    },
  };
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return /locked/.test(reason) ? `${reason}; another sandbox seems to have it open.` : reason;
}
