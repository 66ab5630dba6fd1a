import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ensureTerraform } from "../../scripts/set-up/terraform/ensure.ts";
import type { NoOps } from "./no-op-build.ts";
import type { Account, Engine, Workspace } from "./workspace.ts";

const OURS = join(import.meta.dirname, "../../dist/engines/terraform/provider/main.js");

/** Terraform, or the OpenTofu that ORGFORM_TERRAFORM names. */
export function terraformEngine(noOps: NoOps): Engine {
  return {
    name: "terraform",
    process: /terraform-plugin\/main\.js|no-op\/terraform\.js/u,
    open: (folder, subject, count, account) =>
      open(folder, subject === "orgform" ? OURS : noOps.terraform, count, account),
  };
}

async function open(folder: string, provider: string, count: number, account: Account): Promise<Workspace> {
  const program = await ensureTerraform();
  const plugins = join(folder, "plugins");
  mkdirSync(plugins);
  const launcher = join(plugins, "terraform-provider-orgform");
  writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${provider}' "$@"\n`);
  chmodSync(launcher, 0o755);
  const settings = join(folder, "cli.tfrc");
  const overrides = `dev_overrides {\n    "orgform/orgform" = "${plugins}"\n  }\n  direct {}`;
  writeFileSync(settings, `provider_installation {\n  ${overrides}\n}\n`);
  writeFileSync(join(folder, "main.tf"), configuration(count, account.organizationId));
  const run = (...args: string[]): string[] => [program, ...args, "-no-color"];
  return {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      TF_CLI_CONFIG_FILE: settings,
      TF_IN_AUTOMATION: "1",
      CHECKPOINT_DISABLE: "1",
      ...account.env,
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
  domain          = "d\${count.index}.example"
}
`;
}
