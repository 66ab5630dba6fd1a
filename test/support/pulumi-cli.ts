import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePulumi } from "../../scripts/set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "../../scripts/set-up/pulumi/environment.ts";

/** What a run of the CLI gave; `exitCode` is null when it was killed by a signal. */
export interface PulumiRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary home and backend of Pulumi, cut off from the user's. */
export interface PulumiWorkspace {
  /** Holds `home`, `state` and whatever a test puts beside them. */
  readonly folder: string;
  /** The whole environment of a run; also fit for `envVars` of the Automation API. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs `pulumi <args> --non-interactive` in the program's folder `cwd`; never rejects for a failing run. */
  run(
    args: readonly string[],
    options: { readonly cwd: string; readonly env?: Record<string, string> },
  ): Promise<PulumiRun>;
  /** Removes the folder. */
  remove(): void;
}

function runCli(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<PulumiRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, "--non-interactive"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (exitCode) =>
      resolve({
        exitCode,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      }),
    );
  });
}

/** Makes a workspace; the first call on a machine may take minutes, see `ensurePulumi`. */
export async function newPulumiWorkspace(extra: Readonly<Record<string, string>> = {}): Promise<PulumiWorkspace> {
  const { binDir } = await ensurePulumi();
  const folder = mkdtempSync(join(tmpdir(), "orgform-pulumi-"));
  for (const name of ["home", "state"]) mkdirSync(join(folder, name));
  const env = pulumiEnvironment({ binDir, folder, extra });
  return {
    folder,
    env,
    run: (args, options) => runCli(join(binDir, "pulumi"), args, options.cwd, { ...env, ...options.env }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
