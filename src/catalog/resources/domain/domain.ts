import { deferredFields } from "../../../capabilities/deferred-fields.ts";
import { unsupportedInputs } from "../../../capabilities/unsupported-inputs.ts";
import { warnings } from "../../../capabilities/warnings.ts";
import * as z from "zod";

import type { Api, OrganizationWire } from "../../../client/client.ts";
import type { DomainWire } from "../../../client/domains.ts";
import { member } from "../../../model/block.ts";
import type { DeferredFields } from "../../../capabilities/deferred-fields.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import {
  domainCollection,
  domainIdentity,
  domainOps,
  deferrableInputs,
  isDomainNamed,
  same,
  shown,
  verificationRecordOf,
} from "./domain-wire.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { samlWarnings } from "../../fields/saml-warnings.ts";
import { organization } from "../organization/organization.ts";
import { isServiceOf2026 } from "../../../client/service-age.ts";
import { fieldRef, message, typeRef, aTypeRef, aTypeName } from "../../../model/messages.ts";
import { organizationLog } from "../organization/organization-log.ts";

/** Accepted names: lower-case labels with single inner hyphens, at least one dot, a last label of letters. */
const DOMAIN = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/u;

/** Domain settings that newer services no longer have. @source service 2026-09, domains-and-identity-providers.md */
const SAML_INPUTS = ["samlEntityId", "samlAcsUrl", "samlX509Cert"] as const;

/** The values of these settings on a service that has them. */
const SHOWN_OF_SAML = ["has_saml", "saml_entity_id", "saml_acs_url", "saml_x509_cert"] as const;

const verificationRecord = z.object({
  type: member(z.literal("TXT"), { doc: "Type of the record." }),
  name: member(z.string(), { doc: "Full name of the record." }),
  value: member(z.string(), { doc: "Value of the record." }),
});

const trimmed = (value: string): string => value.trim();

/** Settings that the service refuses until the domain is verified. */
export const untilVerified: DeferredFields<DomainWire> = {
  inputs: Object.keys(deferrableInputs),
  isMet: (wire: DomainWire) => wire.is_verified,
  reason: message`the domain is not verified; publish ${fieldRef("verificationRecord")} in DNS and verify it`,
};

/**
 * An email domain of an organization, for verification and single sign-on.
 *
 * @source service contract, Domain; name rules observed on the live service 2025-08, flow 2:13-32.
 */
export const domain = defineResource({
  kind: "object",
  name: "Domain",
  doc: "Manages an email domain of an organization. A verified domain can enforce single sign-on.",
  notes: [
    "A domain name exists once in the whole service. The service refuses uppercase letters, underscores, punycode, and names without a dot.",
    message`The service refuses ${fieldRef("jitProvisioningEnabled")} and ${fieldRef("ssoEnforcement")} until the domain is verified. Until then, Orgform defers them with a warning, lists them in ${fieldRef("heldBack")}, and shows no difference for them. The first update after the verification sets them. To do everything in one update, declare them in ${aTypeRef("DomainSso")} that depends on ${aTypeRef("DomainVerification")} instead.`,
    message`Since September 2026, a domain of the service has no SAML settings. They moved to the identity providers of the organization, which are ${typeRef("IdentityProvider")} resources. On such a service, SAML settings in the state stay there with a warning. New or changed ones fail in the preview.`,
    message`The service trims the certificate, so a final line break makes no difference. It accepts any text as a certificate. The preview warns if the certificate can't be read, has expired, or isn't valid yet, and if ${fieldRef("samlAcsUrl")} isn't a web address.`,
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, domain: "acme.example" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    domain: field(
      z
        .string()
        .max(128)
        .regex(
          DOMAIN,
          'expected a domain name in lower case such as "acme.example" (letters, digits, single hyphens, dots)',
        ),
      { doc: "Domain name, in lowercase, at most 128 characters.", wire: same("domain"), onChange: "replace" },
    ),
    ...deferrableInputs,
    samlEntityId: field(z.string().max(512).optional(), {
      doc: "Entity ID of the SAML identity provider, at most 512 characters.",
      wire: same("saml_entity_id"),
      serviceDefault: null,
      normalize: trimmed,
    }),
    samlAcsUrl: field(z.string().max(512).optional(), {
      doc: "URL of the SAML identity provider's sign-in page, at most 512 characters. Despite the name, it isn't an assertion consumer URL of the service.",
      wire: same("saml_acs_url"),
      serviceDefault: null,
      normalize: trimmed,
    }),
    samlX509Cert: field(z.string().optional(), {
      doc: "X.509 certificate of the SAML identity provider, PEM. The service trims it.",
      wire: same("saml_x509_cert"),
      serviceDefault: null,
      secret: true,
      normalize: trimmed,
    }),
  },
  outputs: {
    domainId: field(z.string(), { doc: "ID (UUID) of the domain.", wire: shown("id"), stable: true }),
    verificationRecord: field(verificationRecord, {
      doc: "DNS record that proves control of the domain. Publish it, then verify the domain.",
      wire: shown(verificationRecordOf),
      stable: true,
    }),
    heldBack: field(z.array(z.string()).optional(), {
      doc: "Names of declared settings that are deferred until the domain is verified.",
    }),
  },
  identity: domainIdentity,
  naturalKey: {
    fields: ["organizationId", "domain"],
    isUnique: true,
    matches: (wire: DomainWire, inputs) => wire.domain === inputs.domain,
    isNamed: isDomainNamed,
    lookUpBy: ["domainId", "domain"],
  },
  scopes: { read: ["organization:read"], write: ["organization:write"] },
  ops: {
    ...domainOps,
    create: (api: Api, scope, body, call) =>
      api.domains.create(scope.organizationId, { ...body, domain: body.domain ?? "" }, call),
    delete: (api: Api, at, call) => api.domains.delete(at.organizationId, at.domainId, call),
  },
  collection: domainCollection,
  parent: organization,
  capabilities: [
    organizationLog,
    unsupportedInputs({
      inputs: SAML_INPUTS,
      isUnsupported: (wire: DomainWire) => SHOWN_OF_SAML.every((name) => wire[name] === undefined),
      isUnsupportedBelow: (home: OrganizationWire) => isServiceOf2026(home),
      advice: message`It keeps SAML among the identity providers of the organization: declare ${aTypeName("IdentityProvider")} of the domain, or import the existing one, and remove these settings from the program.`,
    }),
    deferredFields(untilVerified),
    warnings({
      inputWarnings: ({ samlAcsUrl, samlX509Cert }, _seen, nowMs) =>
        samlWarnings({ acsUrl: ["samlAcsUrl", samlAcsUrl], x509Cert: ["samlX509Cert", samlX509Cert] }, nowMs),
    }),
  ],
});
