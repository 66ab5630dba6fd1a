import { chmodSync, closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Driver from "libsql";

const FORMAT = 1;

const TABLES = `
CREATE TABLE IF NOT EXISTS runs (
  id INTEGER PRIMARY KEY, action TEXT NOT NULL, state TEXT NOT NULL, started TEXT NOT NULL, ended TEXT, options TEXT NOT NULL,
  waves INTEGER NOT NULL, reason TEXT, approved INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS organizations (
  run INTEGER NOT NULL REFERENCES runs, place INTEGER NOT NULL, name TEXT NOT NULL, template TEXT NOT NULL, wave INTEGER NOT NULL,
  fingerprint TEXT NOT NULL, state TEXT NOT NULL, started TEXT, outcome TEXT, PRIMARY KEY (run, name)
);
CREATE TABLE IF NOT EXISTS approvals (
  run INTEGER NOT NULL REFERENCES runs, wave INTEGER NOT NULL, at TEXT NOT NULL, approval TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS counted (key TEXT NOT NULL, at INTEGER NOT NULL, calls INTEGER NOT NULL, PRIMARY KEY (key, at)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS held (
  ledger TEXT NOT NULL, key TEXT NOT NULL, calls INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (key, ledger)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS paused (key TEXT PRIMARY KEY, until INTEGER NOT NULL);
`;

/** A record that can't be used; the message names the file and the next step. */
export class RecordError extends Error {}

/** Opens or creates the record; committed data survives a process that is killed. */
export function openRecordDatabase(path: string): Driver.Database {
  try {
    makePrivateFolder(dirname(path));
    makePrivateFile(path);
    const database = new Driver(path, { timeout: 10_000 });
    database.exec("PRAGMA journal_mode = WAL");
    const [found] = database.prepare("PRAGMA user_version").pluck().all();
    if (found !== 0 && found !== FORMAT)
      throw new Error(`it has the format ${String(found)} of another version, not ${FORMAT}`);
    database.exec(TABLES);
    database.exec(`PRAGMA user_version = ${FORMAT}`);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RecordError(`The record ${path} cannot be used: ${reason}. Name another one with --record.`, {
      cause: error,
    });
  }
}

/** Only the owner can read it: it has organization names and engine messages. The library gives files beside it this mode. */
function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

/** A run recreates everything in this folder, so it isn't committed to a repository. */
function makePrivateFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) === undefined) return;
  writeFileSync(join(folder, ".gitignore"), "*\n");
}
