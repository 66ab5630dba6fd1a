import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

import { readState } from "./read-state.ts";
import { type RecordedStack, StateError } from "./recorded-stack.ts";

/** A backend far away may be slow; a question that nobody answers must not hang for ever. */
const LIMIT_MS = 300_000;

const MOST_BYTES = 1_000_000_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a state is looked for. */
export interface EnginePlace {
  /** Folder of the program. */
  readonly folder: string;
  /** Pulumi: name of the stack; Terraform and OpenTofu: name of the workspace. The chosen one when undefined. */
  readonly stack: string | undefined;
  /** What the engine's command line is started with. */
  readonly environment: Environment;
}

/** A command of an engine that prints a state, takes no lock and writes nothing. */
interface ExportCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Reads the state of the stack whose program lies in a folder, through its engine's command line and so from any
 * backend. Secrets stay encrypted, no lock is taken.
 *
 * @throws StateError when no program is there, the engine is not, or it fails; with the engine's own words
 */
export async function readEngineState({ folder, stack, environment }: EnginePlace): Promise<RecordedStack> {
  const { program, args, env } = exportCommand(resolve(folder), stack, environment);
  const command = [program, ...args].join(" ");
  const text = await new Promise<string>((done, reject) => {
    const options = { cwd: folder, env: { ...environment, ...env }, timeout: LIMIT_MS, maxBuffer: MOST_BYTES };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) done(stdout);
      else reject(new StateError(whyFailed(command, error, stderr), { cause: error }));
    });
    child.stdin?.end();
  });
  if (text.trim() === "") throw new StateError(`\`${command}\` printed no state: nothing was applied here yet.`);
  return readState(text, `What \`${command}\` printed`);
}

function whyFailed(command: string, error: Error & { code?: unknown }, stderr: string): string {
  if (error.code === "ENOENT") {
    return `\`${command}\` cannot be run: the program is not on PATH. Install it, or give the state with --state FILE.`;
  }
  return `\`${command}\` failed:\n${stderr.trim() || error.message}`;
}

function exportCommand(folder: string, stack: string | undefined, environment: Environment): ExportCommand {
  if (!existsSync(folder)) throw new StateError(`There is no folder ${folder}. Give the program's folder with --cwd.`);
  const files = readdirSync(folder);
  const isTerraform = files.some((name) => /\.(?:tf|tf\.json|tofu)$/u.test(name) || name === ".terraform");
  // Pulumi's command line works anywhere below its program.
  const isPulumi = isTerraform ? isPulumiProgram(folder) : isBelowPulumiProgram(folder);
  if (isPulumi === isTerraform) {
    const what = isPulumi ? "programs of both Pulumi and Terraform" : "no program of Pulumi, Terraform or OpenTofu";
    throw new StateError(`${folder} holds ${what}. Give its folder with --cwd, or the state with --state FILE.`);
  }
  if (isPulumi) {
    const args = ["stack", "export", "--non-interactive", ...(stack === undefined ? [] : ["--stack", stack])];
    return { program: "pulumi", args, env: { PULUMI_SKIP_UPDATE_CHECK: "true" } };
  }
  const isTofu = files.some((name) => name.endsWith(".tofu")) || !isOnPath("terraform", environment);
  const env = {
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    ...(stack === undefined ? {} : { TF_WORKSPACE: stack }),
  };
  return { program: isTofu ? "tofu" : "terraform", args: ["state", "pull"], env };
}

function isBelowPulumiProgram(folder: string): boolean {
  const parent = dirname(folder);
  return isPulumiProgram(folder) || (parent !== folder && isBelowPulumiProgram(parent));
}

function isPulumiProgram(folder: string): boolean {
  return ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].some((name) => existsSync(join(folder, name)));
}

function isOnPath(program: string, environment: Environment): boolean {
  const folders = (environment["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)) || existsSync(join(folder, `${program}.exe`)));
}
