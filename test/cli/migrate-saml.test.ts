import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";
import { runHere } from "./run-here.ts";

const SAML = {
  saml_entity_id: "urn:acme|é 'quoted'",
  saml_acs_url: "https://idp.acme.example/sso",
  saml_x509_cert: "MIIB",
};

let world: World;
let folder: string;
let domainId: string;
let otherDomainId: string;

beforeEach(async () => {
  world = await startWorld("2026-09");
  domainId = await world.addDomain(world.organizationId, "acme.example");
  otherDomainId = await world.addDomain(world.organizationId, "acme.example.org");
  folder = mkdtempSync(join(tmpdir(), "orgform-migrate-saml-"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "main.tf"), "");
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await world.sandbox.close();
});

/** Creates an identity provider from outside, and returns its ID. */
async function addProvider(body: Values, behind: Values = {}): Promise<string> {
  const path = `organizations/${world.organizationId}/identity_provider_configs/`;
  const { id } = await world.send("POST", path, { name: "Okta", ...body });
  world.sandbox.control.call("PATCH", `identity-provider-configs/${String(id)}`, behind);
  return String(id);
}

const resource = (type: string, name: string, attributes: Values) => ({
  mode: "managed",
  type: `orgform_${type}`,
  name,
  instances: [
    { schema_version: 1, attributes, private: Buffer.from(JSON.stringify({ orgform: "" })).toString("base64") },
  ],
});

/** The output of the command for a domain with SAML settings, besides further resources in the state. */
async function migrated(...further: readonly ReturnType<typeof resource>[]) {
  const at = { organization_id: world.organizationId, id: `${world.organizationId}/${domainId}` };
  const domain = resource("domain", "acme", { ...at, domain: "acme.example", ...SAML });
  const state = JSON.stringify({ version: 4, resources: [domain, ...further] });
  writeFileSync(join(folder, "bin/state.json"), state);
  writeFileSync(join(folder, "bin/terraform"), `#!/bin/sh\ncat '${join(folder, "bin/state.json")}'\n`, { mode: 0o755 });
  world.sandbox.control.clearRequests();
  const ran = await runHere(["migrate", "--for", "terraform", "--cwd", folder], {
    ORGFORM_HOST: world.sandbox.host,
    ORGFORM_API_KEY: world.apiKey,
    PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
  });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(writesOf(world)).toEqual([]);
  const code = readFileSync(join(folder, "orgform-migration/migration.tf"), "utf8");
  return {
    declared: (code.match(/^resource "orgform_identity_provider"/gmu) ?? []).length,
    imported: [...code.matchAll(/^ +id += "[^"]*\/([^"/]+)"$/gmu)].map(([, id]) => id),
  };
}

/** Every form of the identity provider that serves the domain: the scope that shows its protocol, and its domains. */
const PROTOCOLS: readonly (string | null)[] = ["saml", "", null];
const SCOPES = ["selected", "all", null] as const;

describe.each(PROTOCOLS)("an identity provider of the protocol %j", (config_scope) => {
  test.each(SCOPES)(
    "that serves the domain by the scope %j is imported, and no second one is written",
    async (scope) => {
      const domains = scope === "all" ? [] : [domainId];
      await addProvider({ config_scope: "saml", domain_scope: "selected", organization_domain_ids: [otherDomainId] });
      const body = { ...SAML, ...(scope === null ? {} : { domain_scope: scope }), organization_domain_ids: domains };
      const id = await addProvider({ ...body, config_scope: "saml" }, { config_scope });
      expect(await migrated()).toEqual({ declared: 1, imported: [id] });
    },
  );
});

test.each([
  ["another domain", () => ({ config_scope: "saml", ...SAML, organization_domain_ids: [otherDomainId] })],
  ["another protocol", () => ({ config_scope: "scim", organization_domain_ids: [domainId] })],
] as const)("an identity provider of %s is left alone, and one of the domain is made", async (_what, body) => {
  await addProvider(body());
  expect(await migrated()).toEqual({ declared: 1, imported: [] });
});

test("of two that serve the domain, the one that can be used is imported", async () => {
  await addProvider({ config_scope: "saml", organization_domain_ids: [domainId] });
  const id = await addProvider({ config_scope: "saml", ...SAML, domain_scope: "all" });
  expect(await migrated()).toEqual({ declared: 1, imported: [id] });
});

describe("an identity provider in state", () => {
  const inState = (attributes: Values) => {
    const at = { organization_id: world.organizationId, id: `${world.organizationId}/gone` };
    return resource("identity_provider", "okta", { ...at, name: "Okta", ...attributes });
  };

  test.each([
    ["names the domain", () => ({ protocol: "saml", domain_scope: "selected", domain_ids: [domainId] })],
    ["serves all domains", () => ({ protocol: "saml", domain_scope: "all", domain_ids: [] })],
  ])("that %s is not declared again, also while the service lacks it", async (_what, attributes) => {
    expect(await migrated(inState(attributes()))).toEqual({ declared: 0, imported: [] });
  });

  test.each([
    ["another protocol", () => ({ protocol: "scim", domain_scope: "all", domain_ids: [] })],
    ["another domain", () => ({ protocol: "saml", domain_scope: "selected", domain_ids: [otherDomainId] })],
  ])("of %s does not hold the settings, which are carried over", async (_what, attributes) => {
    expect(await migrated(inState(attributes()))).toEqual({ declared: 1, imported: [] });
  });
});
