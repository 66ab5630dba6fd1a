import { readFileSync } from "node:fs";

/** Linux counts the time of a process in hundredths of a second, on every machine (`USER_HZ`). */
const TICKS_PER_SECOND = 100;

/** The places of `cutime` and `cstime` in `/proc/self/stat`, counted from behind the program's name. @source proc(5) */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14];

/** Seconds of processor time that this process has taken so far, in all its threads. */
function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/**
 * Seconds of processor time of all ended processes that this one started, and of their own ended processes; `undefined`
 * if the system doesn't report it, because Node has no call for it.
 */
export function secondsOfChildren(): number | undefined {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}

/** CPU seconds of this process and its children, as far as the system shows them. */
export function secondsSoFar(): number {
  return ownSeconds() + (secondsOfChildren() ?? 0);
}
