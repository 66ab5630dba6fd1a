/** The programs that must be in one folder, so the engine uses these and doesn't search for others on PATH. */
import { accessSync, constants, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pulumiEnvironment } from "./environment.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { versionIn } from "./version.ts";

/** The CLI, the host of Node programs, and the program that runs dynamic providers. */
const TOOLS = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"] as const;

/** The result for a folder: the CLI's version, or why the folder can't be used. */
export type Inspection = { readonly version: string } | { readonly problem: string };

function suffixes(): string[] {
  return process.platform === "win32" ? [".exe", ".cmd"] : [""];
}

/** The program of that name in a folder, whatever the platform ends it with. */
export function findIn(folder: string, name: string): string | undefined {
  return suffixes()
    .map((suffix) => join(folder, name + suffix))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    });
}

/** PATH under whatever spelling the environment has it; Windows writes `Path`. */
function pathOf(env: NodeJS.ProcessEnv): string {
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH");
  return (key === undefined ? undefined : env[key]) ?? "";
}

/** The first program of that name on PATH, as a shell would choose it. */
export function findOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  for (const folder of pathOf(env).split(delimiter)) {
    const program = folder === "" ? undefined : findIn(folder, name);
    if (program !== undefined) return program;
  }
  return undefined;
}

/** The folder of the CLI on PATH; package managers link it there, so the link's target counts if it contains all tools. */
export function pulumiFolderOnPath(env: NodeJS.ProcessEnv): string | undefined {
  const program = findOnPath("pulumi", env);
  if (program === undefined) return undefined;
  const folders = [dirname(program), dirname(realpathSync(program))];
  return folders.find((folder) => missingTools(folder).length === 0) ?? folders[0];
}

function missingTools(folder: string): string[] {
  return TOOLS.filter((name) => findIn(folder, name) === undefined);
}

/** Checks whether `folder` contains every tool and whether its CLI starts. */
export async function inspect(folder: string, env: NodeJS.ProcessEnv): Promise<Inspection> {
  if (!existsSync(folder)) return { problem: "is not there" };
  const missing = missingTools(folder);
  if (missing.length > 0) return { problem: `lacks ${missing.join(" and ")}` };
  const home = mkdtempSync(join(tmpdir(), "orgform-version-"));
  const clean = pulumiEnvironment({ binDir: folder, folder: home, base: env });
  const run = await runProgram(findIn(folder, "pulumi") ?? "", ["version"], { env: clean, timeoutMs: 30_000 });
  rmSync(home, { recursive: true, force: true });
  const version = run.status === 0 ? versionIn(run.output) : undefined;
  if (version !== undefined) return { version };
  const words = run.timedOut ? "no answer in 30 s" : run.output.trim().slice(0, 200);
  return { problem: `holds a CLI that does not start (${words || `exit code ${String(run.status)}`})` };
}
