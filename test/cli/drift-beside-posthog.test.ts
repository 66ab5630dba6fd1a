import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

const stateFile = (name: string, resources: readonly object[]): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ version: 4, resources }));
  return file;
};

const run = (...args: readonly string[]) =>
  runHere(args, { ORGFORM_HOST: world.sandbox.host, ORGFORM_API_KEY: world.apiKey });

const drift = (resources: readonly object[], ...further: readonly string[]) =>
  run("drift", "--state", stateFile("state.json", resources), "--cwd", folder, ...further);

async function unmanaged(resources: readonly object[], ...further: readonly string[]) {
  const { stdout } = await drift(resources, "--format", "json", ...further);
  const report = JSON.parse(stdout) as {
    readonly unmanaged: readonly { readonly resource: string; readonly name: string }[];
    readonly elsewhere: readonly { readonly by: string; readonly address: string; readonly file?: string }[];
  };
  const names = report.unmanaged.map(({ resource, name }) => `${resource} ${name}`);
  const elsewhere = report.elsewhere
    .toSorted((a, b) => (a.address < b.address ? -1 : 1))
    .map(({ by, address, file }) => [by, address, file]);
  return { names, elsewhere };
}

/** An organization whose objects are in the states of two programs. */
async function sideBySide() {
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
  const roleOf = (name: string, role: Values) =>
    stored("orgform_role", name, 1, {
      id: `${organizationId}/${String(role["id"])}`,
      organization_id: organizationId,
      role_id: role["id"],
      name: role["name"],
      created_at: role["created_at"],
    });
  const own = [
    roleOf("ours", ours),
    stored("orgform_project_access", "all", 1, {
      id: `${projectId}/default`,
      project_id: projectId,
      level: "none",
      subject: "default",
      status: "active",
      organization_id: organizationId,
    }),
  ];
  const member = { ...memberIn(world, ANN), organization_id: organizationId, email: ANN, level: "member" };
  const theirObjects = [
    stored("posthog_role", "theirs", 0, { ...theirs, organization_id: organizationId }),
    stored("posthog_organization_member", "ann", 0, { ...member, user_uuid: "u" }),
    stored("posthog_project_member", "ann", 0, { ...rule, project_id: projectId, role: null }),
    stored("posthog_dashboard", "sales", 0, { id: 7 }),
    // Orgform has no ID for it, so it doesn't count.
    stored("posthog_role_membership", "x", 0, {
      organization_id: organizationId,
      role_id: ours["id"],
      user_email: null,
    }),
  ];
  return { own, theirObjects, roleOf, ours, theirs };
}

/** The managers of a program's objects, in the order of the addresses. */
const managedBy = (file?: string) =>
  ["posthog_organization_member.ann", "posthog_project_member.ann", "posthog_role.theirs"].map((address) => [
    "posthog/posthog",
    address,
    file,
  ]);

test("drift says of objects in the same state that posthog/posthog manages them", async () => {
  const { own, theirObjects } = await sideBySide();
  const alone = await unmanaged(own);
  const types = ["Role Theirs", `Member ${ANN}`];
  expect(alone.names).toEqual(expect.arrayContaining(types));
  expect(alone.names.filter((name) => name.startsWith("ProjectAccess"))).toHaveLength(1);
  expect(alone.elsewhere).toEqual([]);
  const beside = await unmanaged([...own, ...theirObjects]);
  expect(beside.names.filter((name) => types.includes(name) || name.startsWith("ProjectAccess"))).toEqual([]);
  expect(beside.names.length).toBe(alone.names.length - 3);
  expect(beside.elsewhere).toEqual(managedBy());
  const { stdout } = await drift([...own, ...theirObjects]);
  expect(stdout).toContain("Managed elsewhere, not counted");
  expect(stdout).toContain("orgform_role Theirs: managed by posthog/posthog as posthog_role.theirs, in the same state");
});

test("drift and adopt read other states, and say which of them has an object", async () => {
  const { own, theirObjects, roleOf, ours, theirs } = await sideBySide();
  const { organizationId } = world;
  const file = stateFile("theirs.json", theirObjects);
  const other = await unmanaged(own, "--other-state", file);
  expect(other.names).not.toContain("Role Theirs");
  expect(other.elsewhere).toEqual(managedBy(file));
  // Several files, and one of Orgform itself.
  const more = stateFile("more.json", [roleOf("ours", ours)]);
  const two = await unmanaged([roleOf("theirs", theirs)], "--other-state", file, "--other-state", more);
  expect(two.elsewhere).toContainEqual(["Orgform", "orgform_role.ours", join(folder, "more.json")]);

  const out = join(folder, "adopted");
  const adopt = ["adopt", "--organization", organizationId, "--for", "terraform", "--out", out, "--other-state", file];
  const adopted = await run(...adopt);
  expect([adopted.code, adopted.stderr]).toEqual([0, expect.not.stringContaining("rror")]);
  const text = readdirSync(out)
    .map((name) => readFileSync(join(out, name), "utf8"))
    .join("\n");
  expect(text).toContain('"Ours"');
  expect(text).not.toContain('"Theirs"');
  expect(readFileSync(join(out, "README.md"), "utf8")).toContain(
    `managed by posthog/posthog as posthog_role.theirs, in ${file}`,
  );
});

test.each([
  ["that is missing", undefined, "cannot be read: ENOENT"],
  ["that isn't JSON", "{", "isn't complete JSON"],
  ["that holds no state", "{}", "doesn't contain a state of Pulumi, Terraform or OpenTofu"],
  ["of an unknown form", '{"version":4,"resources":{}}', "contains a state in an unknown format, at resources"],
  ["that OpenTofu encrypted", '{"serial":1,"encrypted_data":"x"}', "Give what `pulumi stack export`"],
])("another state %s is refused, by drift and adopt alike", async (_what, text, words) => {
  const file = join(folder, "other.json");
  if (text !== undefined) writeFileSync(file, text);
  for (const command of [
    ["drift", "--state", stateFile("state.json", [])],
    ["adopt", "--organization", world.organizationId, "--out", join(folder, "out")],
  ]) {
    const { code, stderr } = await run(...command, "--other-state", file);
    expect(code).toBe(1);
    expect(stderr).toContain(file);
    expect(stderr).toContain(words);
  }
  expect(world.sandbox.control.requests()).toEqual([]);
});
