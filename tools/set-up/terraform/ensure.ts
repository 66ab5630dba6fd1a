/**
 * Finds or builds a Terraform or an OpenTofu for the tests, without changing anything of the user's.
 *
 * In this order: the program in ORGFORM_TERRAFORM or ORGFORM_TOFU, PATH, our cache, a build from Go modules. There is
 * no download: the engines serve only the tests, and Terraform's license doesn't let us distribute it.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../../../scripts/set-up/lock.cjs";
import { cacheFolder } from "../pulumi/cache-folder.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { findOnPath } from "../pulumi/tools.ts";
import { type EngineFacts, type EngineName, ENGINES } from "./engines.ts";
import { type BuildEngine, buildWithGo } from "./go-build.ts";

/** Settings of a test; all have defaults. */
export interface EnsureEngineOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: (line: string) => void;
  readonly build?: BuildEngine;
}

/** The program that is there already, or undefined when one has to be built. */
export function engineAtHand(name: EngineName, env: NodeJS.ProcessEnv): string | undefined {
  const engine = ENGINES[name];
  const named = env[engine.variable];
  if (named !== undefined && named !== "") return named;
  const cached = cachedProgram(engine, engine.version, env);
  return findOnPath(engine.program, env) ?? (existsSync(cached) ? cached : undefined);
}

/**
 * Returns the path of an engine in any available version, and builds one if there is none.
 * @throws Error with the remedies if no way works.
 */
export async function ensureEngine(name: EngineName, options: EnsureEngineOptions = {}): Promise<string> {
  const ready = engineAtHand(name, options.env ?? process.env);
  return ready ?? ensureVersion(name, ENGINES[name].version, options);
}

/** {@link ensureEngine} for Terraform. */
export function ensureTerraform(options?: EnsureEngineOptions): Promise<string> {
  return ensureEngine("terraform", options);
}

/** {@link ensureEngine} for OpenTofu. */
export function ensureTofu(options?: EnsureEngineOptions): Promise<string> {
  return ensureEngine("opentofu", options);
}

/**
 * Returns the path of an engine in exactly this version, from the cache or from a build.
 * @throws Error with the remedies if it can't be built.
 */
export function ensureVersion(name: EngineName, version: string, options: EnsureEngineOptions = {}): Promise<string> {
  const { env = process.env, log = (line) => process.stderr.write(`set-up: ${line}\n`), build = buildWithGo } = options;
  const engine = ENGINES[name];
  const cache = cacheFolder(env);
  mkdirSync(cache, { recursive: true });
  return withLock(
    join(cache, `${name}-${version}.lock`),
    () => make(engine, version, cache, { env, log, build }),
    (pid) => log(`Another set-up (process ${pid}) is building ${engine.title}; waiting for it.`),
  );
}

async function make(
  engine: EngineFacts,
  version: string,
  cache: string,
  { env, log, build }: Required<EnsureEngineOptions>,
): Promise<string> {
  const place = cachedProgram(engine, version, env);
  if (existsSync(place)) return place;
  log(`Building ${engine.title} ${version} with Go, for the tests: two to five minutes the first time.`);
  const making = mkdtempSync(join(cache, `making-${process.pid}-`));
  const made = join(making, fileOf(engine));
  try {
    const problem = (await build(engine, version, made, env)) ?? (await complaint(version, made, env));
    if (problem !== undefined) throw new Error(noWayText(engine, problem));
    // The folder appears whole or not at all.
    renameSync(making, join(cache, `${engine.name}-${version}`));
    return place;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

async function complaint(version: string, program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const run = await runProgram(program, ["version"], { env: { ...env, CHECKPOINT_DISABLE: "1" } });
  return run.status === 0 && run.output.includes(`v${version}\n`) ? undefined : "what was built does not start";
}

function fileOf({ program }: EngineFacts): string {
  return process.platform === "win32" ? `${program}.exe` : program;
}

function cachedProgram(engine: EngineFacts, version: string, env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `${engine.name}-${version}`, fileOf(engine));
}

function noWayText({ title, program, variable, range }: EngineFacts, problem: string): string {
  return [
    `There is no ${title} for the tests, and none could be built: ${problem}.`,
    "Any one of these helps:",
    `  - install ${title} ${range[0]} or newer, so that \`${program} version\` works`,
    `  - let ${variable} name a ${program}`,
    "  - install Go 1.26 or newer and let it reach a Go module proxy",
  ].join("\n");
}
