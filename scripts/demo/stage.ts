import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { ensurePulumi } from "../../tools/set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "../../tools/set-up/pulumi/environment.ts";
import { say, showCommand } from "./narrator.ts";

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLE = join(ROOT, "examples/organization");
const SANDBOX_START_LIMIT_MS = 20_000;

/** The sandbox's output when it is ready. */
interface SandboxReady {
  readonly host: string;
  readonly apiKey: string;
}

/** The demo's own folder, sandbox and stack; nothing outside of them is touched. */
export class Stage {
  readonly folder: string;
  readonly host: string;
  readonly #env: Record<string, string>;
  readonly #sandbox: ChildProcess;

  private constructor(folder: string, host: string, env: Record<string, string>, sandbox: ChildProcess) {
    this.folder = folder;
    this.host = host;
    this.#env = env;
    this.#sandbox = sandbox;
  }

  /** Builds missing parts, starts the sandbox, and copies the example into a separate folder. */
  static async open(): Promise<Stage> {
    build();
    const { binDir } = await ensurePulumi();
    const folder = mkdtempSync(join(tmpdir(), "orgform-demo-"));
    const { sandbox, ready } = await startSandbox(folder);
    const env = pulumiEnvironment({ binDir, folder });
    for (const name of ["home", "state"]) mkdirSync(join(folder, name));
    cpSync(EXAMPLE, join(folder, "program"), { recursive: true });
    link(join(folder, "program", "node_modules"));
    const stage = new Stage(folder, ready.host, env, sandbox);
    try {
      await stage.#initialise();
    } catch (error) {
      stage.close();
      throw error;
    }
    return stage;
  }

  /** Shows and runs a Pulumi command; its own output goes to the terminal. */
  async pulumi(...args: readonly string[]): Promise<void> {
    showCommand(`pulumi ${args.join(" ")}`);
    await this.#run(args, "inherit");
  }

  /** Sends a request to the sandbox's control plane, which represents people who make changes outside the program. */
  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.host}/_sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${method} /_sandbox${path}.`);
    const text = await answer.text();
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Prints how to use what `--keep` left. */
  explainHowToGoOn(): void {
    const names = Object.keys(this.#env).filter((name) => name.startsWith("PULUMI_") || name === "PATH");
    const isWindows = process.platform === "win32";
    console.log(`\nStack and sandbox are kept in ${this.folder}. To go on:\n`);
    console.log(`  cd ${join(this.folder, "program")}`);
    for (const name of names)
      console.log(isWindows ? `  set ${name}=${this.#env[name]}` : `  export ${name}='${this.#env[name]}'`);
    console.log("  pulumi up\n");
    console.log(`Change index.ts, or the service behind its back: ${this.host}/_sandbox/ (see docs/sandbox.md).`);
    console.log(
      `When you are done: pulumi destroy; stop the sandbox (process ${this.#sandbox.pid}); delete the folder.`,
    );
  }

  /** Stops the sandbox and removes the folder. */
  close(): void {
    this.#sandbox.kill("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #initialise(): Promise<void> {
    // The service lets only unscoped keys ask for the verification of a domain; the sandbox is as strict.
    const key = (await this.control("POST", "/keys", {
      email: "founder@acme.example",
      label: "demo",
      scopes: null,
    })) as { apiKey: string };
    await this.#run(["stack", "init", "dev", "--non-interactive"], "ignore");
    await this.#run(["config", "set", "orgform:host", this.host], "ignore");
    await this.#run(["config", "set", "--secret", "orgform:apiKey", key.apiKey], "ignore");
    say(`Stack "dev" and the sandbox at ${this.host} are ready, in a folder of their own.`);
  }

  #run(args: readonly string[], output: "inherit" | "ignore"): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn("pulumi", args, {
        cwd: join(this.folder, "program"),
        env: this.#env,
        stdio: ["ignore", output, output === "ignore" ? "pipe" : output],
      });
      const errors: Buffer[] = [];
      child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk));
      child.on("error", reject);
      child.on("close", (code) => {
        if (code === 0) resolve();
        else reject(new Error(`pulumi ${args.join(" ")} ended with ${code}. ${Buffer.concat(errors).toString()}`));
      });
    });
  }
}

function build(): void {
  const done = spawnSync(
    process.execPath,
    [join(ROOT, "node_modules/tsx/dist/cli.mjs"), join(ROOT, "scripts/build.ts")],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  );
  if (done.status !== 0 || !existsSync(join(ROOT, "dist/pulumi.js")))
    throw new Error(`The build failed.\n${done.stdout}${done.stderr}`);
}

async function startSandbox(folder: string): Promise<{ sandbox: ChildProcess; ready: SandboxReady }> {
  const readyFile = join(folder, "sandbox.json");
  const logFile = join(folder, "sandbox.log");
  const sandbox = spawn(
    process.execPath,
    [join(ROOT, "dist/cli/main.js"), "sandbox", "--port", "0", "--json", "--data", join(folder, "sandbox.sqlite")],
    // Files, not pipes: with --keep the sandbox outlives this process.
    { detached: true, stdio: ["ignore", openSync(readyFile, "w"), openSync(logFile, "w")] },
  );
  sandbox.unref();
  const deadline = performance.now() + SANDBOX_START_LIMIT_MS;
  while (performance.now() < deadline && sandbox.exitCode === null) {
    const text = readFileSync(readyFile, "utf8");
    if (text.endsWith("\n")) return { sandbox, ready: JSON.parse(text) as SandboxReady };
    await pause(50);
  }
  sandbox.kill();
  throw new Error(`The sandbox did not start.\n${readFileSync(logFile, "utf8")}`);
}

/** The example finds this checkout and its packages as if they were installed. */
function link(modules: string): void {
  mkdirSync(modules, { recursive: true });
  symlinkSync(ROOT, join(modules, "orgform"), "junction");
  for (const name of ["@pulumi", "@types", "typescript"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name), "junction");
  }
}
