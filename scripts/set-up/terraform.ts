/**
 * Finds or builds a Terraform for the tests; nothing of the user's is touched.
 *
 * In order: the program that ORGFORM_TERRAFORM names, PATH, our cache, a build from Go modules. There is no download:
 * the engine serves the tests alone, and Terraform's licence is not ours to spread.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.cjs";
import { cacheFolder } from "./pulumi/cache-folder.ts";
import { runProgram } from "./pulumi/run-program.ts";
import { findOnPath } from "./pulumi/tools.ts";

/** The version that is built: the one that the provider was written against. */
const TERRAFORM_VERSION = "1.11.4";

const MODULE = fileURLToPath(new URL("../terraform-cli/cli", import.meta.url));
const PACKAGE = "github.com/hashicorp/terraform";
const FILE = process.platform === "win32" ? "terraform.exe" : "terraform";

/** What a test gives its own; everything has a default. */
export interface TerraformOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: (line: string) => void;
  /** Makes the program; gives undefined on success, else why it did not work. */
  readonly build?: (target: string, env: NodeJS.ProcessEnv) => Promise<string | undefined>;
}

/** The program that is there already, or undefined when one has to be built. */
export function terraformAtHand(env: NodeJS.ProcessEnv): string | undefined {
  const named = env["ORGFORM_TERRAFORM"];
  if (named !== undefined && named !== "") return named;
  const cached = cachedProgram(env);
  return findOnPath("terraform", env) ?? (existsSync(cached) ? cached : undefined);
}

/**
 * Gives the path of a Terraform (or of the OpenTofu that ORGFORM_TERRAFORM names), and builds one when there is none.
 * @throws Error with the remedies when no way works.
 */
export async function ensureTerraform(options: TerraformOptions = {}): Promise<string> {
  const { env = process.env, log = (line) => process.stderr.write(`set-up: ${line}\n`), build = buildWithGo } = options;
  const ready = terraformAtHand(env);
  if (ready !== undefined) return ready;
  const cache = cacheFolder(env);
  mkdirSync(cache, { recursive: true });
  return withLock(
    join(cache, `terraform-${TERRAFORM_VERSION}.lock`),
    () => make(cache, { env, log, build }),
    (pid) => log(`Another set-up (process ${pid}) is building Terraform; waiting for it.`),
  );
}

async function make(cache: string, { env, log, build }: Required<TerraformOptions>): Promise<string> {
  const place = cachedProgram(env);
  if (existsSync(place)) return place;
  log(`Building Terraform ${TERRAFORM_VERSION} with Go, for the tests: two to five minutes the first time.`);
  const making = mkdtempSync(join(cache, `making-${process.pid}-`));
  try {
    const problem = (await build(join(making, FILE), env)) ?? (await complaint(join(making, FILE), env));
    if (problem !== undefined) throw new Error(noWayText(problem));
    // The folder appears whole or not at all.
    renameSync(making, join(cache, `terraform-${TERRAFORM_VERSION}`));
    return place;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

async function buildWithGo(target: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const go = findOnPath("go", env);
  if (go === undefined) return "there is no Go on PATH";
  const args = ["build", "-trimpath", `-ldflags=-s -w -X ${PACKAGE}/version.dev=no`, "-o", target, PACKAGE];
  const run = await runProgram(go, args, { env: { ...env, CGO_ENABLED: "0", GOWORK: "off" }, cwd: MODULE });
  return run.status === 0
    ? undefined
    : `go build ${PACKAGE} failed: ${run.output.trim().split("\n").slice(-3).join(" | ")}`;
}

async function complaint(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const run = await runProgram(program, ["version"], { env: { ...env, CHECKPOINT_DISABLE: "1" } });
  return run.status === 0 && run.output.includes(`v${TERRAFORM_VERSION}`) ? undefined : "what was built does not start";
}

function cachedProgram(env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), `terraform-${TERRAFORM_VERSION}`, FILE);
}

function noWayText(problem: string): string {
  return [
    `There is no Terraform for the tests, and none could be built: ${problem}.`,
    "Any one of these helps:",
    "  - install Terraform 1.8 or newer, so that `terraform version` works",
    "  - let ORGFORM_TERRAFORM name a terraform or a tofu",
    "  - install Go 1.25 or newer and let it reach a Go module proxy",
  ].join("\n");
}
