/**
 * Runs every gate of `gates/gate-list.ts`, as many at once as there are cores, and says which passed.
 *
 * `npm run check -- lint types` runs only those named.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Gate, GATES } from "./gates/gate-list.ts";
import { programOf } from "./program-of.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Outcome {
  readonly gate: Gate;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

function nodeArguments([program, ...args]: Gate["command"]): string[] {
  return program.startsWith("scripts/") ? [programOf("tsx"), program, ...args] : [programOf(program), ...args];
}

async function run(gate: Gate): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(process.execPath, nodeArguments(gate.command), { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ok = await new Promise<boolean>((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
  const output = Buffer.concat(chunks).toString("utf8").trim();
  const seconds = (performance.now() - started) / 1000;
  console.log(`${ok ? "ok     " : "FAILED "} ${gate.name} (${seconds.toFixed(1)} s)${ok ? "" : `: ${gate.catches}`}`);
  return { gate, ok, seconds, output };
}

function chosenGates(names: readonly string[]): Gate[] {
  const unknown = names.filter((name) => !GATES.some((gate) => gate.name === name));
  if (unknown.length > 0) {
    throw new Error(`No such gate: ${unknown.join(", ")}. There are: ${GATES.map((gate) => gate.name).join(", ")}`);
  }
  return GATES.filter((gate) => {
    if (names.length > 0 && !names.includes(gate.name)) return false;
    if (gate.needs === undefined || existsSync(join(root, gate.needs))) return true;
    console.log(`left out ${gate.name}: ${gate.needs} does not exist yet`);
    return false;
  });
}

async function main(): Promise<void> {
  const waiting = chosenGates(process.argv.slice(2));
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) outcomes.push(await run(gate));
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  const failed = outcomes.filter((outcome) => !outcome.ok);
  for (const { gate, output } of failed) console.log(`\n--- ${gate.name}\n${output}`);
  console.log(`\ncheck: ${outcomes.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
}

await main();
