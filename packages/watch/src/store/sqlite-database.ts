import { chmodSync, closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Driver from "libsql";

import { MIGRATIONS } from "./migrations.ts";

/** A history that can't be used; the message names the file and the next step. */
export class HistoryError extends Error {}

/** Opens or creates the history; committed data survives a process that is killed. @throws HistoryError */
export function openHistory(path: string): Driver.Database {
  try {
    if (path !== ":memory:") makePrivate(path);
    const database = new Driver(path, { timeout: 10_000 });
    database.exec("PRAGMA journal_mode = WAL");
    migrate(database);
    return database;
  } catch (error) {
    throw historyError(path, error);
  }
}

/** The message about a file that can't be used. */
export function historyError(path: string, error: unknown): HistoryError {
  const reason = error instanceof Error ? error.message : String(error);
  return new HistoryError(`The history ${path} can't be used: ${reason}. Name another one with --history.`, {
    cause: error,
  });
}

/** Each step commits by itself with its number; of two processes that begin, one waits for the other. */
function migrate(database: Driver.Database): void {
  const version = (): number => Number(database.prepare("PRAGMA user_version").pluck().all()[0]);
  const known = MIGRATIONS.length;
  if (version() > known) {
    throw new Error(`it has the format ${version()} of a newer version, and this one knows ${known}`);
  }
  while (version() < known) {
    database
      .transaction(() => {
        const next = version();
        const step = MIGRATIONS[next];
        if (step === undefined) return;
        database.exec(step);
        database.exec(`PRAGMA user_version = ${next + 1}`);
      })
      .immediate();
  }
}

/** Only its owner can read it, and it isn't committed: it contains names of organizations and people. */
function makePrivate(path: string): void {
  const folder = dirname(path);
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    writeFileSync(`${folder}/.gitignore`, "*\n");
  }
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}
