import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture({ dialect: "2025-08" });
});
afterEach(() => fixture.close());

const error = (type: string, code: string, detail: string, attr: string | null = null) => ({
  type,
  code,
  detail,
  attr,
});
const LEVEL = error("authentication_error", "permission_denied", "Your organization access level is insufficient.");

function memberKey(level: number, organizationId = fixture.sandbox.organizationId): string {
  const { control } = fixture.sandbox;
  control.createUser({ email: `level${level}@acme.example` });
  control.addMembership({ email: `level${level}@acme.example`, organizationId, level });
  return control.createKey({ email: `level${level}@acme.example`, scopes: ["*"] }).apiKey;
}

describe("recorded: organizations, first recording 2025-08", () => {
  test("fails on an id that is not a UUID", async () => {
    const answer = await fixture.call("GET", "/api/organizations/abc/");
    expect([answer.status, answer.json]).toEqual([500, error("server_error", "error", "A server error occurred.")]);
  });

  test("does not find a well-formed id that is unknown", async () => {
    const answer = await fixture.call("GET", "/api/organizations/00000000-0000-4000-8000-000000000000/");
    expect([answer.status, answer.json]).toEqual([404, error("invalid_request", "not_found", "Not found.")]);
  });

  test("refuses POST on one organization to a key with scopes before it looks at the method", async () => {
    const answer = await fixture.call("POST", fixture.at(), {});
    const detail = "This action does not support Personal API Key access";
    expect([answer.status, answer.json.detail]).toEqual([403, detail]);
  });

  test("describes itself to OPTIONS", async () => {
    const answer = await fixture.call("OPTIONS", fixture.at());
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        name: "Organization Instance",
        description: "",
        renders: ["application/json"],
        parses: ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
      },
    ]);
  });

  test("has only the format JSON", async () => {
    const answer = await fixture.call("GET", "/api/organizations/?format=csv");
    expect([answer.status, answer.json]).toEqual([404, error("invalid_request", "not_found", "Not found.")]);
  });

  test("works without the final slash", async () => {
    const answer = await fixture.call("GET", fixture.at().replace(/\/$/, ""));
    expect([answer.status, answer.json.name]).toEqual([200, "Acme"]);
  });
});

describe("recorded: an account whose current organization was deleted, flow 1:129-196", () => {
  async function deleteCurrent(): Promise<void> {
    const made = await fixture.call("POST", "/api/organizations/", { name: "Short" });
    expect((await fixture.call("DELETE", `/api/organizations/${made.json.id}/`)).status).toBe(204);
  }
  const blind = error("invalid_request", "not_found", "You need to belong to an organization.");

  test("doesn't see its other organizations, while routes below them still work", async () => {
    await deleteCurrent();
    expect((await fixture.call("GET", "/api/organizations/")).json).toEqual(blind);
    expect((await fixture.call("GET", fixture.at())).json).toEqual(blind);
    expect((await fixture.call("GET", fixture.at("domains/"))).status).toBe(200);
    expect((await fixture.call("GET", fixture.at())).json).toEqual(blind);
  });

  test.each([
    ["@current", "GET", "/api/organizations/@current/", undefined],
    ["a new organization", "POST", "/api/organizations/", { name: "Next" }],
    ["users/@me", "GET", "/api/users/@me/", undefined],
  ])("sees them again after %s", async (_what, method, path, body) => {
    await deleteCurrent();
    await fixture.call(method, path, body);
    expect((await fixture.call("GET", fixture.at())).json.name).toBe("Acme");
  });

  test("can delete its last organization and create a first one again", async () => {
    await fixture.call("DELETE", fixture.at());
    expect((await fixture.call("GET", "/api/organizations/")).json).toEqual(blind);
    const current = await fixture.call("GET", "/api/organizations/@current/");
    expect(current.json.detail).toBe("Current organization not found.");
    const nested = await fixture.call("GET", "/api/organizations/@current/domains/");
    expect(nested.json.detail).toBe("Organization not found.");
    fixture.sandbox.control.changeSettings({ newOrganizationFeatures: "none" });
    expect((await fixture.call("POST", "/api/organizations/", { name: "New life" })).status).toBe(201);
  });
});

describe("recorded: levels in an organization, flow 1:121-158", () => {
  test("lets a plain member PUT but not PATCH, and keeps the two member settings from both", async () => {
    const key = memberKey(1);
    expect((await fixture.call("PUT", fixture.at(), { name: "Mine" }, { key })).json.name).toBe("Mine");
    const patched = await fixture.call("PATCH", fixture.at(), { name: "x" }, { key });
    expect([patched.status, patched.json.detail]).toEqual([403, "You do not have admin access to this resource."]);
    const put = await fixture.call("PUT", fixture.at(), { name: "x", members_can_invite: false }, { key });
    expect([put.status, put.json]).toEqual([403, LEVEL]);
  });

  test("lets an administrator PATCH but not DELETE", async () => {
    const key = memberKey(8);
    expect((await fixture.call("PATCH", fixture.at(), { name: "By admin" }, { key })).json.membership_level).toBe(8);
    const deleted = await fixture.call("DELETE", fixture.at(), undefined, { key });
    expect([deleted.status, deleted.json]).toEqual([403, LEVEL]);
  });

  test("hides an organization from a stranger, but returns 403 below it", async () => {
    const stranger = fixture.sandbox.control.createUser({ email: "stranger@other.example" });
    fixture.sandbox.control.createOrganization({ userId: stranger.id, name: "Other" });
    const { apiKey } = fixture.sandbox.control.createKey({ userId: stranger.id, scopes: ["*"] });
    expect((await fixture.call("GET", fixture.at(), undefined, { key: apiKey })).json.detail).toBe("Not found.");
    const nested = await fixture.call("GET", fixture.at("domains/"), undefined, { key: apiKey });
    expect([nested.status, nested.json.detail]).toEqual([403, "You do not have permission to perform this action."]);
  });

  test("does not find anything below a deleted organization", async () => {
    const made = await fixture.call("POST", "/api/organizations/", { name: "Short" });
    await fixture.call("DELETE", `/api/organizations/${made.json.id}/`);
    const nested = await fixture.call("GET", `/api/organizations/${made.json.id}/domains/`);
    expect([nested.status, nested.json.detail]).toEqual([404, "Organization not found."]);
  });
});

describe("specified: plans, live notes 2.2", () => {
  const upgrade = "You must upgrade your PostHog plan to be able to create and manage multiple organizations.";

  test("needs the feature on the current organization to create another, except on the cloud", async () => {
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    const refused = await fixture.call("POST", "/api/organizations/", { name: "Second" });
    expect([refused.status, refused.json.detail]).toEqual([403, upgrade]);
    fixture.sandbox.control.changeSettings({ cloud: true });
    expect((await fixture.call("POST", "/api/organizations/", { name: "Second" })).status).toBe(201);
  });

  test("gives a new organization all features by default, and none on request", async () => {
    const first = await fixture.call("POST", "/api/organizations/", { name: "Second" });
    fixture.sandbox.control.changeSettings({ newOrganizationFeatures: "none" });
    const second = await fixture.call("POST", "/api/organizations/", { name: "Third" });
    expect([first.json.available_product_features.length, second.json.available_product_features]).toEqual([32, []]);
  });
});

describe("specified: values, live notes 1.2 and 2.1", () => {
  test("cuts a slug to 48 characters, and to 43 with four letters when it is taken", async () => {
    const name = `${"long ".repeat(12)}end`;
    const first = await fixture.call("POST", "/api/organizations/", { name });
    const second = await fixture.call("POST", "/api/organizations/", { name });
    expect(first.json.slug).toHaveLength(48);
    expect(second.json.slug).toMatch(/^[a-z-]{43}-[A-Za-z]{4}$/);
  });

  test("shows an update in updated_at and leaves created_at alone", async () => {
    const { control } = fixture.sandbox;
    control.setClock("2030-01-01T00:00:00Z", true);
    const made = await fixture.call("POST", "/api/organizations/", { name: "Timed" });
    control.advanceClock(1.5);
    const patched = await fixture.call("PATCH", `/api/organizations/${made.json.id}/`, {});
    expect(made.json.created_at).toBe("2030-01-01T00:00:00Z");
    expect([patched.json.created_at, patched.json.updated_at]).toEqual([
      "2030-01-01T00:00:00Z",
      "2030-01-01T00:00:01.500000Z",
    ]);
  });
});
