import process from "node:process";
import { createInterface } from "node:readline";

import { systemClock } from "../../app/clock.ts";
import { raiseWasmBudget } from "../../app/wasm-budget.ts";
import { requestSchema, Stacks } from "./stacks.ts";

/** How long running requests can still wait for a response after the parent is gone. */
const GRACE_MS = 5_000;

/**
 * Serves the parent that started this process: a request is a line of JSON on standard input, its answer one with the
 * same `id` on standard output. The process ends with standard input, which a parent that is killed closes, too.
 */
export function serveParent(): void {
  const print = process.stdout.write.bind(process.stdout);
  // Libraries might print; the parent reads only responses.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  raiseWasmBudget();
  const stacks = new Stacks();
  const survive = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${stacks.connections.redact(text)}\n`);
    stacks.connections.survive(error);
  };
  process.on("uncaughtException", survive);
  process.on("unhandledRejection", survive);
  const leave = (): void => void shutDown(stacks);
  // Ctrl-C goes to the whole group of processes; the parent decides what becomes of the engines.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.on("SIGTERM", leave);
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => void answer(stacks, line).then((text) => print(`${text}\n`)));
  lines.on("close", leave);
}

async function answer(stacks: Stacks, line: string): Promise<string> {
  let id: number | undefined;
  try {
    const request = requestSchema.parse(JSON.parse(line));
    ({ id } = request);
    const done = request.do === "open" ? await stacks.open(request) : stacks.close(request.stack);
    return JSON.stringify({ id, ...done });
  } catch (error) {
    // Not the line itself: it contains the key.
    const text = error instanceof Error && id !== undefined ? error.message : "It is no request of this version";
    return JSON.stringify({ id, error: text });
  }
}

/** Lets running requests at the service reach the engines, whose states would otherwise not know about them. */
async function shutDown(stacks: Stacks): Promise<void> {
  await Promise.race([stacks.connections.end(), systemClock.sleep(GRACE_MS)]);
  stacks.closeAll();
  process.exit(0);
}
