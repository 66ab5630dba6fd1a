import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

/** The variable that names the file in which test files note resources that they left open. */
export const LEFT_OPEN_RECORD = "ORGFORM_TEST_LEFT_OPEN";

/** How long a resource that ends soon after a test, such as a connection with a closed server, has to end. */
const GRACE_MS = 10_000;
const LOOK_MS = 20;

/** Resources that keep a process alive, by kind and number. */
type Open = ReadonlyMap<string, number>;

/**
 * The resources that are open now. The process's own input and output are opened when a module first uses them, as
 * Pulumi's SDK uses the input, and don't keep the process alive: they count from the beginning.
 */
export function openNow(): Open {
  void [process.stdin, process.stdout, process.stderr];
  const open = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) open.set(kind, (open.get(kind) ?? 0) + 1);
  return open;
}

/** Kinds with more resources than before: each prevents a worker of jest from ending. */
export function leftSince(before: Open, now: Open): string[] {
  return [...now].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} ${kind}`] : [];
  });
}

/** The remaining resources of a test file after all others have ended. */
export async function leftInTheEnd(before: Open): Promise<string[]> {
  const untilMs = Date.now() + GRACE_MS;
  for (;;) {
    const left = leftSince(before, openNow());
    if (left.length === 0 || Date.now() > untilMs) return left;
    await new Promise<void>((resolve) => void setTimeout(resolve, LOOK_MS).unref());
  }
}

/** Notes it for the end of the run. */
export function noteLeft(path: string, left: readonly string[]): void {
  const record = process.env[LEFT_OPEN_RECORD];
  if (record !== undefined && left.length > 0) appendFileSync(record, `${path}: ${left.join(", ")}\n`);
}

/** @throws where files left something open: which ones, and what to do */
export function refuseLeftOpen(record: string): void {
  if (!existsSync(record)) return;
  throw new Error(
    `Test files left open what keeps a worker from ending, so that jest has to kill it:\n${readFileSync(record, "utf8")}` +
      "Close servers, sessions and processes in `afterAll`, and clear timers.",
  );
}

/** The prefix of the file in which a worker notes its test files, and which it deletes when it ends. */
const WORKER = "worker-";

/** How many of a killed worker's test files are named. */
const NAMED = 5;

const noteOf = (record: string): string => join(dirname(record), `${WORKER}${process.pid}`);
let isNoted = false;

/**
 * Notes that this worker has run a test file. The worker deletes the note when it ends, so a remaining note belongs to
 * a worker that jest had to kill, for any reason, even if no list of open resources names it.
 */
export function noteFile(path: string): void {
  const record = process.env[LEFT_OPEN_RECORD];
  if (record === undefined) return;
  const note = noteOf(record);
  appendFileSync(note, `${path}\n`);
  if (isNoted) return;
  isNoted = true;
  process.once("exit", () => rmSync(note, { force: true }));
}

/**
 * Call it when the workers of a run have ended.
 *
 * @throws if jest had to kill some: names the files that each ran last, and the next step
 */
export function refuseKilled(record: string): void {
  // A run in one process ends before the process.
  const left = readdirSync(dirname(record)).filter(
    (name) => name.startsWith(WORKER) && name !== `${WORKER}${process.pid}`,
  );
  if (left.length === 0) return;
  const files = left.map((name) =>
    readFileSync(join(dirname(record), name), "utf8")
      .trimEnd()
      .split("\n"),
  );
  const lines = files.map((run) => `${run.length} test files, the last ones ${run.slice(-NAMED).join(", ")}`);
  throw new Error(
    `Workers did not end by themselves, so that jest had to kill them:\n${lines.join("\n")}\n` +
      "One of these files left something open: run them in halves with --maxWorkers=2 to find it.",
  );
}
