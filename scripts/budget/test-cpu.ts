/** The processor time of the tests, by folder, and whether it is over the budget. */
import { existsSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";

/** The variable that names the file in which each test file records its time. */
export const CPU_RECORD = "ORGFORM_TEST_CPU";

/** The time of one test file, including everything that it started. */
export interface FileCpu {
  readonly path: string;
  readonly seconds: number;
}

/** The time of a run. */
export interface CpuUse {
  readonly files: readonly FileCpu[];
  /** Seconds of the whole run; absent if the system doesn't report it. */
  readonly total?: number;
  /** CPU seconds of a sample of work on this machine, during the run; absent after a short run. */
  readonly sample?: number;
}

/** A part of the tests with its minutes, as measured and as allowed. */
export interface PartCpu {
  readonly part: string;
  readonly minutes: number;
  readonly budget?: number;
}

/** Time that belongs to no file: jest itself, its workers' start, and processes that tests left running. */
const JEST_ITSELF = "jest itself";

/** The machine's other work makes the same tests dearer: a run is over its budget from here on. */
const TOLERATED = 4 / 3;

/** Reads the records of a run's test files. */
export function readRecord(path: string): FileCpu[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as FileCpu);
}

/** Minutes by part, the largest first. A file belongs to the longest part that its path starts with. */
export function byPart(use: CpuUse, budgets: Readonly<Record<string, number>>, tests: string): PartCpu[] {
  const seconds = new Map<string, number>();
  const add = (part: string, more: number): void => void seconds.set(part, (seconds.get(part) ?? 0) + more);
  for (const file of use.files) add(partOf(relative(tests, file.path).replaceAll(sep, "/"), budgets), file.seconds);
  const inFiles = use.files.reduce((sum, file) => sum + file.seconds, 0);
  if (use.total !== undefined) add(JEST_ITSELF, use.total - inFiles);
  return [...seconds]
    .map(([part, taken]) => ({ part, minutes: taken / 60, ...budgetOf(budgets[part]) }))
    .toSorted((one, other) => other.minutes - one.minutes);
}

function budgetOf(budget: number | undefined): { readonly budget?: number } {
  return budget === undefined ? {} : { budget };
}

function partOf(path: string, budgets: Readonly<Record<string, number>>): string {
  const fitting = Object.keys(budgets).filter((part) => path.startsWith(`${part}/`));
  const [longest = path.split("/")[0] ?? path] = fitting.toSorted((one, other) => other.length - one.length);
  return longest;
}

const shown = (minutes: number): string => minutes.toFixed(1).padStart(6);

/** The table of a run, and its last line with the sum. */
export function cpuLines(parts: readonly PartCpu[]): string[] {
  const sum = parts.reduce((total, { minutes }) => total + minutes, 0);
  const allowed = parts.reduce((total, { budget = 0 }) => total + budget, 0);
  const line = (minutes: number, budget: number | undefined, name: string): string =>
    `${shown(minutes)} of ${budget === undefined ? "    no" : shown(budget)}  ${name}`;
  return [...parts.map(({ part, minutes, budget }) => line(minutes, budget, part)), line(sum, allowed, "together")];
}

const LONGEST = 10;

/** The files that took longest, as lines, the longest first, by their paths from a folder. */
export function dearestOf({ files }: Pick<CpuUse, "files">, from: string): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, LONGEST)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(from, path)}`);
}

/** Why a run of whole parts is too dear, a line for each part, and one for all of them together. */
export function overBudget(parts: readonly PartCpu[]): string[] {
  const dear = parts.filter(({ minutes, budget = 0 }) => minutes > budget * TOLERATED);
  const sum = parts.reduce((total, { minutes }) => total + minutes, 0);
  const allowed = parts.reduce((total, { budget = 0 }) => total + budget, 0);
  const lines = dear.map(({ part, minutes, budget }) => {
    if (budget === undefined)
      return `test/${part} has no budget in scripts/budgets.json; it took ${minutes.toFixed(1)}.`;
    return `${part} took ${minutes.toFixed(1)} minutes of CPU, more than a third over its budget of ${budget.toFixed(1)}.`;
  });
  if (sum <= allowed * TOLERATED) return lines;
  return [
    ...lines,
    `All took ${sum.toFixed(1)} minutes of CPU, more than a third over the budget of ${allowed.toFixed(1)}.`,
  ];
}
