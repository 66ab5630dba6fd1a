/** How fast the processors are while tests run, so that a budget of CPU time means the same work on every machine. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SAMPLE = fileURLToPath(new URL("machine-sample.mjs", import.meta.url));

/** Fewer samples say little: a run of a minute has as many. */
const FEWEST = 3;

/** A process that does the same small work again and again beside a run. */
export class MachineSpeed {
  readonly #record: string;
  readonly #sampling: ChildProcess;

  /** @param record - a file of this run, in an existing folder */
  constructor(record: string) {
    this.#record = record;
    this.#sampling = spawn(process.execPath, [SAMPLE, record], { stdio: "ignore" });
  }

  /** Ends the process. Returns the CPU seconds of a sample in the middle; `undefined` after a short run. */
  end(): number | undefined {
    this.#sampling.kill("SIGKILL");
    return middleSample(this.#record);
  }
}

/** The median of the samples of a record; `undefined` if they are few. */
export function middleSample(record: string): number | undefined {
  const lines = existsSync(record) ? readFileSync(record, "utf8").split("\n") : [];
  const samples = lines.filter(Boolean).map(Number);
  return samples.length < FEWEST ? undefined : samples.toSorted((one, other) => one - other)[samples.length >> 1];
}

/**
 * Budgets for this machine: a machine whose sample takes twice the time has twice the minutes.
 *
 * @param sample - seconds of a sample on this machine
 * @param usual - seconds of a sample on the machine of the budgets
 */
export function budgetsFor(
  budgets: Readonly<Record<string, number>>,
  sample: number | undefined,
  usual: number,
): Readonly<Record<string, number>> {
  const times = sample === undefined ? 1 : sample / usual;
  return Object.fromEntries(Object.entries(budgets).map(([part, minutes]) => [part, minutes * times]));
}

/** What the sample says, as a line. */
export function speedLine(sample: number | undefined, usual: number): string {
  if (sample === undefined) return "The run was too short for a sample of the processors.";
  const times = (sample / usual).toFixed(2);
  return `A sample of work took ${sample.toFixed(2)} s of CPU, ${times} times as much as on the machine of the budgets.`;
}
