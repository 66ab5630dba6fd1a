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
  /** The operation in the service of September 2026: `same`, `changed`, or `gone: ` and its response. */
  readonly "2026-09": string;
  /** Test file below `test/`. */
  readonly tests: string;
}

const COLUMNS = ["method", "path", "scope", "family", "client", "reach", "2026-09", "tests"] as const;
const ROOT = join(import.meta.dirname, "../..");

/** Reads the table. A row with another number of columns is an error. */
export function operationRows(): OperationRow[] {
  return rowsOf<OperationRow>("spec/operations.tsv", COLUMNS);
}

/** An operation of the service of September 2026, as `spec/operations-2026-09.tsv` has it. */
export interface NewerOperationRow {
  readonly method: string;
  readonly path: string;
  /**
   * Scopes separated by commas, `any` if none is needed, `none` if none is declared, `internal` if keys aren't
   * accepted, or `unknown`.
   */
  readonly scope: string;
  /** Whether scoped keys are accepted: `yes`, `no`, `unknown`, or `public` if no key is needed. */
  readonly key: string;
  /** Statuses of success, or the status of the refusal; `-` if they aren't known. */
  readonly status: string;
  /** `there`, `gone` (like an unknown path), or `refused` (like an unknown method). */
  readonly state: string;
  /** When its source is from. */
  readonly source: string;
}

const NEWER_COLUMNS = ["method", "path", "scope", "key", "status", "state", "source"] as const;

/** Reads the table of the newer service. A row with another number of columns is an error. */
export function newerOperationRows(): NewerOperationRow[] {
  return rowsOf<NewerOperationRow>("spec/operations-2026-09.tsv", NEWER_COLUMNS);
}

function rowsOf<Row>(file: string, columns: readonly string[]): Row[] {
  const [head, ...lines] = readFileSync(join(ROOT, file), "utf8").trimEnd().split("\n");
  if (head !== columns.join("\t")) throw new Error(`${file}: the columns should be ${columns.join(", ")}`);
  return lines.map((line, index) => {
    const cells = line.split("\t");
    if (cells.length !== columns.length) throw new Error(`${file}: line ${index + 2} has ${cells.length} cells`);
    return Object.fromEntries(columns.map((name, at) => [name, cells[at]])) as Row; // -- one cell per column, checked above
  });
}
