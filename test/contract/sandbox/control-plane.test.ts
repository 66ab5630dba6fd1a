import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture({ now: "2030-01-01T00:00:00Z" });
});
afterEach(() => fixture.close());

const control = (method: string, path: string, body?: unknown) =>
  fixture.call(method, `/_sandbox/${path}`, body, { key: null });

describe("sandboxOnly: the request log", () => {
  test("lists method, path, status and time, counts by route, and can be emptied", async () => {
    await fixture.call("GET", fixture.at("domains/?limit=5"));
    await fixture.call("POST", fixture.at("domains"), { domain: "a.example.com" });
    await fixture.call("GET", "/api/nowhere/");
    const { json } = await control("GET", "requests");
    expect(json.map((entry: Record<string, unknown>) => [entry["method"], entry["path"], entry["status"]])).toEqual([
      ["GET", fixture.at("domains/?limit=5"), 200],
      ["POST", fixture.at("domains"), 201],
      ["GET", "/api/nowhere/", 404],
    ]);
    expect(json[0].at).toMatch(/^2030-01-01T00:00:0\d\.\d{3}Z$/);
    expect((await control("GET", "requests/counts")).json).toEqual({
      "GET /api/organizations/:organization_id/domains/": 1,
      "POST /api/organizations/:organization_id/domains/": 1,
      "GET (unknown path)": 1,
    });
    expect((await control("DELETE", "requests/")).status).toBe(204);
    expect((await control("GET", "requests")).json).toEqual([]);
  });

  test("contains no key, however it was sent", async () => {
    const key = fixture.sandbox.apiKey;
    await fixture.call("GET", "/api/organizations/");
    await fixture.call("GET", `/api/organizations/?personal_api_key=${key}&limit=2`, undefined, { key: null });
    await fixture.call("GET", `/api/organizations/?personal%5Fapi_key=${key}`, undefined, { key: null });
    await fixture.call("GET", `/api/organizations/${key}/`);
    await fixture.call("POST", "/api/organizations/", { name: "Named", personal_api_key: key }, { key: null });
    const log = JSON.stringify((await control("GET", "requests")).json);
    expect(log).not.toContain(key);
    expect(log).not.toContain("personal_api_key");
    expect(log).not.toContain("Named");
    expect(fixture.sandbox.control.requests()[1]?.path).toBe("/api/organizations/?limit=2");
  });
});

describe("sandboxOnly: state", () => {
  test("goes back to a snapshot, over HTTP and in process", async () => {
    const before = (await control("GET", "state")).json;
    await fixture.call("POST", fixture.at("domains/"), { domain: "a.example.com" });
    const after = fixture.sandbox.control.snapshot();
    expect((await control("PUT", "state", before)).status).toBe(204);
    expect(fixture.sandbox.control.domains()).toEqual([]);
    fixture.sandbox.control.restore(after);
    expect((await fixture.call("GET", fixture.at("domains/"))).json.count).toBe(1);
  });

  test("refuses a snapshot of another shape", async () => {
    for (const snapshot of [
      { version: 1, tables: {} },
      { version: 2, tables: { unheard: [] } },
    ]) {
      const answer = await control("PUT", "state", snapshot);
      expect([answer.status, answer.json.type]).toEqual([400, "sandbox_error"]);
    }
  });

  test("changes and deletes outside a program, only with the service's field names", async () => {
    const { json } = await fixture.call("POST", fixture.at("domains/"), { domain: "a.example.com" });
    await control("PATCH", `domains/${json.id}`, { sso_enforcement: "saml", verified_at: "2030-01-01T00:00:00Z" });
    const read = await fixture.call("GET", fixture.at(`domains/${json.id}/`));
    expect([read.json.sso_enforcement, read.json.is_verified]).toEqual(["saml", true]);
    expect((await control("PATCH", `domains/${json.id}`, { is_verified: false })).status).toBe(400);
    await control("PATCH", `organizations/${fixture.sandbox.organizationId}`, { name: "Renamed elsewhere" });
    expect((await fixture.call("GET", fixture.at())).json.name).toBe("Renamed elsewhere");
    expect((await control("DELETE", `domains/${json.id}`)).status).toBe(204);
    expect((await control("GET", `domains/${json.id}`)).status).toBe(404);
    expect((await control("DELETE", `organizations/${fixture.sandbox.organizationId}`)).status).toBe(204);
    expect((await control("GET", "organizations")).json).toEqual([]);
  });

  test("sets plan features of one organization", async () => {
    const path = `organizations/${fixture.sandbox.organizationId}/features`;
    expect((await control("PUT", path, { features: ["saml"] })).status).toBe(200);
    expect((await fixture.call("GET", fixture.at())).json.available_product_features).toEqual([
      { key: "saml", name: "saml" },
    ]);
  });
});

describe("sandboxOnly: clock and settings", () => {
  test("shows, sets, freezes, and advances the time", async () => {
    await control("PUT", "clock", { now: "2031-05-06T07:08:09Z", frozen: true });
    await control("POST", "clock", { advanceSeconds: 90 });
    expect((await control("GET", "clock")).json).toEqual({ now: "2031-05-06T07:09:39.000Z", frozen: true });
    expect((await control("PUT", "clock", { now: "soon" })).status).toBe(400);
  });

  test("changes settings one by one", async () => {
    await control("PUT", "settings", { cloud: true });
    expect((await control("PUT", "settings", { rateLimit: true })).json).toEqual({
      asOf: "2026-09-30",
      rateLimit: true,
      rateLimitScale: 1,
      newOrganizationFeatures: "all",
      pipelineItems: true,
      emptyProjectsKeptHours: 0,
      pendingProjectsListed: false,
      pendingProjectsCount: true,
      organizationsKeptHours: 0,
      proxyActionsTakeKeys: false,
      newOrganizationsResolveMostSpecific: true,
      projectVisibilityFollowsOrder: false,
      rootProjectsJudgedByCurrentOrganization: true,
      objectDefaultsOpenKinds: false,
      personDeletionIsQueued: true,
      undeclaredActionsTakeKeys: false,
      proxyRootRedirects: false,
      inviteRefusalsNameField: true,
      foreignInvitesAnswer: 400,
      patchKeepsMappings: true,
      latencyMs: 0,
      cloud: true,
      mail: false,
    });
    expect((await control("PUT", "settings", { speed: 9 })).status).toBe(400);
  });
});

describe("sandboxOnly: DNS", () => {
  test("is set as a table or name by name", async () => {
    await control("PUT", "dns", {
      "x.example.com": { TXT: ["one", ["spl", "it"]] },
      "y.example.com": { error: "timeout" },
    });
    await control("PUT", "dns/Z.example.com", { values: ["three"] });
    expect((await control("DELETE", "dns/y.example.com")).status).toBe(204);
    expect((await control("DELETE", "dns/y.example.com")).status).toBe(404);
    expect((await control("GET", "dns")).json).toEqual({
      "x.example.com": { TXT: ["one", ["spl", "it"]] },
      "z.example.com": { TXT: ["three"] },
    });
    expect((await control("GET", "dns/z.example.com")).json.values).toEqual(["three"]);
    await control("DELETE", "dns");
    expect((await control("GET", "dns")).json).toEqual({});
  });
});

describe("sandboxOnly: users, memberships and keys", () => {
  test("create a colleague with a limited key, and delete both", async () => {
    const user = (await control("POST", "users", { email: "new@acme.example", firstName: "New" })).json;
    const place = { email: "new@acme.example", organizationId: fixture.sandbox.organizationId, level: 8 };
    expect((await control("POST", "memberships", place)).json.level).toBe(8);
    const key = (await control("POST", "keys", { userId: user.id, scopes: ["organization:read"] })).json;
    expect((await fixture.call("GET", fixture.at(), undefined, { key: key.apiKey })).json.membership_level).toBe(8);
    expect(JSON.stringify((await control("GET", "keys")).json)).not.toContain(key.apiKey);
    expect((await control("DELETE", "memberships", place)).status).toBe(204);
    expect((await fixture.call("GET", fixture.at(), undefined, { key: key.apiKey })).status).toBe(404);
    expect((await control("DELETE", `keys/${key.id}`)).status).toBe(204);
    expect((await fixture.call("GET", fixture.at(), undefined, { key: key.apiKey })).status).toBe(401);
  });

  test("refuse a second user with one email, a level that doesn't exist, and an unknown user", async () => {
    expect((await control("POST", "users", { email: "founder@acme.example" })).status).toBe(409);
    const { organizationId } = fixture.sandbox;
    expect(
      (await control("POST", "memberships", { email: "founder@acme.example", organizationId, level: 3 })).status,
    ).toBe(400);
    expect((await control("POST", "keys", { email: "nobody@acme.example", scopes: null })).status).toBe(404);
  });
});

describe("sandboxOnly: faults over HTTP, and what the control plane does not have", () => {
  test("adds one or several faults, lists them with counters and clears them", async () => {
    const added = await control("POST", "faults", [
      { kind: "status", status: 503 },
      { kind: "stale", nth: 2 },
    ]);
    expect(added.json.map((each: { id: string }) => each.id)).toEqual(["fault-1", "fault-2"]);
    expect((await fixture.call("GET", fixture.at())).status).toBe(503);
    expect((await control("GET", "faults")).json).toMatchObject([
      { hits: 1, remaining: 0 },
      { seen: 1, hits: 0 },
    ]);
    expect((await control("DELETE", "faults/fault-1")).status).toBe(204);
    expect((await control("DELETE", "faults")).status).toBe(204);
    expect((await control("GET", "faults")).json).toEqual([]);
    expect((await control("POST", "faults", { kind: "boom" })).status).toBe(400);
  });

  test("cannot be mistaken for the service", async () => {
    const answer = await control("GET", "nothing");
    expect([answer.status, answer.json.type]).toEqual([404, "sandbox_error"]);
    expect((await control("GET", "health")).json).toEqual({
      ok: true,
      dialect: "documented",
      organizationId: fixture.sandbox.organizationId,
    });
  });
});
