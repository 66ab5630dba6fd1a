import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One of the contract's operations, as `spec/operations.tsv` has it. */
export interface OperationRow {
  readonly method: string;
  readonly path: string;
  /** As the contract shows it. */
  readonly scope: string;
  /** Family of the sandbox that serves it. */
  readonly family: string;
  /** `noun.operation` of the client. */
  readonly client: string;
  /** Resources and functions through which a user reaches it, see `waysIn`. */
  readonly reach: string;
  /** What became of it in the service of September 2026: `same`, `changed`, or `gone: ` and what it answers. */
  readonly "2026-09": string;
  /** Test file below `test/`. */
  readonly tests: string;
}

const COLUMNS = ["method", "path", "scope", "family", "client", "reach", "2026-09", "tests"] as const;
const ROOT = join(import.meta.dirname, "../..");

/** Reads the table; a row with another number of columns is a mistake. */
export function operationRows(): OperationRow[] {
  const [head, ...lines] = readFileSync(join(ROOT, "spec/operations.tsv"), "utf8").trimEnd().split("\n");
  if (head !== COLUMNS.join("\t")) throw new Error(`spec/operations.tsv: the columns should be ${COLUMNS.join(", ")}`);
  return lines.map((line, index) => {
    const cells = line.split("\t");
    if (cells.length !== COLUMNS.length)
      throw new Error(`spec/operations.tsv: line ${index + 2} has ${cells.length} cells`);
    return Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]])) as unknown as OperationRow; // -- one cell per column, checked above
  });
}
