import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** The engines of a fleet's template. */
export const KINDS = ["pulumi-plugin", "pulumi-dynamic", "terraform"] as const;
export type Kind = (typeof KINDS)[number];

/** Writes a fleet with that many organizations, each with that many domains. */
export function writeFleet(folder: string, kind: Kind, { organizations, domains }: Size): void {
  mkdirSync(join(folder, "program"), { recursive: true });
  if (kind === "terraform") writeFileSync(join(folder, "program/main.tf"), moduleText(domains));
  else writeProgram(join(folder, "program"), kind, domains);
  const engine = kind === "terraform" ? "terraform" : "pulumi";
  const lines = Array.from(
    { length: organizations },
    (_, index) => `  - { name: o${index + 1}, template: one, values: { title: o${index + 1} } }`,
  );
  const head = [
    `templates: { one: { engine: ${engine}, path: program } }`,
    "budget: { requestsPerMinute: 1000000, requestsPerHour: 1000000 }",
  ];
  writeFileSync(join(folder, "fleet.yaml"), [...head, "organizations:", ...lines, ""].join("\n"));
}

/** The size of a fleet. */
export interface Size {
  readonly organizations: number;
  readonly domains: number;
}

function writeProgram(folder: string, kind: Kind, domains: number): void {
  const project = "name: one\nruntime: nodejs\nconfig: { title: { type: string } }\n";
  const plugins = "plugins: { providers: [{ name: orgform, path: plugin }] }\n";
  writeFileSync(join(folder, "Pulumi.yaml"), kind === "pulumi-plugin" ? project + plugins : project);
  writeFileSync(join(folder, "package.json"), '{"type":"module","main":"index.js"}\n');
  const entry = kind === "pulumi-plugin" ? "orgform/pulumi-plugin" : "orgform/pulumi";
  writeFileSync(
    join(folder, "index.js"),
    `import * as pulumi from "@pulumi/pulumi";
import { Domain, Organization } from "${entry}";
const title = new pulumi.Config().require("title");
const { organizationId } = new Organization("organization", { name: title, deletionProtection: false });
for (let i = 0; i < ${domains}; i += 1) new Domain("d" + i, { organizationId, domain: "d" + i + "-" + title + ".example" });
`,
  );
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  mkdirSync(join(folder, "plugin"), { recursive: true });
  symlinkSync(ROOT, join(folder, "node_modules/orgform"));
  symlinkSync(join(ROOT, "node_modules/@pulumi"), join(folder, "node_modules/@pulumi"));
  const launcher = join(folder, "plugin/pulumi-resource-orgform");
  const main = join(ROOT, "dist/engines/pulumi/plugin/main.js");
  writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(launcher, 0o755);
}

const moduleText = (domains: number): string => `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

variable "title" {
  type = string
}

resource "orgform_organization" "it" {
  name                = var.title
  deletion_protection = false
}

resource "orgform_domain" "d" {
  count           = ${domains}
  organization_id = orgform_organization.it.organization_id
  domain          = "d\${count.index}-\${var.title}.example"
}
`;
