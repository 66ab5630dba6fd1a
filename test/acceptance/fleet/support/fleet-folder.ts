import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import type { Sandbox } from "../../../../packages/sandbox/src/index.ts";
import { pulumiCli } from "../../../support/pulumi-stack.ts";
import { quickLoad } from "../../../support/quick-load.ts";
import { pulumiEnvironment } from "../../../../tools/set-up/pulumi/environment.ts";
import { ANN } from "../../../support/plan-keys.ts";
import { programOfEngine } from "../../../support/terraform-programs.ts";
import { installProvider, launcher } from "./provider-mirror.ts";

const ROOT = join(__dirname, "../../../..");

/** A Pulumi program with an organization and a project, which uses the plugin's classes or dynamic resources. */
const PULUMI = (entry: "pulumi" | "pulumi-plugin"): string => `import * as pulumi from "@pulumi/pulumi";
import { Organization, Project } from "orgform/${entry}";
const name = new pulumi.Config().require("displayName");
const organization = new Organization("organization", { name, deletionProtection: false });
new Project("web", { organizationId: organization.organizationId, name: \`\${name} web\`, deletionProtection: false });
`;

const project = (name: string): string => `name: ${name}
runtime: { name: nodejs, options: { typescript: false } }
config:
  displayName: { type: string }
`;

const PLUGIN = `plugins:
  providers:
    - { name: orgform, path: plugin }
`;

const MODULE = `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

variable "displayName" {
  type = string
}

resource "orgform_organization" "it" {
  name                = var.displayName
  deletion_protection = false
}

resource "orgform_project" "web" {
  organization_id     = orgform_organization.it.organization_id
  name                = "\${var.displayName} web"
  deletion_protection = false
}
`;

/** Code that invites two people, in each language. */
const PULUMI_INVITES = (entry: "pulumi" | "pulumi-plugin"): string => `
import { Invite } from "orgform/${entry}";
for (const who of ["ann", "bob"]) {
  new Invite(who, { organizationId: organization.organizationId, email: who + "@acme.example", level: "member" });
}
`;

const MODULE_INVITES = `
resource "orgform_invite" "each" {
  for_each        = toset(["ann", "bob"])
  organization_id = orgform_organization.it.organization_id
  email           = "\${each.key}@acme.example"
  level           = "member"
}
`;

/** A template of every fleet in the tests. */
export type Template = "plugin" | "dynamic" | "terraform" | "opentofu";

/** One organization of a fleet file, with its other settings. */
export interface Listed {
  readonly name: string;
  readonly template: Template;
  readonly title?: string;
  readonly more?: string;
}

/** The result of a fleet command. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

/** A folder with a fleet file and real programs of every engine. It doesn't touch anything of the user's. */
export class FleetFolder {
  readonly folder = mkdtempSync(join(tmpdir(), "orgform-fleet-"));
  readonly env: Record<string, string>;

  private constructor(sandbox: Pick<Sandbox, "host" | "apiKey">, binDir: string) {
    const tools = (["terraform", "opentofu"] as const).map((name) => dirname(programOfEngine(name)));
    const env = pulumiEnvironment({ binDir, folder: this.folder, extra: quickLoad() });
    this.env = {
      ...env,
      PATH: [...tools, env["PATH"]].join(delimiter),
      TF_CLI_CONFIG_FILE: installProvider(this.folder),
      CHECKPOINT_DISABLE: "1",
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: sandbox.apiKey,
      ORGFORM_PLAN_KEY: ANN.identity,
    };
  }

  static async create(sandbox: Pick<Sandbox, "host" | "apiKey">): Promise<FleetFolder> {
    const { binDir } = await pulumiCli();
    const made = new FleetFolder(sandbox, binDir);
    for (const name of ["home", "state"]) mkdirSync(join(made.folder, name));
    made.write("plugin/Pulumi.yaml", project("plugin") + PLUGIN);
    made.write("plugin/index.js", PULUMI("pulumi-plugin"));
    made.write("dynamic/Pulumi.yaml", project("dynamic"));
    made.write("dynamic/index.js", PULUMI("pulumi"));
    for (const name of ["plugin", "dynamic"]) made.#link(name);
    // The provider as an engine finds it without a fleet.
    made.write("plugin/plugin/pulumi-resource-orgform", launcher("dist/engines/pulumi/plugin/main.js"), 0o755);
    for (const name of ["terraform", "opentofu"]) made.write(`${name}/main.tf`, MODULE);
    return made;
  }

  write(path: string, text: string, mode?: number): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text, { mode });
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  /** Writes the fleet file. @param rest - further sections */
  list(organizations: readonly Listed[], rest = ""): void {
    const lines = organizations.map(
      ({ name, template, title = name, more = "" }) =>
        `  - { name: ${name}, template: ${template}, values: { displayName: ${title} }${more} }`,
    );
    const templates = [
      "  plugin: { engine: pulumi, path: plugin }",
      "  dynamic: { engine: pulumi, path: dynamic }",
      "  terraform: { engine: terraform, path: terraform }",
      "  opentofu: { engine: opentofu, path: opentofu }",
    ];
    this.write("fleet.yaml", ["templates:", ...templates, "organizations:", ...lines, rest, ""].join("\n"));
  }

  /** Does something while every template also invites two people. */
  async withInvites<T>(act: () => Promise<T>): Promise<T> {
    const further = {
      "plugin/index.js": PULUMI_INVITES("pulumi-plugin"),
      "dynamic/index.js": PULUMI_INVITES("pulumi"),
      "terraform/main.tf": MODULE_INVITES,
      "opentofu/main.tf": MODULE_INVITES,
    };
    const before = Object.keys(further).map((path) => [path, this.read(path)] as const);
    for (const [path, text] of Object.entries(further)) this.write(path, this.read(path) + text);
    try {
      return await act();
    } finally {
      for (const [path, text] of before) this.write(path, text);
    }
  }

  /** Starts a fleet command, such as `up --yes`. */
  start(...words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    const args = [join(ROOT, "dist/cli/main.js"), "fleet", ...words];
    const child = spawn(process.execPath, args, { cwd: this.folder, env: this.env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const ended = new Promise<Ended>((resolve) => {
      child.once("exit", (code) => {
        // Its children can keep the streams open after a kill.
        setImmediate(() => resolve({ code, output: stdout + stderr, events: eventsIn(stdout) }));
      });
    });
    return { child, ended };
  }

  /** Runs a fleet command to its end. */
  run(...words: readonly string[]): Promise<Ended> {
    return this.start(...words).ended;
  }

  /** All files that runs left behind, with their contents. */
  files(): (readonly [string, string])[] {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, readFileSync(path, "latin1")] as const;
    });
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #link(name: string): void {
    this.write(`${name}/package.json`, '{"type":"module","main":"index.js"}\n');
    mkdirSync(join(this.folder, name, "node_modules"));
    symlinkSync(ROOT, join(this.folder, name, "node_modules/orgform"), "junction");
    symlinkSync(join(ROOT, "node_modules/@pulumi"), join(this.folder, name, "node_modules/@pulumi"), "junction");
  }
}

/** Events of `--json`, one on each line. A process that was killed can leave a part of a line. */
function eventsIn(stdout: string): Readonly<Record<string, unknown>>[] {
  const lines = stdout.split("\n").filter((line) => line.startsWith('{"') && line.endsWith("}"));
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}
