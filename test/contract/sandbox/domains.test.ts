import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
afterEach(() => fixture.close());

async function makeDomain(name: string): Promise<{ path: string; challenge: string }> {
  const made = await fixture.call("POST", fixture.at("domains/"), { domain: name });
  expect(made.status).toBe(201);
  return { path: fixture.at(`domains/${made.json.id}/`), challenge: made.json.verification_challenge };
}

const legacyKey = (): string =>
  fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;

describe("recorded: domains, flow 2", () => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect: "2025-08" });
  });

  test("creates a challenge of 43 characters that stays the same", async () => {
    const { path, challenge } = await makeDomain("a.example.com");
    await fixture.call("PATCH", path, { domain: "b.example.com" });
    const read = await fixture.call("GET", path);
    expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect([read.json.domain, read.json.verification_challenge]).toEqual(["b.example.com", challenge]);
  });

  test("verifies once and returns the domain, then reports that it's already verified", async () => {
    const { path, challenge } = await makeDomain("a.example.com");
    fixture.sandbox.control.setDns("_posthog-challenge.a.example.com", [challenge]);
    const key = legacyKey();
    const first = await fixture.call("POST", `${path}verify/`, {}, { key });
    expect([first.status, first.json.is_verified]).toEqual([200, true]);
    const again = await fixture.call("POST", `${path}verify/`, {}, { key });
    expect([again.status, again.json.code, again.json.attr]).toEqual([400, "already_verified", null]);
  });

  test("answers 405 to GET verify for an unscoped key", async () => {
    const { path } = await makeDomain("a.example.com");
    const answer = await fixture.call("GET", `${path}verify/`, undefined, { key: legacyKey() });
    expect([answer.status, answer.json.code, answer.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "POST, OPTIONS",
    ]);
  });
});

describe("specified: domains on the cloud, live notes 3.2", () => {
  test("refuses a domain without the plan feature", async () => {
    fixture = await openFixture({ dialect: "2025-08" });
    fixture.sandbox.control.changeSettings({ cloud: true });
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    const answer = await fixture.call("POST", fixture.at("domains/"), { domain: "a.example.com" });
    expect([answer.status, answer.json.detail]).toEqual([
      403,
      "Automatic provisioning is not enabled for this organization.",
    ]);
  });
});

describe("specified: domain verify in the documented dialect, contract of domains", () => {
  test("returns 200 without a body, and still verifies", async () => {
    fixture = await openFixture({ dialect: "documented" });
    const { path, challenge } = await makeDomain("a.example.com");
    fixture.sandbox.control.setDns("_posthog-challenge.a.example.com", [challenge]);
    const answer = await fixture.call("POST", `${path}verify/`, {}, { key: legacyKey() });
    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([200, "", null]);
    expect((await fixture.call("GET", path)).json.is_verified).toBe(true);
  });

  test("refuses verify to a key with scopes, as the service does if the contract shows no scope", async () => {
    fixture = await openFixture({ dialect: "documented" });
    const { path } = await makeDomain("a.example.com");
    expect((await fixture.call("POST", `${path}verify/`, {})).status).toBe(403);
  });
});

describe("domains of 2026-09, service 2026-09, domains-and-identity-providers.md", () => {
  beforeEach(async () => {
    fixture = await openFixture({ dialect: "2026-09" });
  });

  const SAML = { saml_entity_id: "idp", saml_acs_url: "https://idp.example/acs", saml_x509_cert: "cert" };

  test("show no SAML settings, and ignore sent ones and another name", async () => {
    const { path } = await makeDomain("a.example.com");
    const changed = await fixture.call("PATCH", path, { ...SAML, domain: "b.example.com" });
    expect([changed.status, Object.keys(changed.json)]).toEqual([
      200,
      [
        "id",
        "domain",
        "is_verified",
        "verified_at",
        "verification_challenge",
        "jit_provisioning_enabled",
        "sso_enforcement",
        "scim_base_url",
      ],
    ]);
    expect([changed.json.domain, changed.json.scim_base_url]).toEqual(["a.example.com", null]);
  });

  test("are unique across all organizations of the service", async () => {
    const { id } = (await fixture.call("POST", "/api/organizations/", { name: "Other" })).json;
    await fixture.call("POST", `/api/organizations/${id}/domains/`, { domain: "a.example.com" });
    const { status, json } = await fixture.call("POST", fixture.at("domains/"), { domain: "a.example.com" });
    expect([status, json]).toEqual([
      400,
      { type: "validation_error", code: "unique", detail: "domain with this domain already exists.", attr: "domain" },
    ]);
  });

  test("return 200 if nothing verifies them, even to a key with scopes if a setting allows it", async () => {
    const { path, challenge } = await makeDomain("a.example.com");
    expect((await fixture.call("POST", `${path}verify/`, {})).status).toBe(403);
    const failed = await fixture.call("POST", `${path}verify/`, {}, { key: legacyKey() });
    expect([failed.status, failed.json.is_verified, failed.json.verified_at]).toEqual([200, false, null]);
    fixture.sandbox.control.setDns("_posthog-challenge.a.example.com", [challenge]);
    fixture.sandbox.control.changeSettings({ undeclaredActionsTakeKeys: true });
    expect((await fixture.call("POST", `${path}verify/`, {})).json.is_verified).toBe(true);
  });

  test("can't be deleted while one is the caller's only way in, but can while they aren't verified", async () => {
    const { control, organizationId } = fixture.sandbox;
    const { path } = await makeDomain("acme.example");
    const { path: unverified } = await makeDomain("b.example.com");
    control.updateDomain(path.split("/").at(-2) ?? "", { verified_at: "2026-09-01T00:00:00Z" });
    control.updateOrganization(organizationId, { enforce_verified_domains: true });
    const kept = await fixture.call("DELETE", path);
    expect([kept.status, kept.json.code]).toEqual([400, "would_block_self"]);
    expect((await fixture.call("DELETE", unverified)).status).toBe(204);
  });

  test("need the plan feature", async () => {
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    const answer = await fixture.call("POST", fixture.at("domains/"), { domain: "a.example.com" });
    expect([answer.status, answer.json.detail]).toEqual([
      403,
      "Automatic provisioning is not enabled for this organization.",
    ]);
  });

  test("move their SAML settings to a separate config, and back", async () => {
    const { control } = fixture.sandbox;
    control.setDialect("2025-08");
    const { path } = await makeDomain("a.example.com");
    await makeDomain("plain.example.com");
    const before = (await fixture.call("PATCH", path, SAML)).json;
    control.setDialect("2026-09");
    expect((await fixture.call("GET", path)).json).not.toHaveProperty("saml_entity_id");
    const { results } = (await fixture.call("GET", fixture.at("identity_provider_configs/"))).json;
    expect(results).toMatchObject([
      { config_scope: "saml", domain_scope: "selected", organization_domain_ids: [before.id], has_saml: true, ...SAML },
    ]);
    control.setDialect("2025-08");
    expect((await fixture.call("GET", path)).json).toEqual(before);
    expect((await fixture.call("GET", fixture.at("identity_provider_configs/"))).status).toBe(404);
    control.setDialect("2026-09");
    expect((await fixture.call("GET", fixture.at("identity_provider_configs/"))).json.count).toBe(1);
  });
});
