import { rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** How long to wait for an engine that outlived its runner: it ends with the next line that nobody reads. */
const OUTLIVED_MS = 180_000;

const POLL_MS = 500;

/** Waits until a process of this machine has ended; one of another machine is taken for ended. */
export async function ended(pid: number, host: string, signal: AbortSignal): Promise<void> {
  if (host !== hostname()) return;
  for (let waited = 0; waited < OUTLIVED_MS && isRunning(pid); waited += POLL_MS) {
    await sleep(POLL_MS, undefined, { signal });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Removes a file that prevents Pulumi from reading a stack of a file backend after a kill: an empty file of attributes
 * beside the state ("failed to load checkpoint: EOF"). The state itself is replaced as a whole; the attributes are
 * created again.
 *
 * @param url - address of the backend, as the engine prints it
 * @source Pulumi 3.259.0, seen after a kill -9 of `pulumi up`
 */
export function removeEmptyAttributes(url: string | undefined, project: string, stack: string): void {
  if (url?.startsWith("file://") !== true) return;
  const folder = join(fileURLToPath(url), ".pulumi", "stacks", project);
  for (const name of [`${stack}.json`, `${stack}.json.bak`]) {
    const file = join(folder, `${name}.attrs`);
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
  }
}
