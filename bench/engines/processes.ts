/** Reads the cost of processes from Linux's /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** The cost of some processes so far: CPU at the last check, and the peak resident memory. */
export interface ProcessCost {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** The costs of the processes that started during the watch. */
export interface Watched {
  /** For processes with a matching command line: their total CPU, and the memory of the largest. */
  readonly provider: ProcessCost;
  /** Peak of the total resident memory. Shared memory counts for each process. */
  readonly treeMb: number;
  /** Number of matching processes. */
  readonly count: number;
}

const LOOK_MS = 50;
const TICK_MS = 10;
const NO_COST: ProcessCost = { cpuMs: 0, peakMb: 0 };

function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
}

/** Fields of `stat` from the third on. The name before them, in brackets, can contain anything. */
function statOf(pid: number): string[] {
  const text = read(`${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** CPU of a process since its start, without its children. @source proc(5): utime and stime, fields 14 and 15 */
export function cpuMsOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** The same in microseconds' precision, but without threads that have ended. @source proc(5): schedstat */
export function exactCpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, id) => sum + Number(read(`${pid}/task/${id}/schedstat`).split(" ")[0]) / 1e6, 0);
}

/** Largest resident memory of a process in its life. */
export function peakMbOf(pid: number): number {
  return Number(/^VmHWM:\s+(?<kb>\d+)/mu.exec(read(`${pid}/status`))?.groups?.["kb"] ?? 0) / 1024;
}

/** Resident memory of a process now. */
export function residentMbOf(pid: number): number {
  return Number(/^VmRSS:\s+(?<kb>\d+)/mu.exec(read(`${pid}/status`))?.groups?.["kb"] ?? 0) / 1024;
}

/** Arguments of a process's command line, separated by zero bytes. */
export const commandOf = (pid: number): string => read(`${pid}/cmdline`);

/** A process and all that it has started, parents first. */
export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(statOf(pid)[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  for (let next = [root]; next.length > 0; next = next.flatMap((pid) => children.get(pid) ?? [])) found.push(...next);
  return found;
}

/**
 * Watches the descendants that this process starts from now on, until the returned function is called.
 *
 * @param command - matches the command lines of the provider's processes
 */
export function watch(command: RegExp): () => Watched {
  const costs = new Map<number, ProcessCost>();
  const before = new Set(descendantsOf(process.pid));
  let treeMb = 0;
  const look = (): void => {
    const started = descendantsOf(process.pid).filter((pid) => !before.has(pid));
    treeMb = Math.max(
      treeMb,
      started.reduce((sum, pid) => sum + residentMbOf(pid), 0),
    );
    for (const pid of started) {
      if (!costs.has(pid) && !command.test(commandOf(pid))) continue;
      const { cpuMs, peakMb } = costs.get(pid) ?? NO_COST;
      costs.set(pid, { cpuMs: Math.max(cpuMs, cpuMsOf(pid)), peakMb: Math.max(peakMb, peakMbOf(pid)) });
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    const provider = [...costs.values()].reduce(
      (sum, cost) => ({ cpuMs: sum.cpuMs + cost.cpuMs, peakMb: Math.max(sum.peakMb, cost.peakMb) }),
      NO_COST,
    );
    return { provider, treeMb, count: costs.size };
  };
}
