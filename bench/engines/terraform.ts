import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ensureTerraform } from "../../tools/set-up/terraform/ensure.ts";
import type { NoOps } from "./no-op-build.ts";
import type { Engine, Workspace } from "./workspace.ts";

/** The provider from the build. */
export const OURS = join(import.meta.dirname, "../../dist/engines/terraform/provider/main.js");

/** Terraform, or the OpenTofu in ORGFORM_TERRAFORM, with providers of domains. */
export function terraformEngine(noOps: NoOps): Engine {
  return {
    name: "terraform",
    process: /terraform\/provider\/main\.js|no-op\/terraform\.js/u,
    open: (folder, subject, count, account) =>
      openTerraform(folder, {
        source: "orgform/orgform",
        command: [process.execPath, subject === "orgform" ? OURS : noOps.terraform],
        configuration: configuration(count, account.organizationId),
        env: account.env,
      }),
  };
}

/** A program of Terraform and the one provider that it uses. */
export interface TerraformProgram {
  /** The provider's address in a registry, without its host: `orgform/orgform`. */
  readonly source: string;
  /** The command that starts it. */
  readonly command: readonly string[];
  readonly configuration: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Writes a program into a folder, with its provider as an override, so the engine downloads nothing. */
export async function openTerraform(folder: string, program: TerraformProgram): Promise<Workspace> {
  const terraform = await ensureTerraform();
  const plugins = join(folder, "plugins");
  mkdirSync(plugins);
  const launcher = join(plugins, `terraform-provider-${program.source.split("/")[1] ?? ""}`);
  writeFileSync(launcher, `#!/bin/sh\nexec ${program.command.map((part) => `'${part}'`).join(" ")} "$@"\n`);
  chmodSync(launcher, 0o755);
  const settings = join(folder, "cli.tfrc");
  const overrides = `dev_overrides {\n    "${program.source}" = "${plugins}"\n  }\n  direct {}`;
  writeFileSync(settings, `provider_installation {\n  ${overrides}\n}\n`);
  writeFileSync(join(folder, "main.tf"), program.configuration);
  const run = (...args: string[]): string[] => [terraform, ...args, "-no-color"];
  return {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      TF_CLI_CONFIG_FILE: settings,
      TF_IN_AUTOMATION: "1",
      CHECKPOINT_DISABLE: "1",
      ...program.env,
    },
    commands: {
      preview: run("plan", "-input=false", "-out=plan"),
      up: run("apply", "-input=false", "plan"),
      refresh: run("apply", "-input=false", "-auto-approve", "-refresh-only"),
      "preview again": run("plan", "-input=false"),
      destroy: run("destroy", "-input=false", "-auto-approve"),
    },
  };
}

function configuration(count: number, organizationId: string): string {
  return `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

resource "orgform_domain" "d" {
  count           = ${count}
  organization_id = "${organizationId}"
  domain          = "d\${count.index}-${organizationId}.example"
}
`;
}
