import { join } from "node:path";
import { programOf } from "../../scripts/program-of.ts";
import { type ProgramResult, runProgram } from "../../scripts/run-program.ts";

/** Runs a development tool of this project (`oxlint`, or `package:command`) in `cwd`, as the gates do. */
export function runTool(
  name: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ProgramResult> {
  // Tools print color in a CI or in a test runner with color, but the tests read plain text.
  const plain = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, CI: undefined };
  return runProgram(process.execPath, [programOf(name), ...args], { cwd, env: { ...plain, ...env } });
}

/** Runs one of the project's own scripts, given from its root, in `cwd`. */
export function runScript(
  script: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ProgramResult> {
  return runTool("tsx", [join(__dirname, "../..", script), ...args], cwd, env);
}
