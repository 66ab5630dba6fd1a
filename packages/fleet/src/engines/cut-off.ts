import { hostname } from "node:os";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/** How long an engine that outlived its runner is waited for: it ends with the next line that nobody reads. */
const OUTLIVED_MS = 180_000;

const POLL_MS = 500;

/** Waits until a process of this machine has ended; one of another machine is taken for ended. */
export async function ended(pid: number, host: string, signal: AbortSignal): Promise<void> {
  if (host !== hostname()) return;
  for (let waited = 0; waited < OUTLIVED_MS && lives(pid); waited += POLL_MS) {
    await sleep(POLL_MS, undefined, { signal });
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // -- what `kill` throws
  }
}
