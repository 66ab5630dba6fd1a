import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { addMember, memberIn } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { runHere } from "./run-here.ts";

const ANN = "ann@acme.example";

let world: World;
let folder: string;

beforeEach(async () => {
  world = await startWorld("2026-09");
  folder = mkdtempSync(join(tmpdir(), "orgform-beside-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await world.sandbox.close();
});

const stored = (type: string, name: string, version: number, attributes: Values) => ({
  mode: "managed",
  type,
  name,
  instances: [{ schema_version: version, attributes, private: "" }],
});

async function unmanaged(resources: readonly object[]) {
  const file = join(folder, "state.json");
  writeFileSync(file, JSON.stringify({ version: 4, resources }));
  const { stdout, stderr } = await runHere(["drift", "--state", file, "--cwd", folder, "--format", "json"], {
    ORGFORM_HOST: world.sandbox.host,
    ORGFORM_API_KEY: world.apiKey,
  });
  const report = JSON.parse(stdout) as {
    readonly unmanaged: readonly { readonly resource: string; readonly name: string }[];
  };
  return { names: report.unmanaged.map(({ resource, name }) => `${resource} ${name}`), stderr };
}

test("drift doesn't report what posthog/posthog manages in the same state as unmanaged", async () => {
  const { organizationId } = world;
  addMember(world, ANN, 1);
  const path = `organizations/${organizationId}/roles/`;
  const [ours, theirs] = [
    await world.send("POST", path, { name: "Ours" }),
    await world.send("POST", path, { name: "Theirs" }),
  ];
  const projectId = String(world.project(organizationId));
  const rule = { organization_member: memberIn(world, ANN)?.["id"], access_level: "member" };
  await world.send("PUT", `projects/${projectId}/access_controls/`, rule);
  await world.send("PUT", `projects/${projectId}/access_controls/`, { access_level: "none" });
  const own = [
    stored("orgform_role", "ours", 1, {
      id: `${organizationId}/${String(ours["id"])}`,
      organization_id: organizationId,
      role_id: ours["id"],
      name: "Ours",
      created_at: ours["created_at"],
    }),
    stored("orgform_project_access", "all", 1, {
      id: `${projectId}/default`,
      project_id: projectId,
      level: "none",
      subject: "default",
      status: "active",
      organization_id: organizationId,
    }),
  ];
  const alone = await unmanaged(own);
  const types = ["Role Theirs", `Member ${ANN}`];
  expect(alone.names).toEqual(expect.arrayContaining(types));
  expect(alone.names.filter((name) => name.startsWith("ProjectAccess"))).toHaveLength(1);
  const member = { ...memberIn(world, ANN), organization_id: organizationId, email: ANN, level: "member" };
  const beside = await unmanaged([
    ...own,
    stored("posthog_role", "theirs", 0, { ...theirs, organization_id: organizationId }),
    stored("posthog_organization_member", "ann", 0, { ...member, user_uuid: "u" }),
    stored("posthog_project_member", "ann", 0, { ...rule, project_id: projectId, role: null }),
    stored("posthog_dashboard", "sales", 0, { id: 7 }),
    // Orgform has no ID for it, so it counts for nothing.
    stored("posthog_role_membership", "x", 0, {
      organization_id: organizationId,
      role_id: ours["id"],
      user_email: null,
    }),
  ]);
  expect(beside.names.filter((name) => types.includes(name) || name.startsWith("ProjectAccess"))).toEqual([]);
  expect(beside.names.length).toBe(alone.names.length - 3);
  expect(beside.stderr).toContain("3 objects that are managed by posthog/posthog in the same state");
});
