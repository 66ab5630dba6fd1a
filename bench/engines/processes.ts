/** What processes cost, out of Linux's /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Cost of some processes so far: CPU is what was seen at the last look, the memory the largest ever resident. */
export interface ProcessCost {
  readonly cpuMs: number;
  readonly peakMb: number;
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

/** Fields of `stat` from the third on: what stands before, the name in brackets, may hold anything. */
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

function descendantsOf(root: number): number[] {
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
 * Looks at those descendants of this process whose command line fits, until the returned function is called, which
 * gives the CPU of all of them together and the memory of the largest.
 */
export function watch(command: RegExp): () => ProcessCost {
  const costs = new Map<number, ProcessCost>();
  const look = (): void => {
    for (const pid of descendantsOf(process.pid)) {
      if (!costs.has(pid) && !command.test(read(`${pid}/cmdline`))) continue;
      const { cpuMs, peakMb } = costs.get(pid) ?? NO_COST;
      costs.set(pid, { cpuMs: Math.max(cpuMs, cpuMsOf(pid)), peakMb: Math.max(peakMb, peakMbOf(pid)) });
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    return [...costs.values()].reduce(
      (sum, cost) => ({ cpuMs: sum.cpuMs + cost.cpuMs, peakMb: Math.max(sum.peakMb, cost.peakMb) }),
      NO_COST,
    );
  };
}
