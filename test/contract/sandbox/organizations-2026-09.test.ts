import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
});
afterEach(() => fixture.close());

const refusal = (code: string, attr: string | null) => ({ type: "validation_error", code, attr });

function patch(body: Record<string, unknown>, key?: string) {
  return fixture.call("PATCH", fixture.at(), body, key === undefined ? {} : { key });
}

function keyAt(level: number, email = `level${level}@acme.example`): string {
  const { control, organizationId } = fixture.sandbox;
  control.createUser({ email });
  control.addMembership({ email, organizationId, level });
  return control.createKey({ email, scopes: ["*"] }).apiKey;
}

describe("service 2026-09, organizations.md, Fields", () => {
  test("shows the newer fields, and no longer the retired one", async () => {
    const { json } = await fixture.call("GET", fixture.at());
    expect(json).toMatchObject({
      members_can_see_org_members: true,
      default_role_id: null,
      is_active: true,
      is_pending_deletion: false,
      uses_most_specific_access_resolution: true,
    });
    expect(json).not.toHaveProperty("default_experiment_stats_method");
  });

  test("ignores read-only fields", async () => {
    const answer = await patch({ is_member_join_email_enabled: false, has_signed_baa: true });
    expect([answer.status, answer.json.is_member_join_email_enabled, answer.json.has_signed_baa]).toEqual([
      200,
      true,
      false,
    ]);
  });

  test.each([
    ["enforce_2fa", true],
    ["members_can_invite", false],
    ["members_can_create_projects", true],
    ["members_can_use_personal_api_keys", false],
    ["members_can_see_org_members", false],
    ["allow_publicly_shared_resources", false],
    ["read_only_mcp_access", true],
    ["enforce_verified_domains", true],
  ])("refuses a change of %s without its plan feature, but accepts the current value", async (name, value) => {
    const { control, organizationId } = fixture.sandbox;
    const before = (await fixture.call("GET", fixture.at())).json;
    control.setFeatures(organizationId, []);
    const refused = await patch({ [name]: value });
    expect([refused.status, refused.json]).toMatchObject([400, refusal("payment_required", name)]);
    expect((await patch({ [name]: before[name] })).status).toBe(200);
  });

  test("accepts every setting with the full license", async () => {
    const wanted = { enforce_2fa: true, members_can_see_org_members: false, read_only_mcp_access: true };
    expect((await patch(wanted)).json).toMatchObject(wanted);
  });

  test("keeps the choice about training if it's locked", async () => {
    const { control, organizationId } = fixture.sandbox;
    expect((await patch({ is_ai_training_opted_in: true })).json.is_ai_training_opted_in).toBe(true);
    control.updateOrganization(organizationId, { has_signed_baa: true });
    const refused = await patch({ is_ai_training_opted_in: false });
    expect([refused.status, refused.json]).toMatchObject([400, refusal("locked", "is_ai_training_opted_in")]);
  });

  test("has a default role until that role is deleted", async () => {
    const role = (await fixture.call("POST", fixture.at("roles/"), { name: "Readers" })).json;
    expect((await patch({ default_role_id: role.id })).json.default_role_id).toBe(role.id);
    await fixture.call("DELETE", fixture.at(`roles/${role.id}/`));
    expect((await fixture.call("GET", fixture.at())).json.default_role_id).toBeNull();
  });

  test("accepts only its own role as the default, and none in a create", async () => {
    const other = (await fixture.call("POST", "/api/organizations/", { name: "Other" })).json.id;
    const foreign = (await fixture.call("POST", `/api/organizations/${other}/roles/`, { name: "Theirs" })).json.id;
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const id of [foreign, unknown]) {
      const { status, json } = await patch({ default_role_id: id });
      expect([status, json]).toMatchObject([400, refusal("does_not_exist", "default_role_id")]);
      expect(json.detail).toBe(`Invalid pk "${id}" - object does not exist.`);
    }
    expect((await patch({ default_role_id: "Readers" })).json.code).toBe("invalid_input");
    expect((await patch({ default_role_id: null })).status).toBe(200);
    const own = (await fixture.call("POST", fixture.at("roles/"), { name: "Readers" })).json.id;
    const made = await fixture.call("POST", "/api/organizations/", { name: "New", default_role_id: own });
    expect([made.status, made.json]).toMatchObject([400, refusal("does_not_exist", "default_role_id")]);
  });

  test("starts with what the service gives a new one, with a first project, and as the current one", async () => {
    const { json } = await fixture.call("POST", "/api/organizations/", { name: "New" });
    expect(json).toMatchObject({
      enforce_2fa: null,
      enforce_verified_domains: null,
      members_can_invite: true,
      members_can_create_projects: false,
      members_can_use_personal_api_keys: true,
      members_can_see_org_members: true,
      allow_publicly_shared_resources: true,
      read_only_mcp_access: false,
      is_ai_data_processing_approved: true,
      is_ai_training_opted_in: true,
      is_ai_training_locked: false,
      is_ai_training_cta_shown: true,
      default_anonymize_ips: false,
      default_role_id: null,
      is_member_join_email_enabled: true,
      is_active: true,
      is_pending_deletion: false,
      member_count: 1,
      membership_level: 15,
    });
    const projects = (await fixture.call("GET", `/api/organizations/${json.id}/projects/`)).json.results;
    expect(projects.map(({ name }: { name: string }) => name)).toEqual(["Default project"]);
    expect((await fixture.call("GET", "/api/organizations/@current/")).json.id).toBe(json.id);
    fixture.sandbox.control.changeSettings({ cloud: true });
    const onCloud = (await fixture.call("POST", "/api/organizations/", { name: "Newer" })).json;
    expect([json.plugins_access_level, onCloud.plugins_access_level]).toEqual([9, 3]);
  });

  test("doesn't check the plan in a create, but does in a later change", async () => {
    fixture.sandbox.control.changeSettings({ newOrganizationFeatures: "none" });
    const made = await fixture.call("POST", "/api/organizations/", { name: "New", enforce_2fa: true });
    expect([made.status, made.json.enforce_2fa]).toEqual([201, true]);
    const path = `/api/organizations/${made.json.id}/`;
    const refused = await fixture.call("PATCH", path, { enforce_2fa: false });
    expect(refused.json).toMatchObject({
      code: "payment_required",
      detail: "You must upgrade your plan to enforce 2FA.",
    });
    expect((await fixture.call("PATCH", path, { enforce_2fa: true })).status).toBe(200);
  });

  test("needs a plan to create another one or to PUT, but not to PATCH, and never in the cloud", async () => {
    const { control, organizationId } = fixture.sandbox;
    control.setFeatures(organizationId, []);
    const statuses = async () => [
      (await fixture.call("POST", "/api/organizations/", { name: "Second" })).status,
      (await fixture.call("PUT", fixture.at(), { name: "Renamed" })).status,
      (await patch({ name: "Renamed" })).status,
    ];
    expect(await statuses()).toEqual([403, 403, 200]);
    control.changeSettings({ cloud: true });
    expect(await statuses()).toEqual([201, 200, 200]);
  });

  test("accepts no picture for a new organization", async () => {
    const { id } = fixture.sandbox.control.createMedia();
    const refused = await fixture.call("POST", "/api/organizations/", { name: "New", logo_media_id: id });
    expect([refused.status, refused.json]).toMatchObject([400, refusal("invalid_input", "logo_media_id")]);
  });
});

describe("service 2026-09, organizations.md, Permissions", () => {
  async function addVerifiedDomain(domain: string): Promise<string> {
    const { id } = (await fixture.call("POST", fixture.at("domains/"), { domain })).json;
    fixture.sandbox.control.updateDomain(id, { verified_at: "2026-09-01T00:00:00Z" });
    return id;
  }
  const ownDomain = () => fixture.sandbox.control.users()[0]?.email.split("@")[1] ?? "";

  test("lets nobody lock themselves out", async () => {
    const refused = await patch({ enforce_verified_domains: true });
    expect([refused.status, refused.json]).toMatchObject([
      400,
      refusal("would_block_self", "enforce_verified_domains"),
    ]);
    await addVerifiedDomain(ownDomain());
    expect((await patch({ enforce_verified_domains: true })).json.enforce_verified_domains).toBe(true);
  });

  test("only lets an administrator outside the domains undo the restriction", async () => {
    await addVerifiedDomain(ownDomain());
    await patch({ enforce_verified_domains: true });
    const key = keyAt(8, "agency@elsewhere.example");
    for (const [method, path, body] of [
      ["GET", fixture.at(), undefined],
      ["GET", fixture.at("members/"), undefined],
      ["PATCH", fixture.at(), { enforce_verified_domains: false, name: "Mine" }],
    ] as const) {
      const refused = await fixture.call(method, path, body, { key });
      expect([refused.status, refused.json.code]).toEqual([403, "verified_domain_required"]);
    }
    expect((await patch({ enforce_verified_domains: false }, key)).status).toBe(200);
    expect((await fixture.call("GET", fixture.at(), undefined, { key })).status).toBe(200);
  });

  test("lets only administrators PUT and PATCH", async () => {
    const key = keyAt(1);
    for (const method of ["PUT", "PATCH"]) {
      const refused = await fixture.call(method, fixture.at(), { name: "Mine" }, { key });
      expect([refused.status, refused.json.detail]).toEqual([403, "Your organization access level is insufficient."]);
    }
    expect((await fixture.call("PUT", fixture.at(), { name: "Renamed" }, { key: keyAt(8) })).status).toBe(200);
  });
});

describe("service 2026-09, organizations.md, Deletion", () => {
  test("shows an organization during its deletion, and deletes it once", async () => {
    const { control } = fixture.sandbox;
    const { id } = (await fixture.call("POST", "/api/organizations/", { name: "Short" })).json;
    const path = `/api/organizations/${id}/`;
    expect((await fixture.call("DELETE", path)).status).toBe(204);
    const going = await fixture.call("GET", path);
    expect([going.status, going.json.is_pending_deletion]).toEqual([200, true]);
    expect(going.json).not.toHaveProperty("deletion_scheduled_at");
    const listed = (await fixture.call("GET", "/api/organizations/")).json.results;
    expect(listed.map((row: { id: string }) => row.id)).toContain(id);
    const again = await fixture.call("DELETE", path);
    expect([again.status, again.json.detail]).toEqual([400, "This organization is already being deleted."]);
    control.advanceClock(60);
    await fixture.call("GET", "/api/organizations/@current/");
    expect((await fixture.call("GET", path)).status).toBe(404);
  });
});

describe("service 2026-09, organizations.md, Deletion, newer than September", () => {
  test("keeps an organization for as long as a setting says, and shows until when", async () => {
    const { control } = fixture.sandbox;
    control.changeSettings({ organizationsKeptHours: 48 });
    control.setClock("2026-10-20T10:00:00Z", true);
    const { id } = (await fixture.call("POST", "/api/organizations/", { name: "Short" })).json;
    const path = `/api/organizations/${id}/`;
    await fixture.call("DELETE", path);
    expect((await fixture.call("GET", path)).json).toMatchObject({
      is_pending_deletion: true,
      deletion_scheduled_at: "2026-10-22T10:00:00Z",
      can_cancel_deletion: true,
    });
    control.setClock("2026-10-22T10:00:00Z", true);
    await fixture.call("GET", "/api/organizations/@current/");
    expect((await fixture.call("GET", path)).status).toBe(404);
  });
});

describe("sandboxOnly: an organization during an upgrade of the service", () => {
  test("has the full license of both versions, and keeps its contents", async () => {
    const { control, organizationId } = fixture.sandbox;
    const features = () => control.organizations().find(({ id }) => id === organizationId)?.available_product_features;
    control.setDialect("2025-08");
    expect(features()).not.toContain("2fa_enforcement");
    control.setDialect("2026-09");
    expect(features()).toContain("2fa_enforcement");
    control.setFeatures(organizationId, [...(features() ?? []), "own"]);
    control.setDialect("2025-08");
    expect(features()).not.toContain("2fa_enforcement");
    expect(features()).toContain("own");
    control.setFeatures(organizationId, ["saml"]);
    control.setDialect("2026-09");
    control.setDialect("2025-08");
    expect(features()).toEqual(["saml"]);
  });
});
