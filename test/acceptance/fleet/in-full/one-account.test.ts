import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "@orgform/sandbox";
import { isInFull } from "../../../support/extent.ts";
import { FleetFolder, type Listed, type Template } from "../support/fleet-folder.ts";

/** Full runs use programs of every engine, with many roles. */
const TEMPLATES: readonly Template[] = isInFull()
  ? ["terraform", "opentofu", "plugin", "dynamic", "terraform", "opentofu"]
  : ["terraform", "terraform"];
const ROLES = Array.from({ length: isInFull() ? 12 : 3 }, (_, index) => `role-${index}`);
const LIMIT_MS = isInFull() ? 1_800_000 : 300_000;

const listed: Listed[] = TEMPLATES.map((template, index) => ({ name: `org-${index}`, template }));
const LAST = { event: "end", succeeded: listed.length, failed: 0, notStarted: 0 };

const FOUNDER = "founder@acme.example";

/** Roles with the same names in each organization. Each role contains the key's account. */
const MODULE = (suffix: string): string => `
resource "orgform_role" "each" {
  for_each        = toset(${JSON.stringify(ROLES)})
  organization_id = orgform_organization.it.organization_id
  name            = "\${each.key}${suffix}"
}

resource "orgform_role_membership" "each" {
  for_each        = orgform_role.each
  organization_id = orgform_organization.it.organization_id
  role_id         = each.value.role_id
  email           = "${FOUNDER}"
}
`;

const PROGRAM = (entry: "pulumi" | "pulumi-plugin", suffix: string): string => `
import { Role, RoleMembership } from "orgform/${entry}";
const { organizationId } = organization;
for (const name of ${JSON.stringify(ROLES)}) {
  const { roleId } = new Role(name, { organizationId, name: name + "${suffix}" });
  new RoleMembership(name, { organizationId, roleId, email: "${FOUNDER}" });
}
`;

let sandbox: Sandbox;
let fleet: FleetFolder;
const bare = new Map<string, string>();

beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty", dialect: "2025-08", latencyMs: 50 });
  // With the scope `user:write`, which switching the account requires.
  const apiKey = "phx_key_that_may_move_the_account";
  sandbox.control.createKey({ email: FOUNDER, scopes: null, value: apiKey });
  fleet = await FleetFolder.create({ host: sandbox.host, apiKey });
  fleet.list(listed, "parallel: 6");
  // Each engine starts its own provider, so they only share the account.
  fleet.write(
    "fleet.yaml",
    fleet.read("fleet.yaml").replaceAll(/(engine: \w+, path: \w+)/gu, "$1, sharedProvider: false"),
  );
  for (const path of ["terraform/main.tf", "opentofu/main.tf", "plugin/index.js", "dynamic/index.js"])
    bare.set(path, fleet.read(path));
}, LIMIT_MS);

afterAll(async () => {
  await sandbox.close();
  fleet.dispose();
});

/** Declares roles in each program; none without a suffix. */
function declare(suffix: string | undefined): void {
  for (const [path, text] of bare) {
    const entry = path.startsWith("plugin") ? "pulumi-plugin" : "pulumi";
    const roles = path.endsWith(".tf") ? MODULE : (end: string) => PROGRAM(entry, end);
    fleet.write(path, suffix === undefined ? text : text + roles(suffix));
  }
}

/** Applies all programs in parallel. Returns the writes that the service refused. */
async function up(): Promise<unknown[]> {
  sandbox.control.clearRequests();
  const { output, events } = await fleet.run("up", "--yes", "--json");
  expect([events.at(-1), output]).toEqual([LAST, output]);
  return sandbox.control
    .requests()
    .filter(({ method, status }) => method !== "GET" && (status === null || status >= 400))
    .map(({ method, path, status }) => `${method} ${path} ${String(status)}`);
}

/** Names of the roles of each organization, and how many are in each role. */
function roles(): Record<string, string[]> {
  const rows = sandbox.control.call("GET", "roles") as { organization: string; name: string }[];
  const organizations = sandbox.control.organizations();
  const found: Record<string, string[]> = {};
  for (const { organization, name } of rows) {
    const owner = organizations.find((one) => one.id === organization)?.name ?? organization;
    (found[owner] ??= []).push(name);
  }
  for (const names of Object.values(found)) names.sort();
  return found;
}

const allWith = (suffix: string): Record<string, string[]> =>
  Object.fromEntries(listed.map(({ name }) => [name, ROLES.map((role) => `${role}${suffix}`).toSorted()]));

test(
  "parallel programs of one account create, rename, and remove roles with the same names, each in its organization",
  async () => {
    declare("");
    expect(await up()).toEqual([]);
    expect(roles()).toEqual(allWith(""));

    declare("-renamed");
    expect(await up()).toEqual([]);
    expect(roles()).toEqual(allWith("-renamed"));

    declare(undefined);
    expect(await up()).toEqual([]);
    expect(roles()).toEqual({});
  },
  LIMIT_MS,
);
