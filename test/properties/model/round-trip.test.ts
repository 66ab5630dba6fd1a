import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import type { DomainWire } from "../../../src/client/domains.ts";
import type { OrganizationWire } from "../../../src/client/organizations.ts";
import { sameStored } from "../../../src/model/diff.ts";
import type { Field } from "../../../src/model/field.ts";
import { domain } from "../../../src/catalog/resources/domain/domain.ts";
import { domainSso } from "../../../src/catalog/resources/domain/domain-sso.ts";
import { organization } from "../../../src/catalog/resources/organization/organization.ts";

const text = fc.string({ maxLength: 20 });

/** What the service stores for a body: it trims strings, and uses defaults for whatever isn't sent. */
function stored(body: object, defaults: object): object {
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  const trimmed = sent.map(([key, value]) => [key, typeof value === "string" ? value.trim() : (value as unknown)]);
  return { ...defaults, ...(Object.fromEntries(trimmed) as object) };
}

const DOMAIN_DEFAULTS = {
  id: "d1",
  domain: "acme.example",
  is_verified: true,
  verified_at: null,
  verification_challenge: "c",
  jit_provisioning_enabled: false,
  sso_enforcement: "",
  saml_entity_id: null,
  saml_acs_url: null,
  saml_x509_cert: null,
};

const deferrable = {
  jitProvisioningEnabled: fc.boolean(),
  ssoEnforcement: fc.constantFrom("", "google-oauth2", "github", "gitlab", "saml") as fc.Arbitrary<"saml">,
};

/** Names of the inputs that are read back as something else. */
function changedIn(fields: object, given: object, observed: object): string[] {
  return Object.entries(given)
    .filter(([name, value]) => {
      const rules = (fields as Record<string, Field>)[name]!;
      return !sameStored(rules, value, (observed as Record<string, unknown>)[name]);
    })
    .map(([name]) => name);
}

test("a domain is read back as it was declared", () => {
  const inputs = fc.record(
    { domain: fc.domain(), samlEntityId: text, samlAcsUrl: text, samlX509Cert: text, ...deferrable },
    { requiredKeys: ["domain"] },
  );
  fc.assert(
    fc.property(inputs, (given) => {
      const wire = stored(domain.toWire(given), DOMAIN_DEFAULTS) as DomainWire;
      const observed = domain.fromWire(wire, { organizationId: "o1", domainId: "d1" });
      expect(changedIn(domain.inputs, given, observed)).toEqual([]);
    }),
  );
});

test("single sign-on is read back as it was declared, and nothing else of the domain is sent", () => {
  fc.assert(
    fc.property(fc.record(deferrable, { requiredKeys: [] }), (given) => {
      const body = domainSso.toWire({ organizationId: "o1", domainId: "d1", ...given });
      expect(body).toEqual({
        jit_provisioning_enabled: given.jitProvisioningEnabled,
        sso_enforcement: given.ssoEnforcement,
      });
      const wire = stored(body, DOMAIN_DEFAULTS) as DomainWire;
      const observed = domainSso.fromWire(wire, { organizationId: "o1", domainId: "d1" });
      expect(changedIn(domainSso.inputs, given, observed)).toEqual([]);
    }),
  );
});

test("an organization is read back as it was declared", () => {
  const inputs = fc.record(
    { name: text, logoMediaId: fc.uuid(), isMemberJoinEmailEnabled: fc.boolean(), enforce2fa: fc.boolean() },
    { requiredKeys: ["name"] },
  );
  const defaults = {
    id: "o1",
    slug: "a",
    created_at: "2026-11-20T08:00:00Z",
    logo_media_id: null,
    is_member_join_email_enabled: true,
    enforce_2fa: null,
  };
  fc.assert(
    fc.property(inputs, (given) => {
      const wire = stored(organization.toWire(given), defaults) as OrganizationWire;
      const observed = organization.fromWire(wire, { organizationId: "o1" });
      expect(changedIn(organization.inputs, given, observed)).toEqual([]);
      expect([observed.organizationId, observed.slug, observed.createdAt]).toEqual(["o1", "a", "2026-11-20T08:00:00Z"]);
    }),
  );
});
