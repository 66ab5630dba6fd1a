import { afterEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../src/client/client.ts";
import type { Api } from "../../../src/client/client.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import type { Script, ScriptedServer } from "../../support/scripted-server.ts";

let server: ScriptedServer;
let api: Api;

async function start(script: Script): Promise<void> {
  server = await startScriptedServer(script);
  api = createClient({ host: server.origin, apiKey: `phx_test_${server.port}`, random: () => 0 });
}

afterEach(async () => {
  await api.close();
  await server.close();
});

const ACME = {
  id: "01a1fb11-53cf-0000-fc23-01b847e27a8f",
  name: "Acme",
  slug: "acme",
  logo_media_id: null,
  created_at: "2026-11-20T22:26:19.216819Z",
  updated_at: "2026-11-20T22:26:19.505884Z",
  membership_level: 15,
  projects: [{ id: 1, organization_id: "01a1fb11-53cf-0000-fc23-01b847e27a8f", name: "Default project" }],
  is_member_join_email_enabled: true,
  metadata: { instance_tag: "none" },
  enforce_2fa: null,
  member_count: 1,
};
/** The account, whose current organization a read sets. */
const ME = { status: 200, body: { uuid: "u", organization: { id: "o" } } };
const ME_ALONE = { status: 200, body: { uuid: "u", organization: null } };
const NO_USER_READ = {
  status: 403,
  body: { code: "permission_denied", detail: "API key missing required scope 'user:read'" },
};
const NEED_TO_BELONG = {
  status: 404,
  body: { type: "invalid_request", code: "not_found", detail: "You need to belong to an organization.", attr: null },
};
const NO_CURRENT = {
  status: 404,
  body: { type: "invalid_request", code: "not_found", detail: "Current organization not found.", attr: null },
};
const page = (results: unknown[], rest: object = {}) => ({
  status: 200,
  body: { count: results.length, next: null, previous: null, results, ...rest },
});

describe("organizations", () => {
  it("lists with an explicit page size and keeps fields it does not declare", async () => {
    await start([page([ACME])]);
    const all = await api.organizations.list().all();
    expect(all).toEqual([ACME]);
    expect(server.requests[0]?.path).toBe("/api/organizations/?limit=100");
  });

  it("reads numbers that the documented contract spells as text", async () => {
    await start([{ status: 200, body: { ...ACME, member_count: "7", metadata: "tag", projects: undefined } }]);
    const organization = await api.organizations.get(ACME.id);
    expect(organization.member_count).toBe(7);
    expect(organization["metadata"]).toBe("tag");
    expect(organization.projects).toBeUndefined();
  });

  it("names the path of an unusable field without its value", async () => {
    await start([page([ACME, { ...ACME, id: "b" }, { ...ACME, id: "c", created_at: "canary-value" }])]);
    const error = await api.organizations
      .list()
      .all()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: "DecodeError",
      code: "answer_invalid",
      requestMayHaveBeenApplied: false,
      issues: [{ path: "results[2].created_at", expected: "expected an ISO 8601 date-time" }],
    });
    expect(String(error)).not.toContain("canary-value");
  });

  it("sends only the given fields and accepts 200, 201 and an answer without a body on writes", async () => {
    await start([{ status: 201, body: ACME }, { status: 200, body: ACME }, { status: 204 }, { status: 204 }]);
    expect(await api.organizations.create({ name: "Acme" })).toEqual(ACME);
    expect(await api.organizations.update(ACME.id, { enforce_2fa: null })).toEqual(ACME);
    expect(await api.organizations.update(ACME.id, { name: "B" })).toBeUndefined();
    await api.organizations.delete(ACME.id);
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/api/organizations/", '{"name":"Acme"}'],
      ["PATCH", `/api/organizations/${ACME.id}/`, '{"enforce_2fa":null}'],
      ["PATCH", `/api/organizations/${ACME.id}/`, '{"name":"B"}'],
      ["DELETE", `/api/organizations/${ACME.id}/`, ""],
    ]);
  });

  it("cures the half-blind account by one read of the account", async () => {
    await start([NEED_TO_BELONG, ME, { status: 200, body: ACME }]);
    expect(await api.organizations.get(ACME.id)).toEqual(ACME);
    expect(server.requests.map(({ path }) => path)).toEqual([
      `/api/organizations/${ACME.id}/`,
      "/api/users/@me/",
      `/api/organizations/${ACME.id}/`,
    ]);
  });

  it("cures it by a read of the current organization where the key may not read the account", async () => {
    await start([NEED_TO_BELONG, NO_USER_READ, { status: 200, body: ACME }, { status: 200, body: ACME }]);
    expect(await api.organizations.get(ACME.id)).toEqual(ACME);
    expect(server.requests.map(({ path }) => path)).toContain("/api/organizations/@current/");
  });

  it("cures the half-blind account for writes too, which were not carried out", async () => {
    await start([NEED_TO_BELONG, ME, { status: 204 }]);
    await api.organizations.delete(ACME.id);
    expect(server.requests.map(({ method }) => method)).toEqual(["DELETE", "GET", "DELETE"]);
  });

  it("lists nothing when the account belongs to no organization", async () => {
    await start([NEED_TO_BELONG, ME_ALONE, NO_CURRENT]);
    expect(await api.organizations.list().all()).toEqual([]);
  });

  it("throws no_organization from a read when the account belongs to no organization", async () => {
    await start([NEED_TO_BELONG, ME_ALONE, NO_CURRENT]);
    await expect(api.organizations.get(ACME.id)).rejects.toMatchObject({
      category: "notFound",
      code: "no_organization",
      route: "/api/organizations/@current/",
    });
  });

  it("never shows the half-blind 404 as not found when it stays", async () => {
    await start([NEED_TO_BELONG, ME, NEED_TO_BELONG]);
    await expect(api.organizations.get(ACME.id)).rejects.toMatchObject({
      category: "unexpected",
      code: "current_organization_lost",
    });
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ["a broken service", { status: 501, body: { code: "error", detail: "broken" } }],
    ["an unknown path", { status: 404, body: { code: "not_found", detail: "Endpoint not found." } }],
    ["a refused key", { status: 401, body: { code: "authentication_failed", detail: "Invalid key." } }],
  ])("throws what the read of the account meets, unless the key may not read it: %s", async (_what, step) => {
    await start([NEED_TO_BELONG, step]);
    await expect(api.organizations.get(ACME.id)).rejects.toMatchObject({
      status: step.status,
      route: "/api/users/@me/",
    });
    expect(server.requests.map(({ path }) => path)).toEqual([`/api/organizations/${ACME.id}/`, "/api/users/@me/"]);
  });

  it("throws what the read of the current organization meets", async () => {
    await start([
      NEED_TO_BELONG,
      NO_USER_READ,
      {
        status: 403,
        body: { code: "permission_denied", detail: "API key missing required scope 'organization:read'" },
      },
    ]);
    await expect(api.organizations.list().all()).rejects.toMatchObject({
      category: "permission",
      missingScope: "organization:read",
      route: "/api/organizations/@current/",
    });
  });

  it("tells an unknown organization from a missing object", async () => {
    await start([
      { status: 404, body: { type: "invalid_request", code: "not_found", detail: "Not found.", attr: null } },
      {
        status: 404,
        body: { type: "invalid_request", code: "not_found", detail: "Organization not found.", attr: null },
      },
    ]);
    await expect(api.organizations.get(ACME.id)).rejects.toMatchObject({ category: "notFound", code: "not_found" });
    await expect(api.domains.get(ACME.id, "d")).rejects.toMatchObject({
      category: "notFound",
      code: "organization_not_found",
    });
  });
});
