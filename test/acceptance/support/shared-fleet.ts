import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SharedProviders } from "../../../packages/fleet/src/providers/shared-providers.ts";
import { fleetEngines } from "../../../src/engines/index.ts";
import { type Dialect, type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { quickLoad } from "../../support/quick-load.ts";
import { pulumiEnvironment } from "../../../tools/set-up/pulumi/environment.ts";
import { type ProgramResult, runProgram } from "../../../scripts/run-program.ts";
import type { EngineName } from "../../../tools/set-up/terraform/engines.ts";
import { pulumiCli, PulumiStack } from "../../support/pulumi-stack.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { closeLater } from "./story.ts";

/** The built program of the process that stacks share. */
export const SHARED_MAIN = join(__dirname, "../../../dist/engines/shared-providers/main.js");

/** An organization with a key that can't access any other. */
export interface Tenant {
  readonly name: string;
  readonly organizationId: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A sandbox with an organization for each stack, and the process that the stacks share. */
export class SharedFleet {
  readonly sandbox: Sandbox;
  readonly shared: SharedProviders;
  readonly #records = mkdtempSync(join(tmpdir(), "orgform-shared-records-"));

  private constructor(sandbox: Sandbox, flags: readonly string[]) {
    this.sandbox = sandbox;
    this.shared = new SharedProviders({
      command: [process.execPath, ...flags, SHARED_MAIN],
      engines: fleetEngines,
    });
  }

  /** @param flags - flags for Node in the shared process */
  static async open(dialect: Dialect, ...flags: readonly string[]): Promise<SharedFleet> {
    const sandbox = await startSandbox({ dialect });
    closeLater(() => sandbox.close());
    const fleet = new SharedFleet(sandbox, flags);
    closeLater(async () => {
      await fleet.shared.end();
      rmSync(fleet.#records, { recursive: true, force: true });
    });
    return fleet;
  }

  /** Creates an organization with its owner's key. */
  tenant(name: string): Tenant {
    const { control, host } = this.sandbox;
    const email = `${name}@owners.example`;
    control.createUser({ email });
    const { id } = control.createOrganization({ email, name });
    const { apiKey } = control.createKey({ email, scopes: null });
    const environment = {
      ORGFORM_HOST: host,
      ORGFORM_API_KEY: apiKey,
      ORGFORM_ORGANIZATION_ID: id,
      ORGFORM_INTENTS_DIR: join(this.#records, name),
    };
    return { name, organizationId: id, environment };
  }

  /** A tenant's stack with an attached engine. The stack's own environment contains no settings. */
  async pulumi(tenant: Tenant, program: string): Promise<PulumiStack> {
    const stack = await PulumiStack.create({ files: { "index.js": program } });
    closeLater(() => stack.dispose());
    const { name, environment } = tenant;
    const variables = await this.shared.open({ engine: "pulumi", name, folder: stack.program, environment });
    Object.assign(stack.env, variables);
    return stack;
  }

  /** A tenant's workspace, attached in the same way. */
  async terraform(tenant: Tenant, config: string, engine?: EngineName): Promise<TerraformWorkspace> {
    // Nothing gets installed, so the registry is never asked.
    const options = { place: "registry", ...(engine === undefined ? {} : { engine }) } as const;
    const workspace = await TerraformWorkspace.create(config, {}, options);
    closeLater(() => workspace.dispose());
    await this.attach(tenant, workspace);
    return workspace;
  }

  /** Opens a provider for the workspace, and tells the engine its address. */
  async attach({ name, environment }: Tenant, workspace: TerraformWorkspace): Promise<void> {
    const { folder } = workspace;
    workspace.attach(await this.shared.open({ engine: "terraform", name, folder, environment }));
  }

  /** Names of a tenant's domains. */
  domainsOf({ organizationId }: Tenant): string[] {
    const rows = this.sandbox.control.domains().filter((row) => row["organization"] === organizationId);
    return rows.map((row) => String(row["domain"])).sort();
  }
}

const ROOT = join(__dirname, "../../..");

const PROGRAM = `import * as pulumi from "@pulumi/pulumi";
import { Organization } from "orgform/pulumi-plugin";
new Organization("own", { name: new pulumi.Config().require("title"), deletionProtection: false });
`;

const MODULE = `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}
variable "title" {}
resource "orgform_organization" "own" {
  name                = var.title
  deletion_protection = false
}
`;

/** A fleet file with an organization for each engine. Without the fleet, neither engine could find a provider. */
export class FleetOfTwo {
  readonly #sandbox: Sandbox;
  readonly #folder = mkdtempSync(join(tmpdir(), "orgform-fleet-"));

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    for (const name of ["home", "state", "program/node_modules", "module"]) {
      mkdirSync(join(this.#folder, name), { recursive: true });
    }
    const files = {
      "program/Pulumi.yaml": "name: program\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "program/package.json": '{"type":"module","main":"index.js"}',
      "program/index.js": PROGRAM,
      "module/main.tf": MODULE,
      "none.tfrc": 'provider_installation {\n  filesystem_mirror {\n    path = "/nowhere"\n  }\n}\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.#folder, name), text);
    symlinkSync(ROOT, join(this.#folder, "program/node_modules/orgform"), "junction");
    symlinkSync(join(ROOT, "node_modules/@pulumi"), join(this.#folder, "program/node_modules/@pulumi"), "junction");
  }

  /** Writes the fleet file. @param more - what each template contains besides its engine and its path */
  write(more: string): void {
    const text = `templates:
  program: { engine: pulumi, path: program${more} }
  module: { engine: terraform, path: module${more} }
organizations:
  - { name: one, template: program, values: { title: ByPulumi } }
  - { name: two, template: module, values: { title: ByTerraform } }
stop: { failures: 9 }
`;
    writeFileSync(join(this.#folder, "fleet.yaml"), text);
  }

  async run(...words: readonly string[]): Promise<ProgramResult> {
    const { binDir } = await pulumiCli();
    const env = {
      ...pulumiEnvironment({ binDir, folder: this.#folder, extra: quickLoad() }),
      TF_CLI_CONFIG_FILE: join(this.#folder, "none.tfrc"),
      CHECKPOINT_DISABLE: "1",
      ORGFORM_HOST: this.#sandbox.host,
      ORGFORM_API_KEY: this.#sandbox.apiKey,
    };
    const args = [join(ROOT, "dist/cli/main.js"), "fleet", ...words];
    return runProgram(process.execPath, args, { env, cwd: this.#folder, timeoutMs: 120_000 });
  }

  organizations(): string[] {
    return this.#sandbox.control
      .organizations()
      .map(({ name }) => name)
      .sort();
  }

  async close(): Promise<void> {
    await this.#sandbox.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
