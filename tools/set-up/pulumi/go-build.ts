/** Builds programs of Pulumi from our small modules, which pin the sources by checksum. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goEnvironment } from "../go-environment.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { findOnPath } from "./tools.ts";

/** The folder of our modules. */
export const MODULES = fileURLToPath(new URL("../../pulumi-cli", import.meta.url));

/** One program: `go install` would refuse it, because these modules replace others. */
export interface GoProgram {
  /** Folder below {@link MODULES}. */
  readonly module: string;
  readonly package: string;
  /** The version in messages. */
  readonly version: string;
  /** The version that the program reports, when its sources leave it open. */
  readonly sdkVersion?: string;
  /** How long it takes: `half a minute`. */
  readonly minutes: string;
}

/** The lines of a program's output that say what went wrong; the rest is progress and stack. */
export function lastWords(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const error = lines.find((line) => /^(?:\w*Error:)/.test(line));
  return (
    error ??
    lines
      .filter((line) => line !== "")
      .slice(-3)
      .join(" | ")
  );
}

/** Builds the programs into the folder `target` one by one; returns undefined on success, or else the reason of the failure. */
export async function goBuild(
  programs: readonly GoProgram[],
  target: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<string | undefined> {
  const go = findOnPath("go", env);
  if (go === undefined) return "there is no Go on PATH";
  for (const program of programs) {
    const module = join(MODULES, program.module);
    if (!existsSync(module)) return `${module} is missing`;
    log(`Building ${program.package.split("/").at(-1)} ${program.version} with Go: ${program.minutes} the first time.`);
    const started = Date.now();
    const still = setInterval(() => log(`... still building, ${Math.round((Date.now() - started) / 1000)} s`), 60_000);
    const version = program.sdkVersion ?? program.version;
    const flags = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
    const args = ["build", "-trimpath", `-ldflags=${flags}`, "-o", target, program.package];
    const run = await runProgram(go, args, { env: goEnvironment(env), cwd: module });
    clearInterval(still);
    if (run.status !== 0) return `go build ${program.package} failed: ${lastWords(run.output)}`;
  }
  return undefined;
}

/** The folder of a dependency's sources, as the modules pin it; undefined if Go doesn't know it. */
export async function goModuleFolder(
  module: string,
  dependency: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const args = ["list", "-m", "-f", "{{.Dir}}", dependency];
  const run = await runProgram(findOnPath("go", env) ?? "go", args, {
    env: goEnvironment(env),
    cwd: join(MODULES, module),
  });
  return run.status === 0 ? run.output.trim().split("\n").at(-1) : undefined;
}
