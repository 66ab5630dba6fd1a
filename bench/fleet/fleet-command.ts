import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { childrenMs } from "../engines/command-cost.ts";
import type { Workspace } from "../engines/workspace.ts";
import { type RunnerMemory, watchRunner } from "./runner-memory.ts";

const ORGFORM = join(import.meta.dirname, "../../dist/cli/main.js");

/** An organization that has ended, in the output of `--json`. */
const ENDED = /^\{"event":"organization".*"durationMs":/u;

/** Lines of output that an error shows. */
const MOST_LINES = 30;

/** The cost of a fleet command with everything that it started. */
export interface FleetCost extends RunnerMemory {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** How many organizations ended, in a command that says so. */
  readonly ended: number;
}

/** How to run a fleet command. */
export interface FleetCommand {
  readonly words: readonly string[];
  readonly workspace: Pick<Workspace, "cwd" | "env">;
  /** Exit codes of success. */
  readonly codes?: readonly number[];
  /** Called whenever another organization has ended, with the memory of the runner in MB. */
  readonly onEnded: (ended: number, nowMb: number) => void;
}

/** Runs a command of `orgform fleet` to its end. @throws Error with the end of its output if it fails */
export async function costOfFleet({ words, workspace, codes = [0], onEnded }: FleetCommand): Promise<FleetCost> {
  const begin = performance.now();
  const command = [process.execPath, ORGFORM, "fleet", ...words];
  const shell = ["-c", '"$@"; status=$?; times; exit $status', "sh", ...command];
  const child = spawn("/bin/sh", shell, { ...workspace, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const memory = watchRunner(child.pid ?? 0);
  const last: string[] = [];
  let ended = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (ENDED.test(line)) onEnded((ended += 1), memory.nowMb());
    last.push(line);
    if (last.length > MOST_LINES) last.shift();
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (errors += part));
  const [code] = (await closed) as [number | null];
  const { runner, provider } = memory.end();
  const text = last.join("\n");
  if (code === null || !codes.includes(code))
    throw new Error(`fleet ${words.join(" ")} ended with ${code}\n${text}\n${errors}`);
  return { cpuMs: childrenMs(text), wallMs: performance.now() - begin, ended, runner, provider };
}
