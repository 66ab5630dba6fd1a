import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The limits of the project's costs: `scripts/budgets.json`. */
export interface Budgets {
  /** Minutes of CPU time of a run of `npm test`, by folder of `test/`. The longest matching name counts for a file. */
  readonly testMinutes: Readonly<Record<string, number>>;
  /** CPU seconds of a sample of work (`machine-speed.ts`) on the machine of these minutes, during a run. */
  readonly sampleSeconds: number;
  /** Maximum size in kB (1,000 bytes) of each published package. */
  readonly packedKb: Readonly<Record<string, number>>;
  /** Most packages that each package brings with it, those for other platforms included. */
  readonly productionPackages: Readonly<Record<string, number>>;
  /** Most lines that tools wrote and git keeps, lock files aside. */
  readonly generatedLines: number;
}

const FILE = "scripts/budgets.json";

/** The budgets of the project in a folder. */
export function budgetsOf(root: string = fileURLToPath(new URL("../..", import.meta.url))): Budgets {
  return JSON.parse(readFileSync(join(root, FILE), "utf8")) as Budgets;
}
