import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { decodeValue } from "../../src/engines/terraform/provider/values.ts";
import type { Values } from "../../src/model/json-value.ts";
import { PROCESS_ENVIRONMENT } from "../support/process-environment.ts";
import { fastTime } from "../support/scenario-clock.ts";
import { addMember, memberIn } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { TerraformProcess } from "../support/terraform-process.ts";
import { countsIn, forEach, range } from "./fixture.ts";

const PEOPLE = 80;
const ROLES = 20;
const IN_ROLES = 60;
const PROJECTS = 10;
const FUNCTIONS = 40;
const PROXIES = 2;

/** Those of the projects that declare a setting which the list of projects leaves out. */
const WITH_SETTINGS = 3;

/** As many as an engine has under way on two cores. */
const IN_FLIGHT = 8;
const SLOW_MS = 120_000;

/** An object as the vendor's provider left it in a state. */
interface VendorObject {
  readonly type: string;
  readonly resource: string;
  readonly state: Values;
}

/** Makes an organization, as the vendor's provider would have it in its state. */
async function vendorObjects(world: World): Promise<VendorObject[]> {
  const { organizationId, send } = world;
  const here = `organizations/${organizationId}`;
  const objects: VendorObject[] = [];
  const keep = (type: string, resource: string, state: Values): void =>
    void objects.push({ type: `posthog_${type}`, resource, state });
  const people = range(PEOPLE).map((index) => {
    const email = `p${index}@acme.example`;
    addMember(world, email, 1);
    const { id, user } = memberIn(world, email) ?? {};
    const state = { id, email, level: "member", organization_id: organizationId, user_uuid: user };
    keep("organization_member", "Member", state);
    return state;
  });
  const roles = await Promise.all(range(ROLES).map((index) => send("POST", `${here}/roles/`, { name: `R${index}` })));
  for (const { id, name } of roles) keep("role", "Role", { id, name, organization_id: organizationId });
  await forEach(range(IN_ROLES), IN_FLIGHT, async (index) => {
    const [role_id, { user_uuid, email: user_email }] = [roles[index % ROLES]?.["id"], people[index] ?? {}];
    const { id } = await send("POST", `${here}/roles/${String(role_id)}/role_memberships/`, { user_uuid });
    keep("role_membership", "RoleMembership", { id, role_id, user_uuid, user_email, organization_id: organizationId });
  });
  for (const index of range(PROXIES)) {
    const { id, domain } = await send("POST", `${here}/proxy_records/`, { domain: `e${index}.acme.example` });
    keep("proxy_record", "ProxyRecord", { id, domain, organization_id: organizationId });
  }
  const projects = await Promise.all(
    range(PROJECTS).map((index) => send("POST", `${here}/projects/`, { name: `P${index}` })),
  );
  for (const [index, { id, name, api_token }] of projects.entries()) {
    keep("project", "Project", { id, name, api_token, organization_id: organizationId });
    const [project_id, at] = [String(id), `projects/${String(id)}`];
    await send("PUT", `${at}/access_controls/`, { access_level: "none" });
    keep("project_default_access", "ProjectAccess", { id: project_id, project_id, access_level: "none" });
    for (const person of people.slice(index * 4, index * 4 + 4)) {
      const rule = { organization_member: person.id, access_level: "member" };
      await send("PUT", `${at}/access_controls/`, rule);
      keep("project_member", "ProjectAccess", { ...rule, project_id });
    }
    for (const role of roles.slice(index * 2, index * 2 + 2)) {
      const ofProject = { role: role["id"], access_level: "member" };
      await send("PUT", `${at}/access_controls/`, ofProject);
      keep("project_member", "ProjectAccess", { ...ofProject, project_id });
      const ofKind = { role: role["id"], resource: "dashboard", access_level: "viewer" };
      await send("PUT", `${at}/resource_access_controls/`, ofKind);
      keep("access_control", "AccessControl", { ...ofKind, project_id });
    }
  }
  await forEach(range(FUNCTIONS), IN_FLIGHT, async (index) => {
    const project_id = String(projects[index % PROJECTS]?.["id"]);
    const body = { type: "destination", name: `F${index}`, hog: "return event", enabled: true };
    const { id } = await send("POST", `projects/${project_id}/hog_functions/`, body);
    keep("hog_function", "HogFunction", { ...body, id, project_id });
  });
  return objects;
}

/** Rows of functions show all of this, so no function needs a separate read. */
const functions = `resource "orgform_hog_function" "f" {
  for_each = local.functions
  name     = each.key
  inputs   = jsonencode({ word = "hi" })
}
`;

/** What `migrate --from` writes: of some projects with a setting that no row of a list has. */
const program = range(PROJECTS)
  .map((index) => {
    const settings = index < WITH_SETTINGS ? "  anonymize_ips = false\n" : "";
    return `resource "orgform_project" "p${index}" {\n  name = "P${index}"\n${settings}}\n`;
  })
  .concat(functions)
  .join("");

describe("the first refresh of 300 objects that moved from the vendor's provider", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-switch-count-"));
  let world: World;
  let objects: readonly VendorObject[];
  let provider: TerraformProcess;

  beforeAll(async () => {
    world = await startWorld("2026-09");
    const { organizationId, sandbox, apiKey } = world;
    world.settleIn(organizationId);
    objects = await vendorObjects(world);
    writeFileSync(join(folder, "main.tf"), program);
    provider = new TerraformProcess({ environment: PROCESS_ENVIRONMENT, clock: fastTime().driver, folder });
    await provider.configure({ host: sandbox.host, apiKey, organizationId });
    sandbox.control.clearRequests();
  }, SLOW_MS);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await world.sandbox.close();
  });

  async function completed({ type, resource, state }: VendorObject): Promise<string> {
    const { typeName } = provider.schema(resource);
    const { message: moved } = await provider.call("MoveResourceState", {
      sourceProviderAddress: "posthog",
      sourceTypeName: type,
      sourceSchemaVersion: 0,
      sourceState: { json: Buffer.from(JSON.stringify(state)) },
      targetTypeName: typeName,
    });
    const { message } = await provider.call("ReadResource", {
      typeName,
      currentState: moved["targetState"],
      private: moved["targetPrivate"],
    });
    const object = decodeValue(message["newState"]) as Values | null;
    return object === null ? `${type} is gone` : String(object["id"]);
  }

  test(
    "reads each list once, and each project with settings that its row lacks; and writes nothing",
    async () => {
      expect(objects.length).toBeGreaterThanOrEqual(300);
      const found: string[] = [];
      await forEach(objects, IN_FLIGHT, async (object) => {
        found.push(await completed(object));
      });
      expect(provider.diagnostics).toEqual([]);
      expect(found.filter((id) => id.endsWith(" is gone") || id.includes("membership:"))).toEqual([]);
      expect(new Set(found).size).toBe(objects.length);
      const here = "GET /api/organizations/:organization_id";
      expect(countsIn(world)).toEqual({
        "GET /api/organizations/": 1,
        [`${here}/members/`]: 1,
        // A membership of a role can be an invite that isn't accepted yet.
        [`${here}/invites/`]: 1,
        // Once for roles, and once for who is in them.
        [`${here}/roles/`]: 2,
        [`${here}/proxy_records/`]: 1,
        [`${here}/projects/`]: 1,
        [`${here}/projects/:id/`]: WITH_SETTINGS,
        [`${here}/projects/:id/access_controls/`]: PROJECTS,
        [`${here}/projects/:id/resource_access_controls/`]: PROJECTS,
        "GET /api/projects/:project_id/hog_functions/": PROJECTS,
      });
    },
    SLOW_MS,
  );
});
