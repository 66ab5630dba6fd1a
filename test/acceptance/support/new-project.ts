import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { packPackage } from "../../../scripts/pack.ts";
import { pulumiEnvironment } from "../../../tools/set-up/pulumi/environment.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { runOrgform } from "../../cli/spawn-orgform.ts";
import { freePort } from "../../support/free-port.ts";
import { NpmRegistry, type ReleasedPackage } from "../../support/npm-registry.ts";
import { programOfEngine } from "../../support/terraform-programs.ts";

const ROOT = join(__dirname, "../../..");
const PLAY_LIMIT_MS = 400_000;

/** What a project printed in its first run, in the next run, and when it was destroyed. */
export interface Played {
  readonly up: string;
  readonly again: string;
  readonly destroy: string;
}

/** An npm registry with our packages, as if they were released, and with the packages that they and projects need. */
export class ReleasedPackages {
  readonly #folder: string;
  readonly #registry: NpmRegistry;

  private constructor(folder: string, registry: NpmRegistry) {
    this.#folder = folder;
    this.#registry = registry;
  }

  /** @param names - folders below `packages` that projects install */
  static async start(...names: readonly string[]): Promise<ReleasedPackages> {
    const folder = mkdtempSync(join(tmpdir(), "orgform-released-"));
    const roots = [ROOT, ...names.map((name) => join(ROOT, "packages", name))];
    const released = roots.map((root) => ({
      manifest: JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as ReleasedPackage["manifest"],
      tarball: readFileSync(packPackage(root, folder)),
    }));
    return new ReleasedPackages(folder, await NpmRegistry.start(ROOT, released));
  }

  /** Variables that make npm use only this registry. */
  get environment(): Readonly<Record<string, string>> {
    return { npm_config_registry: this.#registry.url, npm_config_cache: join(this.#folder, "cache") };
  }

  close(): void {
    this.#registry.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The blocks of commands that `orgform init` prints. */
function blocksIn(printed: string): string[][] {
  const paragraphs = printed.split("\n\n").filter((one) => one.startsWith("  "));
  return paragraphs.map((one) =>
    one
      .trimEnd()
      .split("\n")
      .map((line) => line.trim()),
  );
}

/**
 * Creates a project with `orgform init`, and runs every printed command unchanged, with the real engine.
 *
 * @param binDirs - folders that come first on PATH, such as that of the Pulumi CLI
 */
export async function playProject(
  flags: readonly string[],
  released: ReleasedPackages,
  ...binDirs: readonly string[]
): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-init-"));
  mkdirSync(join(folder, "home"));
  const env = environmentOf(folder, released, binDirs);
  const project = join(folder, "acme");
  const { stdout, stderr } = await runOrgform(["init", ...flags, "--port", String(await freePort()), project]);
  try {
    return await playPrinted(stdout + stderr, folder, env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Like `playProject`, with an executable. PATH only has `binDir` and the system's programs, and no Node.
 *
 * @param program - the executable, in its own folder
 */
export async function playExecutable(program: string, flags: readonly string[], binDir: string): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-init-"));
  const env = { PATH: binDir, HOME: join(folder, "home"), CHECKPOINT_DISABLE: "1", TF_CLI_ARGS: "-no-color" };
  mkdirSync(env.HOME);
  const args = ["init", ...flags, "--port", String(await freePort()), join(folder, "acme")];
  const { output } = await runProgram(program, args, { env });
  try {
    return await playPrinted(output, folder, env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playPrinted(printed: string, folder: string, env: Record<string, string>): Promise<Played> {
  const [first = [], second = [], [destroy = ""] = []] = blocksIn(printed);
  if (destroy === "") throw new Error(printed);
  const sandbox = await startedSandbox(first, folder, env);
  try {
    const again = second.at(-1) ?? "";
    const lines = ["set -e", ...second, "echo @@@", again, "echo @@@", destroy].join("\n");
    const { status, output } = await runProgram("/bin/bash", ["-c", lines], {
      cwd: folder,
      env,
      timeoutMs: PLAY_LIMIT_MS,
    });
    if (status !== 0) throw new Error(`The commands ended with ${String(status)}:\n${lines}\n\n${output}`);
    const [up = "", repeated = "", removed = ""] = output.split("@@@");
    return { up, again: repeated, destroy: removed };
  } finally {
    if (sandbox.exitCode === null && sandbox.pid !== undefined) {
      const ended = once(sandbox, "close");
      process.kill(-sandbox.pid, "SIGKILL");
      await ended;
    }
  }
}

/**
 * Creates a project from the template with `pulumi new`, with the sandbox's address and key in place of the defaults.
 */
export async function playTemplate(
  released: ReleasedPackages,
  binDir: string,
): Promise<{ readonly files: readonly string[]; readonly main: string; readonly up: string }> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-new-"));
  for (const name of ["home", "state"]) mkdirSync(join(folder, name));
  const sandbox = await startSandbox();
  try {
    const backend = { PULUMI_BACKEND_URL: `file://${join(folder, "state")}`, PULUMI_CONFIG_PASSPHRASE: "sandbox" };
    const env = { ...environmentOf(folder, released, [binDir]), ...backend };
    const template = join(ROOT, "templates/pulumi-typescript");
    const lines = [
      // As in docs/guides/init.md.
      "mkdir -p acme/node_modules/.bin",
      `pulumi new ${template} --force --yes --name acme --stack dev --dir acme --config orgform:host=${sandbox.host} --config orgform:apiKey=${sandbox.apiKey}`,
      "cd acme",
      "pulumi up --yes",
    ];
    const { status, output } = await runProgram("bash", ["-ec", lines.join("\n")], {
      cwd: folder,
      env,
      timeoutMs: PLAY_LIMIT_MS,
    });
    if (status !== 0) throw new Error(output);
    const text = (name: string): string => readFileSync(join(folder, "acme", name), "utf8");
    return { files: readdirSync(join(folder, "acme")), main: text("index.ts"), up: output };
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An environment without the user's account, settings, and home. */
function environmentOf(folder: string, released: ReleasedPackages, binDirs: readonly string[]): Record<string, string> {
  const {
    PULUMI_BACKEND_URL: _backend,
    PULUMI_CONFIG_PASSPHRASE: _passphrase,
    ...env
  } = pulumiEnvironment({ binDir: binDirs.at(-1) ?? "", folder });
  const path = [...binDirs, dirname(process.execPath), dirname(programOfEngine("terraform")), env["PATH"]].join(":");
  return {
    ...env,
    ...released.environment,
    PATH: path,
    HOME: join(folder, "home"),
    CHECKPOINT_DISABLE: "1",
    TF_CLI_ARGS: "-no-color",
  };
}

/** Runs the commands of the first terminal until the sandbox, which the last command starts, is running. */
async function startedSandbox(
  lines: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn("/bin/bash", ["-ec", lines.join("\n")], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const listen = (part: Buffer): void => {
      said += part.toString();
      if (said.includes("The sandbox is running")) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("close", () => reject(new Error(`${lines.join("\n")}\n\n${said}`)));
  });
  return child;
}
