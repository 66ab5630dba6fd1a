import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");
/** What users run; `npm run build` makes it. */
const MAIN = join(ROOT, "dist/cli/main.js");

/** The output of a finished run of the command. */
export type Finished = { code: number | null; signal: string | null; stdout: string; stderr: string };

/** A running command, such as a sandbox. */
export type Running = {
  readonly child: ChildProcess;
  /** Resolves with the standard output once it contains a text. Rejects if the process ends before. */
  printed(text: string): Promise<string>;
  readonly finished: Promise<Finished>;
};

/**
 * Starts `orgform` from the last build. `env` is added to the environment, and an undefined value removes a variable.
 */
export function startOrgform(
  args: readonly string[],
  nodeArgs: readonly string[] = [],
  env: Readonly<Record<string, string | undefined>> = {},
): Running {
  const child = spawn(process.execPath, [...nodeArgs, MAIN, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (stderr += part));
  child.stdout.setEncoding("utf8").on("data", (part: string) => (stdout += part));
  const finished = new Promise<Finished>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const printed = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (stdout.includes(text)) resolve(stdout);
      };
      child.stdout.on("data", look);
      child.on("close", () => reject(new Error(`ended before printing ${text}: ${stdout}${stderr}`)));
      look();
    });
  return { child, printed, finished };
}

/** Runs `orgform` to its end. */
export function runOrgform(...how: Parameters<typeof startOrgform>): Promise<Finished> {
  return startOrgform(...how).finished;
}
