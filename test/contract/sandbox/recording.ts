import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One recorded pair of request and answer; ids are references such as `<domain:1>`. */
export type RecordedRow = {
  readonly step: number;
  readonly name: string;
  /** What was done behind the service's back just before. */
  readonly setup?: string;
  /** The recording does not mention the setup; the rows around it show that it took place. */
  readonly inferredSetup?: boolean;
  readonly key: string | null;
  /** Authorization header where it is not the usual one; `<key>` stands for a valid key. */
  readonly authorization?: string;
  /** Only some members of the answer were kept. */
  readonly partial?: boolean;
  readonly method: string;
  readonly path: string;
  readonly request?: unknown;
  /** Body that is not JSON of an object. */
  readonly rawRequest?: string;
  readonly status: number;
  readonly allow?: string;
  readonly vary?: string;
  readonly retryAfter?: string;
  readonly body?: unknown;
};

/** One recorded flow; `like` holds the members that most objects of a kind share. */
export type Recording = {
  readonly source: string;
  readonly recordedAt: string;
  /** Rows of the flow in the recording, replayed or not. */
  readonly recordedRows: number;
  readonly like: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly rows: readonly RecordedRow[];
};

/** Rows that are not replayed, with the reason. */
export type LeftOut = { readonly rows: readonly { flow: string; reason: string; count: number; steps: number[] }[] };

const FOLDER = join(__dirname, "recordings");

/** Reads a file of the recordings folder. */
export function readRecordingFile(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
}

/** Reads a recorded flow. */
export function readRecording(name: string): Recording {
  return readRecordingFile(name) as Recording;
}

/** Fills in what `$like` leaves out. */
export function expand(value: unknown, like: Recording["like"]): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(item, like));
  if (typeof value !== "object" || value === null) return value;
  const { $like: kind, ...own } = value as Record<string, unknown>;
  const full = typeof kind === "string" ? { ...like[kind], ...own } : own;
  return Object.fromEntries(Object.entries(full).map(([key, item]) => [key, expand(item, like)]));
}
