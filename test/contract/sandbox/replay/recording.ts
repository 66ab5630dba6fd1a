import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** One recorded request and its response, with the recorded service's own IDs. */
export type RecordedRow = {
  readonly step: number;
  readonly name: string;
  /** What replaced a part of the service in the recording. Such a row is sent for its effects, but not compared. */
  readonly trust?: string;
  /** An action outside the service right before this row. */
  readonly setup?: string;
  readonly key: string | null;
  readonly method: string;
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly allow?: string;
  readonly vary?: string;
  readonly retryAfter?: string;
  /** Content type, if it isn't JSON. */
  readonly type?: string | null;
  /** Absent if the response had no body. */
  readonly body?: unknown;
};

// Jest compiles this to CommonJS and the report runs as a module, so both only know the working folder.
const FOLDER = join(process.cwd(), "test/contract/recordings");

/** Names of the recorded flows, in order. */
export function flowNames(): string[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.map((name) => name.replace(/\.json$/, "")).toSorted();
}

/** Reads a flow and fills in the shared parts. */
export function readFlow(name: string): RecordedRow[] {
  const text = readFileSync(join(FOLDER, `${name}.json`), "utf8");
  const { shared, rows } = JSON.parse(text) as { shared: unknown[]; rows: RecordedRow[] };
  const fill = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(fill);
    if ("$" in value && Object.keys(value).length === 1) return fill(shared[Number(value.$)]);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
  };
  return rows.map((row) => fill(row) as RecordedRow);
}
