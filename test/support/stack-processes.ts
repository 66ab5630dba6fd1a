import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { pulumiCli, type PulumiStack } from "./pulumi-stack.ts";

/** How long a test waits for something that has to happen within seconds. */
const DEADLINE_MS = 60_000;

/** A process that works for a stack, whether its parents still live or not. */
export interface StackProcess {
  readonly pid: number;
  readonly command: string;
}

/** A command of the CLI that runs in the background. */
export interface RunningCommand {
  readonly pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Resolves when the CLI itself has ended, orphans or not; `code` is null after a signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Starts a command of the CLI without waiting for it. The CLI leads a separate process group. */
export async function startCommand(stack: PulumiStack, ...args: readonly string[]): Promise<RunningCommand> {
  const { binDir } = await pulumiCli();
  const child = spawn(join(binDir, "pulumi"), [...args, "--non-interactive"], {
    env: stack.env,
    cwd: stack.program,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Awaited<RunningCommand["ended"]>>((resolve, reject) => {
    child.on("error", reject);
    // Not "close": after a kill, orphans hold the pipes open.
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
  if (child.pid === undefined) throw new Error("pulumi could not be started");
  return { pid: child.pid, output: () => Buffer.concat(chunks).toString("utf8"), ended };
}

/** The processes whose environment names the stack's home: the CLI, its hosts, the program and the providers. */
export function processesOf(stack: PulumiStack): StackProcess[] {
  const mark = `PULUMI_HOME=${join(stack.folder, "home")}`;
  const found: StackProcess[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      if (!readFileSync(`/proc/${name}/environ`, "utf8").split("\0").includes(mark)) continue;
      found.push({
        pid: Number(name),
        command: readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim(),
      });
    } catch {
      // The process ended meanwhile, or belongs to somebody else.
    }
  }
  return found.filter(({ command }) => command !== "");
}

/** The providers' processes: Node running the SDK's dynamic provider, or our plugin. */
export function providersOf(stack: PulumiStack): StackProcess[] {
  const program = /^\S*node\S* .*(?:cmd\/dynamic-provider|pulumi\/plugin\/main\.js)/u;
  return processesOf(stack).filter(({ command }) => program.test(command));
}

/** Ends everything that still works for the stack, and waits until it is gone. */
export async function killProcessesOf(stack: PulumiStack): Promise<void> {
  for (const { pid } of processesOf(stack)) kill(pid);
  await until("the stack's processes have ended", () => processesOf(stack).length === 0);
}

/** Ends one process the hard way; one that has ended already is fine. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** Waits for a condition; fails with its name after a minute. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + DEADLINE_MS;
  while (!holds()) {
    if (Date.now() > deadlineMs) throw new Error(`It did not happen within ${DEADLINE_MS / 1_000} s: ${what}`);
    await pause(20);
  }
}
