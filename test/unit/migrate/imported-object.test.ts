import { describe, expect, test } from "@jest/globals";

import { domain } from "../../../src/catalog/resources/domain/domain.ts";
import { identityProvider } from "../../../src/catalog/resources/identity-provider/identity-provider.ts";
import { importedObject } from "../../../src/migrate/imported-object.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { startDriver } from "../../support/fake-resources.ts";
import { searchOf, shown } from "../../support/migration-search.ts";

const ORGANIZATION = "01a1fd1e-8c00-0000-6fab-af2187569cab";
const ID = "01a1fd1e-8c00-0000-6fab-af2187569cad";
const AT = `${ORGANIZATION}/${ID}`;

const PROVIDER = {
  id: ID,
  name: `Okta |é "1"`,
  config_scope: "saml",
  domain_scope: "all",
  organization_domain_ids: [],
  oidc_issuer_url: "",
  oidc_client_id: "",
  has_oidc_client_secret: false,
  saml_entity_id: "urn:é",
  saml_acs_url: "https://idp.example/sso",
  saml_x509_cert: "MIIB",
  saml_relay_state: "",
  scim_enabled: false,
  id_jag_issuer_url: "",
};

const DOMAIN = {
  id: ID,
  domain: "acme.example",
  is_verified: true,
  verified_at: "2026-11-20T08:00:00Z",
  verification_challenge: "c",
  jit_provisioning_enabled: false,
  sso_enforcement: "",
  saml_entity_id: "urn:é",
  saml_acs_url: "https://idp.example/sso",
  saml_x509_cert: "MIIB",
};

/** What a migration imports of an object, with secrets and outputs in brackets; some names are taken already. */
async function imported(definition: AnyResource, row: Values) {
  const listing = { list: () => ({ all: () => Promise.resolve([row]) }), get: () => Promise.resolve(row) };
  const api = { domains: listing, identityProviders: listing };
  const search = { ...searchOf([], { list: () => Promise.resolve([]) }), context: startDriver(api).context };
  search.names.give(["okta", "e", "1"], []);
  search.secretNames.give(["identity", "provider", "okta", "e", "1", "x509", "cert"], []);
  const { made = [], ...rest } = await importedObject(search, definition, AT);
  const objects = made.map(({ definition: of, inputs, ...one }) => ({
    ...one,
    of: of.name,
    inputs: shown({ kind: "record", members: inputs }, ({ words }) => `<${words.join(" ")}>`),
  }));
  return { ...rest, objects };
}

describe("an object that a migration imports", () => {
  test("has names of its own, for itself and for each secret that it needs", async () => {
    const secret = "identity provider okta e 1 x509 cert 2";
    expect(await imported(identityProvider, PROVIDER)).toStrictEqual({
      objects: [
        {
          of: "IdentityProvider",
          id: AT,
          isThere: true,
          words: ["okta", "e", "1", "2"],
          inputs: {
            organizationId: ORGANIZATION,
            name: PROVIDER.name,
            protocol: "saml",
            domainScope: "all",
            saml: { entityId: "urn:é", acsUrl: "https://idp.example/sso", x509Cert: `<${secret}>` },
          },
        },
      ],
      secrets: [{ words: secret.split(" "), isRequired: true }],
      decisions: [],
    });
  });

  test("keeps a secret at the service that a program can leave out", async () => {
    expect(await imported(domain, DOMAIN)).toStrictEqual({
      objects: [
        {
          of: "Domain",
          id: AT,
          isThere: true,
          // Names are at most sixty characters long.
          words: ["domain", ...ORGANIZATION.split("-"), "01a1fd1e", "8c00", "0000", "6fab", "af218756"],
          inputs: {
            organizationId: ORGANIZATION,
            domain: "acme.example",
            samlEntityId: "urn:é",
            samlAcsUrl: "https://idp.example/sso",
          },
        },
      ],
      secrets: [],
      decisions: [],
    });
  });

  test("stays at the service as far as a program can't declare it", async () => {
    const { objects, decisions } = await imported(domain, { ...DOMAIN, sso_enforcement: "other |é" });
    const words = 'expected one of "", "google-oauth2", "github", "gitlab", "saml", found "other |é"';
    expect(decisions).toEqual([
      `ssoEnforcement of Domain ${ID} cannot be declared as it is: ${words}. It stays at the service.`,
    ]);
    expect(objects).toMatchObject([{ inputs: { domain: "acme.example" } }]);
    const none = await imported(domain, { ...DOMAIN, domain: "ACME.example" });
    expect(none).toEqual({
      objects: [],
      secrets: [],
      decisions: [
        expect.stringMatching(
          /^Domain \S+ cannot be declared as it is: domain expected .*\. It stays at the service\.$/u,
        ),
      ],
    });
  });
});
