import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { runHere } from "../../cli/run-here.ts";
import { isInFull } from "../../support/extent.ts";
import { EVERY_ENGINE, engineHas } from "../../support/terraform-programs.ts";
import { VendorStandIn } from "../../support/vendor-stand-in.ts";
import { followSteps, pathWithOnly } from "../support/migration-steps.ts";
import { makeIn } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS, type TerraformStory } from "./fixture.ts";

const opened: { close(): void }[] = [];

afterEach(async () => {
  await closeTerraformStories();
  while (opened.length > 0) opened.pop()?.close();
});

const PEOPLE = ["ann@acme.example", "bob@acme.example"];

const HEAD = `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
    posthog = { source = "posthog/posthog" }
  }
}
`;

/** The program after the switch: one dashboard stays with the vendor's provider. */
const SWITCHED = `
resource "orgform_member" "p" {
  for_each = toset(${JSON.stringify(PEOPLE)})
  email    = each.key
  level    = "member"
}
resource "orgform_role" "eng" {
  name = "Engineering"
}
resource "orgform_project" "web" {
  name                = "Web"
  timezone            = "Europe/Berlin"
  deletion_protection = true
}
resource "orgform_project_access" "ann" {
  project_id = orgform_project.web.project_id
  email      = "ann@acme.example"
  level      = "admin"
}
resource "orgform_hog_function" "quiet" {
  project_id = orgform_project.web.project_id
  type       = "destination"
  name       = "Quiet"
  hog        = "return event"
}
resource "posthog_dashboard" "sales" {
  project_id = orgform_project.web.project_id
  name       = "Sales"
}
resource "terraform_data" "number" {
  triggers_replace = [tonumber(orgform_project.web.project_id)]
}
`;

/** The same program before the switch. */
const BEFORE = `
data "posthog_user" "p" {
  for_each = toset(${JSON.stringify(PEOPLE)})
  email    = each.key
}
resource "posthog_organization_member" "p" {
  for_each  = toset(${JSON.stringify(PEOPLE)})
  user_uuid = data.posthog_user.p[each.key].uuid
}
resource "posthog_role" "old" {
  name = "Engineering"
}
resource "posthog_project" "web" {
  name     = "Web"
  timezone = "Europe/Berlin"
}
resource "posthog_project_member" "ann" {
  project_id          = posthog_project.web.id
  organization_member = posthog_organization_member.p["ann@acme.example"].id
  access_level        = "admin"
}
resource "posthog_hog_function" "quiet" {
  project_id = posthog_project.web.id
  type       = "destination"
  name       = "Quiet"
  hog        = "return event"
}
resource "posthog_dashboard" "sales" {
  project_id = posthog_project.web.id
  name       = "Sales"
}
resource "terraform_data" "number" {
  triggers_replace = [posthog_project.web.id]
}
`;

/** An earlier move between the vendor's resources that hasn't reached the state. Engines follow both moves. */
const EARLIER = "moved {\n  from = posthog_role.old\n  to   = posthog_role.eng\n}\n";

const MOVES = [
  ["organization_member.p", "member.p"],
  ["role.eng", "role.eng"],
  ["project.web", "project.web"],
  ["project_member.ann", "project_access.ann"],
  ["hog_function.quiet", "hog_function.quiet"],
]
  .map(([from, to]) => `moved {\n  from = posthog_${from}\n  to   = orgform_${to}\n}\n`)
  .join("");

/** The state that the vendor's provider would have for the objects that are created here, besides a dashboard. */
async function vendorState({ sandbox }: TerraformStory, host: string): Promise<string> {
  const { control, organizationId } = sandbox;
  const members = PEOPLE.map((email) => {
    const userId = control.createUser({ email }).id;
    const { id } = control.addMembership({ userId, organizationId, level: 1 });
    return { id, organization_id: organizationId, user_uuid: userId, level: "member", email, is_2fa_enabled: false };
  });
  const roleId = await makeIn(sandbox, `organizations/${organizationId}/roles/`, { name: "Engineering" });
  const zone = { name: "Web", timezone: "Europe/Berlin" };
  const number = Number(await makeIn(sandbox, `organizations/${organizationId}/projects/`, zone));
  const projectId = String(number);
  const hog = { type: "destination", name: "Quiet", hog: "return event" };
  const functionId = await makeIn(sandbox, `projects/${projectId}/hog_functions/`, { ...hog, enabled: true });
  const rule = { organization_member: members[0]?.id, access_level: "admin" };
  await fetch(`${sandbox.host}/api/projects/${projectId}/access_controls/`, {
    method: "PUT",
    headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(rule),
  });
  const objects: readonly (readonly [string, string, readonly object[]])[] = [
    ["organization_member", "p", members],
    ["role", "old", [{ id: roleId, organization_id: organizationId, name: "Engineering" }]],
    ["project", "web", [{ ...zone, id: number, organization_id: organizationId, api_token: "phc_x" }]],
    [
      "project_member",
      "ann",
      [{ ...rule, id: `${projectId}/member/${rule.organization_member}`, project_id: projectId }],
    ],
    ["hog_function", "quiet", [{ ...hog, id: functionId, project_id: projectId, enabled: true }]],
    ["dashboard", "sales", [{ id: "7", project_id: projectId, name: "Sales" }]],
  ];
  const resources = objects.map(([type, name, instances]) => ({
    mode: "managed",
    type: `posthog_${type}`,
    name,
    provider: `provider["${host}/posthog/posthog"]`,
    instances: instances.map((attributes, index) => ({
      schema_version: 0,
      attributes,
      ...(type === "organization_member" ? { index_key: PEOPLE[index] } : {}),
    })),
  }));
  const triggers = { type: ["tuple", ["number"]], value: [number] };
  const counted = {
    mode: "managed",
    type: "terraform_data",
    name: "number",
    provider: 'provider["terraform.io/builtin/terraform"]',
    instances: [{ schema_version: 0, attributes: { id: "n", input: null, output: null, triggers_replace: triggers } }],
  };
  return JSON.stringify({
    version: 4,
    terraform_version: "1.8.0",
    serial: 1,
    lineage: "l",
    outputs: {},
    resources: [...resources, counted],
  });
}

const HOSTS = { terraform: "registry.terraform.io", opentofu: "registry.opentofu.org" } as const;

const able = EVERY_ENGINE.filter((engine) => engineHas(engine, "moves between types"));

// Jest refuses a table without any engine.
(able.length > 0 ? describe.each(able) : describe.skip.each(EVERY_ENGINE))("%s", (engine) => {
  test(
    "switches a program of the vendor's provider with a plan that changes nothing, and one type stays",
    async () => {
      const story = await openStory("2026-09", "", { engine, isProgramRead: true });
      const { sandbox, workspace, writes } = story;
      const standIn = await VendorStandIn.start();
      opened.push(standIn);
      workspace.attachBeside(standIn.entries());
      workspace.write(await vendorState(story, HOSTS[engine]), "terraform.tfstate");
      const settings = `provider "orgform" {\n  organization_id = "${sandbox.organizationId}"\n}\n`;
      workspace.replaceMain(HEAD + settings + SWITCHED + EARLIER + MOVES);
      await workspace.must("init");
      sandbox.control.clearRequests();
      expect(await workspace.mustFail("plan", "-refresh=false")).toContain("no refresh has completed it");
      expect(sandbox.control.requests()).toEqual([]);
      // The program doesn't set `enabled`, so the function stays enabled.
      expect(await workspace.must("plan", "-out=saved")).toContain("Plan: 0 to add, 0 to change, 0 to destroy.");
      expect(await workspace.must("apply", "saved")).toContain("0 added, 0 changed, 0 destroyed");
      expect(await workspace.planStatus()).toBe(0);
      expect(writes()).toEqual([]);
      const { attributes } = workspace;
      expect(attributes.call(workspace, "orgform_project_access", "ann")["email"]).toBe("ann@acme.example");
      expect(attributes.call(workspace, "posthog_dashboard", "sales")["id"]).toBe("7");
      expect(attributes.call(workspace, "terraform_data", "number")["id"]).toBe("n");
    },
    STORY_LIMIT_MS,
  );

  test(
    "names the object in a refusal, and leaves the state as it was",
    async () => {
      const { workspace } = await openStory("2026-09", "", { engine });
      const standIn = await VendorStandIn.start();
      opened.push(standIn);
      workspace.attachBeside(standIn.entries());
      const attributes = { id: "m1", organization_id: "o1", role_id: "r1", user_uuid: "u1", user_email: null };
      const instances = [{ schema_version: 0, attributes }];
      const provider = `provider["${HOSTS[engine]}/posthog/posthog"]`;
      const membership = { mode: "managed", type: "posthog_role_membership", name: "x", provider, instances };
      const state = {
        version: 4,
        terraform_version: "1.8.0",
        serial: 1,
        lineage: "l",
        outputs: {},
        resources: [membership],
      };
      workspace.write(JSON.stringify(state), "terraform.tfstate");
      const ids =
        'organization_id = "01950000-0000-7000-8000-000000000007"\n  role_id = "01950000-0000-7000-8000-000000000001"';
      workspace.replaceMain(
        `${HEAD}resource "orgform_role_membership" "x" {\n  ${ids}\n  email = "ann@acme.example"\n}\n` +
          "moved {\n  from = posthog_role_membership.x\n  to   = orgform_role_membership.x\n}\n",
      );
      await workspace.must("init");
      const output = await workspace.mustFail("plan");
      expect(output).toContain("The object is m1: its state lacks user_email.");
      expect(output).toContain('id = "o1/r1/<user_email>"');
      expect(JSON.parse(workspace.read("terraform.tfstate"))).toEqual(state);
    },
    STORY_LIMIT_MS,
  );
});

// Engines with moves take the same steps, so only full runs include them.
const importing = isInFull() ? EVERY_ENGINE : EVERY_ENGINE.filter((engine) => !able.includes(engine));

(importing.length > 0 ? describe.each(importing) : describe.skip.each(EVERY_ENGINE))("%s without moves", (engine) => {
  test(
    "switches a program of the vendor's provider with imports that change nothing, and one type stays",
    async () => {
      const story = await openStory("2026-09", "", { engine, isProgramRead: true });
      const { sandbox, workspace, writes } = story;
      const standIn = await VendorStandIn.start();
      opened.push(standIn);
      workspace.attachBeside(standIn.entries());
      workspace.write(await vendorState(story, HOSTS[engine]), "terraform.tfstate");
      const required = 'terraform {\n  required_providers {\n    posthog = { source = "posthog/posthog" }\n  }\n}\n';
      workspace.replaceMain(required + BEFORE);
      await workspace.must("init");
      sandbox.control.clearRequests();
      const bin = mkdtempSync(join(tmpdir(), "orgform-bin-"));
      opened.push({ close: () => rmSync(bin, { recursive: true }) });
      const environment = { ...workspace.environment, PATH: pathWithOnly(engine, bin) };
      const written = await runHere(
        ["migrate", "--from", "posthog", "--by-import", "--host", sandbox.host, "--cwd", workspace.folder],
        environment,
      );
      expect(written.stdout).toContain("0 to add, 0 to change, 0 to destroy; 6 to import.");
      expect(written.code).toBe(0);
      const leaving = followSteps(workspace);
      expect(leaving).toHaveLength(5);
      await workspace.must("state", "rm", ...leaving);
      await workspace.must("init");
      expect(await workspace.must("plan", "-out=saved")).toContain(
        "Plan: 6 to import, 0 to add, 0 to change, 0 to destroy.",
      );
      expect(await workspace.must("apply", "saved")).toContain("6 imported, 0 added, 0 changed, 0 destroyed");
      expect(await workspace.planStatus()).toBe(0);
      expect(writes()).toEqual([]);
      expect(workspace.attributes("posthog_dashboard", "sales")["id"]).toBe("7");
      expect(workspace.attributes("terraform_data", "number")["id"]).toBe("n");
    },
    STORY_LIMIT_MS,
  );
});
