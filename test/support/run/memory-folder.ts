import { chmodSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";

const MEMORY = "/dev/shm";

/** A run by day leaves some hundred megabytes in its folder until its end. */
const ENOUGH_BYTES = 4e9;

/**
 * A folder in memory for all that a run by day writes outside of the checkout; undefined if the machine has none.
 *
 * Tests write tens of thousands of small records and wait until each is on the disk: a thousand took half a second of
 * CPU and seven of waiting, and as much to remove them; in memory, a tenth of it.
 */
export function folderInMemory(): string | undefined {
  // A run in full writes gigabytes.
  const isByDay = process.env["ORGFORM_TEST_ALL"] !== "1";
  if (process.platform !== "linux" || !isByDay || !isUsable()) return undefined;
  const folder = mkdtempSync(`${MEMORY}/orgform-`);
  // A database server of a test runs as another user.
  chmodSync(folder, 0o755);
  return folder;
}

function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES && canStartPrograms();
  } catch {
    // There is no such folder.
    return false;
  }
}

/** Containers often forbid it there, and tests write programs. */
function canStartPrograms(): boolean {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounts.map((line) => line.split(" ")).filter(([, place]) => place === MEMORY);
  return options.length > 0 && options.every(([, , , flags = ""]) => !flags.split(",").includes("noexec"));
}
