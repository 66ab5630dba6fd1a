import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { fieldsOf } from "../../src/model/definition.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import type { Sandbox } from "../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { declare, programOf } from "./support/program-text.ts";
import { makeDomain, OWNER } from "./support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS, VERIFIED_AT } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/** One story stands for all kinds of pipeline items, whose fields are the same lines: replace-pipeline-item.test.ts. */
const ITEM_FIELDS = ["organizationId", "pluginType", "url"];

/** The replacing fields that the stories below change; others in proxy-records.test.ts and people.test.ts. */
const COVERED = {
  BatchExport: ["organizationId", "projectId"],
  Domain: ["domain", "organizationId"],
  DomainSso: ["domainId", "organizationId"],
  DomainVerification: ["domainId", "organizationId"],
  Invite: ["email", "organizationId"],
  Member: ["email", "organizationId"],
  Membership: ["email", "organizationId"],
  Organization: [],
  OrganizationMembers: ["organizationId"],
  PipelineDestination: ITEM_FIELDS,
  PipelineFrontendApp: ITEM_FIELDS,
  PipelineImportApp: ITEM_FIELDS,
  PipelineTransformation: ITEM_FIELDS,
  Plugin: ITEM_FIELDS,
  Project: ["organizationId"],
  ProxyRecord: ["domain", "organizationId"],
  ProxyRecordValidation: ["organizationId", "recordId"],
  Role: ["organizationId"],
  RoleMembership: ["email", "organizationId", "roleId"],
};

test("stories change every field whose change replaces the object", () => {
  const replacing = resources.map((definition) => {
    const fields = fieldsOf(definition, "inputs").filter(([, rules]) => rules.onChange === "replace");
    return [definition.name, fields.map(([name]) => name).sort()];
  });
  expect(Object.fromEntries(replacing)).toEqual(COVERED);
});

function domain(organizationId: string, name: string): string {
  return programOf([declare("Domain", "moved", { organizationId, domain: name, samlEntityId: "kept" })]);
}

function project(organizationId: string): string {
  return programOf([declare("Project", "moved", { organizationId, name: "Moved", deletionProtection: false })]);
}

function settings(organizationId: string, domainId: string): string {
  return programOf([
    declare("DomainVerification", "verification", { organizationId, domainId }),
    declare("DomainSso", "sso", { organizationId, domainId, ssoEnforcement: "saml" }),
  ]);
}

async function verified(sandbox: Sandbox, organizationId: string, name: string): Promise<string> {
  const id = await makeDomain(sandbox, organizationId, { domain: name });
  sandbox.control.updateDomain(id, { verified_at: VERIFIED_AT });
  return id;
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("an export of another project, organization or type of destination is made after the old one is deleted", async () => {
    const story = await Story.open(dialect, "");
    const { control, organizationId: first } = story.sandbox;
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    const exports = (): Record<string, unknown>[] =>
      (control.call("GET", "batch-exports") as Record<string, unknown>[]).filter((row) => row["is_deleted"] === false);
    const projectIn = (organizationId: string): number =>
      (control.call("GET", `projects?organization=${organizationId}`) as { number: number }[])[0]?.number ?? 0;
    const moved = async (organizationId: string, type: string): Promise<string[]> => {
      const common = { organizationId, projectId: String(projectIn(organizationId)), name: "moved", interval: "day" };
      const destination = { type, config: type === "HTTP" ? { url: "https://in.example" } : {} };
      const credentials = type === "HTTP" ? { token: "t" } : undefined;
      story.declare([declare("BatchExport", "moved", { ...common, destination, credentials })]);
      return story.up();
    };
    const createdIn = (organizationId: string): string =>
      `POST /api/projects/${projectIn(organizationId)}/batch_exports/`;
    const deletedIn = (organizationId: string, id: unknown): string =>
      `DELETE /api/organizations/${organizationId}/batch_exports/${String(id)}/`;
    expect(await moved(first, "NoOp")).toEqual([createdIn(first)]);
    const one = exports()[0]?.["id"];
    expect(await moved(first, "HTTP")).toEqual([deletedIn(first, one), createdIn(first)]);
    const two = exports()[0]?.["id"];
    expect(await moved(second, "HTTP")).toEqual([deletedIn(first, two), createdIn(second)]);
    expect(exports()).toMatchObject([{ organization: second, project: projectIn(second), name: "moved" }]);
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });

  test("a project in another organization is made after the old one is deleted", async () => {
    const story = await Story.open(dialect, ({ organizationId }) => project(organizationId));
    const first = story.sandbox.organizationId;
    const second = story.sandbox.control.createOrganization({ ...OWNER, name: "Second" }).id;
    await story.stack.up();
    const old = String((await story.outputs("Project", "moved"))["projectId"]);

    story.stack.write({ "index.js": project(second) });
    const base = (organizationId: string): string => `/api/organizations/${organizationId}/projects/`;
    expect(await story.up()).toEqual([`DELETE ${base(first)}${old}/`, `POST ${base(second)}`]);
    const made = String((await story.outputs("Project", "moved"))["projectId"]);
    expect((await story.stack.entry("Project", "moved"))?.id).toBe(`${second}/${made}`);
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });

  test("a domain of another name or in another organization is made after the old one is deleted", async () => {
    const story = await Story.open(dialect, ({ organizationId }) => domain(organizationId, "one.example"));
    const first = story.sandbox.organizationId;
    const second = story.sandbox.control.createOrganization({ ...OWNER, name: "Second" }).id;
    await story.stack.up();
    const one = story.domain("one.example").id;

    story.stack.write({ "index.js": domain(first, "two.example") });
    const base = (organizationId: string): string => `/api/organizations/${organizationId}/domains/`;
    expect(await story.up()).toEqual([`DELETE ${base(first)}${one}/`, `POST ${base(first)}`]);
    expect(story.domainNames()).toEqual(["two.example"]);
    const two = story.domain("two.example").id;

    story.stack.write({ "index.js": domain(second, "two.example") });
    expect(await story.up()).toEqual([`DELETE ${base(first)}${two}/`, `POST ${base(second)}`]);
    const all = story.sandbox.control.domains();
    expect(all.map((row) => [row["organization"], row["domain"], row["saml_entity_id"]])).toEqual([
      [second, "two.example", "kept"],
    ]);
    expect(await story.outputs("Domain", "moved")).toMatchObject({ organizationId: second, domainId: all[0]?.["id"] });
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });

  test("a role in another organization is made after the old one is deleted", async () => {
    const role = (organizationId: string): string =>
      programOf([declare("Role", "moved", { organizationId, name: "moved" })]);
    const story = await Story.open(dialect, ({ organizationId }) => role(organizationId));
    const { control, organizationId: first } = story.sandbox;
    await story.stack.up();
    const one = String((await story.outputs("Role", "moved"))["roleId"]);

    // Whoever makes an organization is in it from then on.
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    story.stack.write({ "index.js": role(second) });
    const base = (organizationId: string): string => `/api/organizations/${organizationId}/roles/`;
    expect(await story.up()).toEqual([`DELETE ${base(first)}${one}/`, `POST ${base(second)}`]);
    expect(control.call("GET", "roles")).toMatchObject([{ organization: second, name: "moved" }]);
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });

  test.each(["Invite", "Membership"])(
    "%s of another address or organization is sent after the old one is revoked",
    async (type) => {
      const invite = (organizationId: string, email: string): string =>
        programOf([declare(type, "moved", { organizationId, email, level: "admin" })]);
      const story = await Story.open(dialect, ({ organizationId }) => invite(organizationId, "ann@acme.example"));
      const { control, organizationId: first } = story.sandbox;
      const open = (): Record<string, unknown>[] => control.call("GET", "invites") as Record<string, unknown>[];
      await story.stack.up();
      const base = (organizationId: string): string => `/api/organizations/${organizationId}/invites/`;
      const one = String(open()[0]?.["id"]);

      story.stack.write({ "index.js": invite(first, "bob@acme.example") });
      expect(await story.up()).toEqual([`DELETE ${base(first)}${one}/`, `POST ${base(first)}`]);
      expect(open()).toMatchObject([{ target_email: "bob@acme.example", level: 8 }]);
      const two = String(open()[0]?.["id"]);

      const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
      story.stack.write({ "index.js": invite(second, "bob@acme.example") });
      expect(await story.up()).toEqual([`DELETE ${base(first)}${two}/`, `POST ${base(second)}`]);
      expect(open()).toMatchObject([{ organization: second, target_email: "bob@acme.example" }]);
      expect(await story.stack.previewEmpty()).toContain("2 unchanged");
    },
  );

  test("a member of another address or organization is taken over after the old one is removed", async () => {
    const member = (organizationId: string, email: string): string =>
      programOf([declare("Member", "moved", { organizationId, email, level: "admin" })]);
    const story = await Story.open(dialect, ({ organizationId }) => member(organizationId, "ann@acme.example"));
    const { control, organizationId: first } = story.sandbox;
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    const [ann, bob] = ["ann@acme.example", "bob@acme.example"].map((email) => control.createUser({ email }).id);
    for (const userId of [ann, bob]) control.addMembership({ userId, organizationId: first, level: 1 });
    control.addMembership({ userId: bob, organizationId: second, level: 1 });
    await story.stack.up();

    const path = (organizationId: string, user = ""): string => `/api/organizations/${organizationId}/members/${user}/`;
    story.stack.write({ "index.js": member(first, "bob@acme.example") });
    expect(await story.up()).toEqual([`DELETE ${path(first, ann)}`, `PATCH ${path(first, bob)}`]);
    story.stack.write({ "index.js": member(second, "bob@acme.example") });
    expect(await story.up()).toEqual([`DELETE ${path(first, bob)}`, `PATCH ${path(second, bob)}`]);
    const places = control.memberships().filter(({ user }) => user === ann || user === bob);
    expect(places).toMatchObject([{ organization: second, user: bob, level: 8 }]);
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });

  test("a place in another role, of another person or in another organization is made after the old one is taken", async () => {
    const place = (organizationId: string, roleId: unknown, email: string): string =>
      programOf([declare("RoleMembership", "moved", { organizationId, roleId, email })]);
    const story = await Story.open(dialect, "");
    const { control, organizationId: first, host, apiKey } = story.sandbox;
    const role = async (organizationId: string, name: string): Promise<string> => {
      const response = await fetch(`${host}/api/organizations/${organizationId}/roles/`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ name }),
      });
      return ((await response.json()) as { id: string }).id;
    };
    const [ann, bob] = ["ann@acme.example", "bob@acme.example"].map((email) => control.createUser({ email }).id);
    for (const userId of [ann, bob]) control.addMembership({ userId, organizationId: first, level: 1 });
    const [one, two] = [await role(first, "one"), await role(first, "two")];
    // Whoever makes an organization is in it from then on, and makes its roles there.
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    const three = await role(second, "three");
    control.addMembership({ userId: bob, organizationId: second, level: 1 });

    const moves = [
      { to: place(first, one, "ann@acme.example"), holds: { role: one, user: ann }, methods: ["POST"] },
      { to: place(first, two, "ann@acme.example"), holds: { role: two, user: ann }, methods: ["DELETE", "POST"] },
      { to: place(first, two, "bob@acme.example"), holds: { role: two, user: bob }, methods: ["DELETE", "POST"] },
      { to: place(second, three, "bob@acme.example"), holds: { role: three, user: bob }, methods: ["DELETE", "POST"] },
    ];
    for (const { to, holds, methods } of moves) {
      story.stack.write({ "index.js": to });
      expect((await story.up()).map((write) => write.split(" ")[0])).toEqual(methods);
      expect(control.call("GET", "role_memberships")).toMatchObject([holds]);
    }
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });

  test("settings of another domain reset the old domain first and leave exactly one domain set", async () => {
    const story = await Story.open(dialect, "");
    const first = story.sandbox.organizationId;
    const second = story.sandbox.control.createOrganization({ ...OWNER, name: "Second" }).id;
    const one = await verified(story.sandbox, first, "one.example");
    const two = await verified(story.sandbox, first, "two.example");
    const three = await verified(story.sandbox, second, "three.example");
    const enforcement = (): unknown[] => story.sandbox.control.domains().map((row) => row["sso_enforcement"]);
    story.stack.write({ "index.js": settings(first, one) });
    await story.stack.up();

    story.stack.write({ "index.js": settings(first, two) });
    const base = `PATCH /api/organizations/`;
    expect(await story.up()).toEqual([`${base}${first}/domains/${one}/`, `${base}${first}/domains/${two}/`]);
    expect(enforcement()).toEqual(["", "saml", ""]);

    story.stack.write({ "index.js": settings(second, three) });
    expect(await story.up()).toEqual([`${base}${first}/domains/${two}/`, `${base}${second}/domains/${three}/`]);
    expect(enforcement()).toEqual(["", "", "saml"]);
    expect((await story.stack.entry("DomainSso", "sso"))?.id).toBe(`${second}/${three}`);
    expect((await story.stack.entry("DomainVerification", "verification"))?.id).toBe(`${second}/${three}`);
    expect(await story.stack.previewEmpty()).toContain("3 unchanged");
  });
});
