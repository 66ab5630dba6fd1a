import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { ensureTerraform } from "../../tools/set-up/terraform/ensure.ts";
import type { Service } from "../engines/service.ts";
import type { Workspace } from "../engines/workspace.ts";

/** The size of a fleet whose change is planned, applied as planned, and looked at. */
export interface GovernedSize {
  readonly organizations: number;
  /** How many of the organizations the change reaches. */
  readonly changed: number;
  readonly domains: number;
}

/** The organization and its project, besides the domains. */
const OTHER_OBJECTS = 2;

/** How many objects each organization has. */
export const objectsOf = ({ domains }: GovernedSize): number => domains + OTHER_OBJECTS;

/** The file of the stored plan, in the folder of the fleet. */
export const PLAN = "plan.fleet";

/** Writes the module and the fleet file. @param isChanged - whether the first `changed` organizations have the change */
export function writeGovernedFleet(folder: string, size: GovernedSize, isChanged: boolean): void {
  for (const name of ["home", "program"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "program/main.tf"), moduleText(size.domains));
  const lines = Array.from({ length: size.organizations }, (_, index) => {
    const site = isChanged && index < size.changed ? "shop" : "web";
    return `  - { name: o${index + 1}, template: one, values: { title: o${index + 1}, site: ${site} } }`;
  });
  const head = [
    "templates: { one: { engine: terraform, path: program } }",
    "budget: { requestsPerMinute: 1000000, requestsPerHour: 1000000 }",
  ];
  writeFileSync(join(folder, "fleet.yaml"), [...head, "organizations:", ...lines, ""].join("\n"));
}

/** Where commands of the fleet run. */
export async function workspaceOf(folder: string, service: Service): Promise<Pick<Workspace, "cwd" | "env">> {
  const env = {
    PATH: `${dirname(await ensureTerraform())}:${process.env["PATH"] ?? ""}`,
    HOME: join(folder, "home"),
    CHECKPOINT_DISABLE: "1",
    ORGFORM_HOST: service.host,
    ORGFORM_API_KEY: service.apiKey,
    ORGFORM_INTENTS_DIR: join(folder, "records"),
    ORGFORM_PLAN_KEY: "a passphrase of this benchmark",
  };
  return { cwd: folder, env };
}

const moduleText = (domains: number): string => `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

variable "title" {
  type = string
}

variable "site" {
  type = string
}

resource "orgform_organization" "it" {
  name                = var.title
  deletion_protection = false
}

resource "orgform_project" "site" {
  organization_id     = orgform_organization.it.organization_id
  name                = "\${var.title} \${var.site}"
  deletion_protection = false
}

resource "orgform_domain" "d" {
  count           = ${domains}
  organization_id = orgform_organization.it.organization_id
  domain          = "d\${count.index}-\${var.title}.example"
}
`;
