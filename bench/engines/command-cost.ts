import { runProgram } from "../../scripts/run-program.ts";
import type { Workspace } from "./workspace.ts";

/** The cost of a command and everything that it started and waited for. */
export interface CommandCost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly output: string;
}

/** Runs a command. @throws Error with its output if it fails */
export async function costOfCommand(
  command: readonly string[],
  { env, cwd }: Pick<Workspace, "env" | "cwd">,
): Promise<CommandCost> {
  const begin = performance.now();
  const shell = ["-c", '"$@"; status=$?; times; exit $status', "sh", ...command];
  const { status, output } = await runProgram("/bin/sh", shell, { env, cwd });
  if (status !== 0) throw new Error(`${command.join(" ")} failed\n${output}`);
  return { cpuMs: childrenMs(output), wallMs: performance.now() - begin, output };
}

/** The second line of the shell's `times`: user and system time of its children, `0m1.25s 0m0.30s`. */
export function childrenMs(output: string): number {
  const [line = ""] = output.trim().split("\n").slice(-1);
  return line.split(/\s+/u).reduce((sum, text) => {
    const [minutes = 0, seconds = 0] = text.replace("s", "").split("m").map(Number);
    return sum + (minutes * 60 + seconds) * 1_000;
  }, 0);
}
