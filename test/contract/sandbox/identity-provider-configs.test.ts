import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
});
afterEach(() => fixture.close());

const LIST = "identity_provider_configs/";
const SAML = { saml_entity_id: "idp", saml_acs_url: "https://idp.example/acs", saml_x509_cert: "cert" };

const make = (body: unknown, key?: string) =>
  fixture.call("POST", fixture.at(LIST), body, key === undefined ? {} : { key });
const change = (id: string, body: unknown) => fixture.call("PATCH", fixture.at(`${LIST}${id}/`), body);
const unscoped = () => fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;

async function verifiedDomain(domain: string): Promise<string> {
  const { json } = await fixture.call("POST", fixture.at("domains/"), { domain });
  fixture.sandbox.control.updateDomain(json.id, { verified_at: "2026-09-01T00:00:00Z" });
  return json.id as string;
}

describe("identity provider configs, service 2026-09, domains-and-identity-providers.md", () => {
  test("are created, listed oldest first, changed, and removed", async () => {
    const first = (await make({ name: "First", config_scope: "saml", ...SAML })).json;
    const second = (await make({ name: "Second" })).json;
    expect(first).toMatchObject({ has_saml: true, has_oidc: false, scim_bearer_token: null, ...SAML });
    const { results } = (await fixture.call("GET", fixture.at(LIST))).json;
    expect(results.map(({ name }: { name: string }) => name)).toEqual(["First", "Second"]);
    const at = fixture.at(`${LIST}${second.id}/`);
    const kept = await fixture.call("DELETE", at);
    expect([kept.status, kept.json.code]).toEqual([400, "unscoped_config"]);
    expect(kept.json.detail).toBe(
      "This identity provider configuration cannot be deleted until it has a feature scope.",
    );
    expect((await change(second.id, { config_scope: "scim" })).status).toBe(200);
    expect((await fixture.call("DELETE", at)).status).toBe(204);
    expect((await fixture.call("GET", at)).status).toBe(404);
  });

  test("refuse two SAML providers for one verified domain", async () => {
    const domain = await verifiedDomain("a.example.com");
    await make({ config_scope: "saml", organization_domain_ids: [domain], ...SAML });
    const other = await make({ config_scope: "saml", domain_scope: "all", ...SAML });
    expect([other.status, other.json.attr]).toEqual([400, "domain_scope"]);
    expect(other.json.detail).toMatch(/^This SAML configuration overlaps with another SAML configuration/u);
    expect((await make({ config_scope: "saml", domain_scope: "selected", ...SAML })).status).toBe(201);
    const { saml_x509_cert: _cert, ...incomplete } = SAML;
    expect((await make({ config_scope: "saml", domain_scope: "all", ...incomplete })).status).toBe(201);
  });

  test("accept only domains of their organization, and are visible only there", async () => {
    const other = (await fixture.call("POST", "/api/organizations/", { name: "Other" })).json.id;
    const foreign = (await fixture.call("POST", `/api/organizations/${other}/domains/`, { domain: "b.example" })).json;
    const refused = await make({ organization_domain_ids: [foreign.id] });
    expect([refused.status, refused.json.attr]).toEqual([400, "organization_domain_ids"]);
    const { id } = (await make({ config_scope: "saml" })).json;
    const read = (organization: string) =>
      fixture.call("GET", `/api/organizations/${organization}/${LIST}${id}/`).then(({ status }) => status);
    expect([await read(fixture.sandbox.organizationId), await read(other)]).toEqual([200, 404]);
  });

  test("store a blank URL of XAA as none, and refuse private ones", async () => {
    const { json } = await make({
      config_scope: "xaa",
      id_jag_issuer_url: "https://idp.example/",
      id_jag_jwks_url: "",
    });
    expect(json).toMatchObject({ id_jag_issuer_url: "https://idp.example", id_jag_jwks_url: null });
    const refused = await change(json.id, { id_jag_jwks_url: "http://10.0.0.1/keys" });
    expect([refused.status, refused.json.detail]).toEqual([400, expect.stringMatching(/^URL is not allowed: /u)]);
  });

  test("never show the secret of an OIDC client, and refuse an invalid issuer", async () => {
    const oidc = { oidc_issuer_url: "https://idp.example", oidc_client_id: "acme", oidc_client_secret: " s3cret " };
    const unfit = await make(oidc);
    expect([unfit.status, unfit.json.attr]).toEqual([400, "config_scope"]);
    const made = (await make({ config_scope: "oidc", ...oidc })).json;
    expect(made).toMatchObject({ has_oidc: true, has_oidc_client_secret: true });
    expect(made).not.toHaveProperty("oidc_client_secret");
    expect((await change(made.id, { name: "x" })).json.has_oidc_client_secret).toBe(true);
    expect((await change(made.id, { oidc_client_secret: "" })).json.has_oidc_client_secret).toBe(false);
    for (const url of ["http://idp.example", "https://idp.example/?a=b", "https://me:pass@idp.example"]) {
      expect((await change(made.id, { oidc_issuer_url: url })).json.attr).toBe("oidc_issuer_url");
    }
  });

  test("return the SCIM token once, and a new one only to an unscoped key", async () => {
    const made = (await make({ config_scope: "scim", scim_enabled: true })).json;
    expect(made.scim_bearer_token).toEqual(expect.any(String));
    expect((await fixture.call("GET", fixture.at(`${LIST}${made.id}/`))).json.scim_bearer_token).toBeNull();
    const at = fixture.at(`${LIST}${made.id}/scim/token/`);
    expect((await change(made.id, { scim_enabled: true })).json.scim_bearer_token).toBeNull();
    const refused = await fixture.call("POST", at, {});
    expect(refused.status).toBe(403);
    fixture.sandbox.control.changeSettings({ undeclaredActionsTakeKeys: true });
    expect((await fixture.call("POST", at, {})).status).toBe(200);
    const token = await fixture.call("POST", at, {}, { key: unscoped() });
    expect(token.json).toEqual({ scim_enabled: true, scim_bearer_token: expect.any(String) });
    await change(made.id, { scim_enabled: false });
    const off = await fixture.call("POST", at, {}, { key: unscoped() });
    expect([off.status, off.json]).toEqual([400, { detail: "SCIM is not enabled for this config" }]);
    const logs = await fixture.call("GET", fixture.at(`${LIST}${made.id}/scim/logs/`), undefined, { key: unscoped() });
    expect(logs.json.count).toBe(0);
  });

  test("give a domain the SCIM URL if a linked config has it", async () => {
    const domain = await verifiedDomain("a.example.com");
    const { json } = await make({ config_scope: "scim", scim_enabled: true, organization_domain_ids: [domain] });
    const shown = await fixture.call("GET", fixture.at(`domains/${domain}/`));
    expect(shown.json.scim_base_url).toBe(json.scim_base_url);
    await fixture.call("DELETE", fixture.at(`domains/${domain}/`));
    const left = await fixture.call("GET", fixture.at(`${LIST}${json.id}/`));
    expect(left.json.organization_domain_ids).toEqual([]);
  });

  test("need features of the plan", async () => {
    fixture.sandbox.control.setFeatures(fixture.sandbox.organizationId, []);
    const oidc = await make({ config_scope: "oidc", oidc_issuer_url: "https://idp.example" });
    const scim = await make({ config_scope: "scim", scim_enabled: false });
    const jag = await make({ config_scope: "xaa", id_jag_issuer_url: "https://idp.example" });
    expect([oidc, scim, jag].map(({ json }) => [json.code, json.attr])).toEqual([
      ["feature_not_available", "oidc_issuer_url"],
      ["feature_not_available", "scim_enabled"],
      ["feature_not_available", "id_jag_issuer_url"],
    ]);
    expect((await make({ config_scope: "saml", ...SAML })).status).toBe(201);
  });
});
