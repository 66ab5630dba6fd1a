import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Sandbox, startSandbox } from "@orgform/sandbox";
import { programOfEngine } from "../../../support/terraform-programs.ts";
import { TemporalServer } from "../../../support/temporal-server.ts";
import { installProvider } from "./provider-mirror.ts";

const ORGFORM = join(__dirname, "../../../../dist/cli/main.js");

/** A text in a value of every organization, and in no name. */
export const CANARY = "canary-4f1c9e";

const MODULE = `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}
variable "organization_id" { type = string }
variable "project" { type = string }
resource "orgform_project" "one" {
  organization_id     = var.organization_id
  name                = var.project
  deletion_protection = false
}
`;

/** A line of `--json`. */
export type Event = Readonly<Record<string, unknown>>;

/** A running command of orgform. */
export interface Running {
  readonly child: ChildProcess;
  readonly events: Event[];
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** A Temporal server, a sandbox, and a fleet of Terraform workspaces with one project each. */
export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), "orgform-cluster-"));
  readonly server: TemporalServer;
  readonly sandbox: Sandbox;
  readonly #children = new Set<ChildProcess>();
  readonly #settings: string;
  readonly #variables: Readonly<Record<string, string>>;

  private constructor(server: TemporalServer, sandbox: Sandbox, variables: Readonly<Record<string, string>>) {
    this.#variables = variables;
    this.server = server;
    this.sandbox = sandbox;
    this.#settings = installProvider(this.folder);
    mkdirSync(join(this.folder, "bin"));
    symlinkSync(programOfEngine("terraform"), join(this.folder, "bin/terraform"));
    mkdirSync(join(this.folder, "module"));
    writeFileSync(join(this.folder, "module/main.tf"), MODULE);
  }

  /**
   * @param sandbox - settings of the sandbox
   * @param variables - further variables of every command
   */
  static async start(
    sandbox: Parameters<typeof startSandbox>[0] = {},
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Cluster> {
    const [server, service] = await Promise.all([TemporalServer.start(), startSandbox(sandbox)]);
    return new Cluster(server, service, variables);
  }

  /** Writes the fleet file: organizations with the labels of their waves, and other settings. */
  writeFleet(organizations: Readonly<Record<string, string>>, further: object): void {
    const file = {
      templates: {
        standard: { engine: "terraform", path: "./module", values: { organization_id: this.sandbox.organizationId } },
      },
      organizations: Object.entries(organizations).map(([name, stage]) => ({
        name,
        template: "standard",
        values: { project: `${CANARY} ${name}` },
        labels: { stage },
      })),
      ...further,
    };
    writeFileSync(join(this.folder, "fleet.yaml"), JSON.stringify(file));
  }

  /** Runs a command of `orgform fleet` to its end. */
  run(...args: readonly string[]): Running["ended"] {
    return this.start(...args).ended;
  }

  /** Starts a command of `orgform fleet` for runs on Temporal. */
  start(...args: readonly string[]): Running {
    return this.#start(["fleet", ...args]);
  }

  /** Runs a command of `orgform watch schedule` to its end. */
  schedule(...args: readonly string[]): Running["ended"] {
    return this.#start(["watch", "schedule", ...args]).ended;
  }

  /** Runs a command of `orgform fleet` that needs no server to its end. */
  apart(...args: readonly string[]): Running["ended"] {
    return this.#start(["fleet", ...args], []).ended;
  }

  #start(args: readonly string[], temporal = ["--temporal", this.server.address]): Running {
    const child = spawn(process.execPath, [ORGFORM, ...args, ...temporal], {
      cwd: this.folder,
      env: this.#environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.add(child);
    const text = { stdout: "", stderr: "" };
    const events: Event[] = [];
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const from = text.stdout.lastIndexOf("\n") + 1;
      text.stdout += chunk;
      const lines = text.stdout.slice(from).split("\n").slice(0, -1);
      events.push(...lines.filter((line) => line.startsWith('{"')).map((line) => JSON.parse(line) as Event));
    });
    const ended = new Promise<Awaited<Running["ended"]>>((resolve) => {
      child.once("close", (code) => {
        this.#children.delete(child);
        resolve({ code, ...text });
      });
    });
    return { child, events, ended };
  }

  /** Starts a worker, and waits until it works. `lines` returns its output. */
  async worker(...args: readonly string[]): Promise<Running & { readonly lines: () => string }> {
    const running = this.start("worker", ...args);
    let lines = "";
    running.child.stderr?.on("data", (chunk: string) => (lines += chunk));
    await until(
      () => lines.includes("Worker of") || running.child.exitCode !== null,
      () => lines,
    );
    return { ...running, lines: () => lines };
  }

  /** Names of the projects that the fleet created, without their common part. */
  projects(): string[] {
    const { projects = [] } = this.sandbox.control.snapshot().tables;
    const names = projects.map((row) => String((row as { name?: unknown }).name));
    return names
      .filter((name) => name.startsWith(CANARY))
      .map((name) => name.slice(CANARY.length + 1))
      .toSorted();
  }

  /** ID of the project that an organization of the fleet has. */
  projectOf(name: string): string {
    const { projects = [] } = this.sandbox.control.snapshot().tables;
    const [found] = projects.filter((row) => Reflect.get(row, "name") === `${CANARY} ${name}`) as { id: string }[];
    if (found === undefined) throw new Error(`${name} has no project.`);
    return found.id;
  }

  /** Renames a project behind the back of the fleet. */
  async renameProject(id: string, name: string): Promise<void> {
    const { host, organizationId, apiKey } = this.sandbox;
    const response = await fetch(`${host}/api/organizations/${organizationId}/projects/${id}/`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `${CANARY} ${name}` }),
    });
    if (response.status !== 200) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  async dispose(): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    await this.server.dispose();
    await this.sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      PATH: [join(this.folder, "bin"), process.env["PATH"] ?? ""].join(delimiter),
      HOME: this.folder,
      TMPDIR: tmpdir(),
      CHECKPOINT_DISABLE: "1",
      TF_CLI_CONFIG_FILE: this.#settings,
      ORGFORM_INTENTS_DIR: join(this.folder, "records"),
      ORGFORM_HOST: this.sandbox.host,
      ORGFORM_API_KEY: this.sandbox.apiKey,
      ...this.#variables,
    };
  }
}

/** Waits for a condition. @throws Error with the text of `told` after the timeout */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  told: () => string,
  limitMs = 60_000,
): Promise<void> {
  for (const end = Date.now() + limitMs; !(await isTrue());) {
    if (Date.now() > end) throw new Error(`It did not become true in ${limitMs / 1000} s:\n${told()}`);
    await pause(50);
  }
}
