import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { codeOf } from "../file-error.ts";

/** The beginning of such folders' names; the machine and the process follow. */
const NAME = "orgform-trial";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Creates a folder that only its owner can read, and deletes it at the end, also after an error or an interruption. If
 * a process couldn't delete its folder, the next call does.
 *
 * @throws InterruptedError after a signal
 */
export async function inPrivateFolder<T>(use: (folder: string, signal: AbortSignal) => Promise<T>): Promise<T> {
  removeStale();
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const signal of SIGNALS) process.once(signal, onSignal);
  // Engines name the folder by its real path.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `${NAME}.${machine()}.${process.pid}.`));
  try {
    return await use(folder, stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? new InterruptedError() : error;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** The user, or the system, ended the running work. */
export class InterruptedError extends Error {}

/** Deletes folders of ended processes of this user on this machine. */
export function removeStale(): void {
  const start = `${NAME}.${machine()}.`;
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(start))) {
    const path = join(tmpdir(), name);
    const pid = Number(name.slice(start.length).split(".")[0]);
    if (Number.isSafeInteger(pid) && pid > 0 && isOwn(path) && !isAlive(pid)) {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

const machine = (): string => hostname().replaceAll(/[^\w-]/gu, "_");

function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user lives, too.
    return codeOf(error) !== "ESRCH";
  }
}
