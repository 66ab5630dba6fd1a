import { availability } from "../../../capabilities/availability.ts";
import { pendingUpdate } from "../../../capabilities/pending-update.ts";
import { warnings } from "../../../capabilities/warnings.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { IdentityProviderBody, IdentityProviderWire } from "../../../client/identity-providers.ts";
import { member } from "../../../model/block.ts";
import type { Before, Call, DeletionTarget } from "../../../model/call.ts";
import { defineResource } from "../../../model/definition.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { stableUnless } from "../../../model/stability.ts";
import type { Identity } from "../../../model/identity.ts";
import { isRecord } from "../../../model/json-value.ts";
import { fieldRef, message, typeRef, aTypeRef } from "../../../model/messages.ts";
import { oneTimeSecret, RECEIVED_BY_NOBODY } from "../../../capabilities/one-time-secret.ts";
import { EXAMPLE_DOMAIN, EXAMPLE_ORGANIZATION, organizationIdInput, uuid } from "../../fields/field-types.ts";
import { samlWarnings } from "../../fields/saml-warnings.ts";
import { domain } from "../domain/domain.ts";
import { organization } from "../organization/organization.ts";
import {
  IDENTITY_PROVIDERS,
  overlapGuard,
  planGuard,
  problemsIn,
  servedGuard,
  SINCE,
} from "./identity-provider-guards.ts";
import {
  custom,
  isUnscoped,
  protocolIn,
  protocolOf,
  PROTOCOLS,
  same,
  settings,
  shown,
} from "./identity-provider-wire.ts";
import { organizationLog } from "../organization/organization-log.ts";

type ProviderAt = Identity<"organizationId" | "identityProviderId">;

/** @source service 2026-09, domains-and-identity-providers.md, identity provider configs */
const ISSUER = /^https:\/\/[^\s?#@/]+(?:\/[^\s?#@]*)?$/u;

const sameIds = (ids: readonly string[]): readonly string[] =>
  [...new Set(ids.map((id) => id.toLowerCase()))].toSorted();
const withoutSlash = (text: string | null | undefined): string | undefined => text?.trim().replace(/\/$/u, "");

const samlSettings = z.strictObject({
  entityId: member(z.string().min(1).max(512), { doc: "Entity ID of the identity provider, at most 512 characters." }),
  acsUrl: member(z.string().min(1).max(512), {
    doc: "URL of the identity provider's sign-in page, at most 512 characters. Despite the name, it isn't an assertion consumer URL of the service.",
  }),
  x509Cert: member(z.string().min(1), {
    doc: "X.509 certificate of the identity provider, PEM. The service trims it.",
    secret: true,
    isShown: true,
  }),
});

const oidcSettings = z.strictObject({
  issuerUrl: member(
    z
      .string()
      .regex(ISSUER, 'expected an HTTPS address without query, fragment or credentials, such as "https://idp.example"'),
    { doc: "URL of the issuer: HTTPS, without a query, fragment, or credentials." },
  ),
  clientId: member(z.string().min(1).max(512), { doc: "Client ID at the issuer, at most 512 characters." }),
  clientSecret: member(z.string().max(4096).optional(), {
    doc: "Client secret, at most 4,096 characters, used exactly as declared. Without a secret, or with an empty one, nobody can sign in.",
    secret: true,
  }),
});

const scimSettings = z.strictObject({
  enabled: member(z.boolean(), {
    doc: "Whether the identity provider can manage people by SCIM. Turning it on creates a token. Turning it off invalidates the token.",
  }),
});

const xaaSettings = z.strictObject({
  issuerUrl: member(z.string().min(1).max(512), {
    doc: "URL of the issuer, at most 512 characters. A final slash makes no difference.",
  }),
  jwksUrl: member(z.string().max(512).optional(), {
    doc: "URL of the issuer's keys, at most 512 characters. A final slash makes no difference.",
  }),
  allowedClients: member(z.array(z.string().max(256)).optional(), {
    doc: "IDs of the allowed clients, each at most 256 characters. Default: all clients.",
  }),
});

const sameSaml = ({ entityId, acsUrl, ...rest }: z.output<typeof samlSettings>) => ({
  ...rest,
  entityId: entityId?.trim(),
  acsUrl: acsUrl?.trim(),
});

const sameXaa = ({ issuerUrl, jwksUrl, allowedClients }: z.output<typeof xaaSettings>) => ({
  issuerUrl: withoutSlash(issuerUrl),
  jwksUrl: withoutSlash(jwksUrl) || undefined,
  allowedClients: (allowedClients ?? []).length === 0 ? undefined : allowedClients,
});

/**
 * How people of an organization's domains sign in, or how an external system manages them.
 *
 * @source service 2026-09, domains-and-identity-providers.md.
 */
export const identityProvider = defineResource({
  kind: "object",
  name: "IdentityProvider",
  doc: "Manages an identity provider of an organization. It controls how people of its domains sign in (SAML, OIDC), are managed by another system (SCIM), or let programs act for them (Cross App Access, XAA).",
  notes: [
    "Each identity provider has one protocol, and the block of that name holds its settings. If your provider has several protocols, declare one resource for each. They can have the same name.",
    message`An identity provider serves the domains in ${fieldRef("domainIds")}, or all domains of the organization. Only verified domains count, and each can have one identity provider for each protocol. To make people of a domain sign in this way, declare ${aTypeRef("DomainSso")} for it.`,
    "The service shows the certificate. It never shows the client secret, only whether there is one. So Orgform notices if somebody removes the secret, but not if somebody replaces it. The state holds a slow salted hash of the secret, which shows whether it changed since it was sent. `rotate` sends it again. If you declare no secret or an empty one, Orgform removes it.",
    message`The service shows the SCIM token once, to the run that turns SCIM on. That run stores it in ${fieldRef("scimToken")}. After an import, or if somebody else turned SCIM on, ${fieldRef("scimToken")} is absent, and Orgform warns. To get a new token, change \`rotate\`: it turns SCIM off and on again, which also makes the old token invalid. A key with scopes has no other way to get a new token.`,
    message`If SCIM is on, the identity provider adds and removes the people of its domains. If a run reads the domains and identity providers, ${typeRef("Member")}, ${typeRef("Membership")}, and ${typeRef("OrganizationMembers")} warn about people whom SCIM manages too.`,
    "OIDC, SCIM, and XAA need a plan that has the feature. The preview says if it's missing.",
    message`Services before September 2026 have no identity providers. For them, declare SAML in ${typeRef("Domain")}.`,
    message`The service accepts any text as ${fieldRef("acsUrl")} and ${fieldRef("x509Cert")}. The preview warns if ${fieldRef("acsUrl")} isn't a web address, and if the certificate can't be read, has expired, or isn't valid yet.`,
    message`Names aren't unique in the service. If an identity provider of the declared name and protocol exists, create stops, unless it's surely this program's own earlier attempt. \`adopt\` adopts the existing one, and ${fieldRef("allowDuplicateName")} allows a second one of that name. If the existing one has no protocol yet, adopting it sets the declared protocol.`,
  ],
  example: {
    organizationId: EXAMPLE_ORGANIZATION,
    name: "Okta",
    protocol: "saml",
    domainIds: [EXAMPLE_DOMAIN],
    saml: {
      entityId: "urn:okta",
      acsUrl: "https://okta.example/sso",
      x509Cert: "-----BEGIN CERTIFICATE-----\n...\n-----END CERTIFICATE-----",
    },
  },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    name: field(z.string().min(1).max(255), {
      doc: "Name of the identity provider, 1 to 255 characters, not unique.",
      wire: same("name"),
    }),
    protocol: field(z.enum(PROTOCOLS), {
      doc: 'Protocol: "saml", "oidc", "scim", or "xaa".',
      wire: custom(protocolIn, (protocol: (typeof PROTOCOLS)[number]) => ({ config_scope: protocol })),
      onChange: "replace",
    }),
    domainIds: field(z.array(uuid("domain")).optional(), {
      doc: "IDs (UUID) of the domains that it serves. Default none.",
      // After an import, a program needn't declare domains with "all", which ignores them.
      wire: custom(
        ({ domain_scope: scope, organization_domain_ids: ids }, { declared }) =>
          scope === "all" && declared === undefined ? undefined : ids,
        (ids: readonly string[]) => ({ organization_domain_ids: ids }),
      ),
      serviceDefault: [],
      normalize: sameIds,
      refersTo: { resource: () => domain },
    }),
    domainScope: field(z.enum(["selected", "all"]).optional(), {
      doc: message`Domains that it serves: "selected" for those in ${fieldRef("domainIds")}, or "all" for every domain of the organization, including later ones. The server-side default is "selected".`,
      // After an import, a program needn't declare the server-side default.
      wire: custom(
        ({ domain_scope: scope }, { declared }) =>
          scope === "all" ? "all" : declared === undefined ? undefined : "selected",
        (scope: "all" | "selected") => ({ domain_scope: scope }),
      ),
      serviceDefault: "selected",
    }),
    saml: field(samlSettings.optional(), {
      doc: message`Settings of ${fieldRef("protocol", "saml")}.`,
      wire: settings.saml,
      normalize: sameSaml,
    }),
    oidc: field(oidcSettings.optional(), {
      doc: message`Settings of ${fieldRef("protocol", "oidc")}.`,
      wire: settings.oidc,
    }),
    scim: field(scimSettings.optional(), {
      doc: message`Settings of ${fieldRef("protocol", "scim")}.`,
      wire: settings.scim,
    }),
    xaa: field(xaaSettings.optional(), {
      doc: message`Settings of ${fieldRef("protocol", "xaa")}.`,
      wire: settings.xaa,
      normalize: sameXaa,
    }),
    rotate: field(z.string().optional(), {
      doc: "Any text. A new text sends the client secret again and replaces the SCIM token, for example after an import.",
      onChange: "resend",
    }),
    allowDuplicateName: field(z.boolean().default(false), {
      doc: "Whether to allow a second identity provider of the same name and protocol in an organization. Default false.",
      onChange: "none",
    }),
  },
  outputs: {
    identityProviderId: field(z.string(), {
      doc: "ID (UUID) of the identity provider.",
      wire: shown("id"),
      stable: true,
    }),
    samlRelayState: field(z.string().optional(), {
      doc: "Relay state that the SAML identity provider sends if a sign-in starts there.",
      wire: shown((wire, reading) =>
        protocolIn(wire, reading) === "saml" && wire.saml_relay_state !== "" ? wire.saml_relay_state : undefined,
      ),
      stable: true,
    }),
    scimBaseUrl: field(z.string().optional(), {
      doc: "URL at which the identity provider manages people; absent while SCIM is off.",
      wire: shown((wire) => (wire.scim_enabled ? wire.scim_base_url : undefined)),
      stable: stableUnless("scim", "rotate"),
    }),
    scimToken: field(z.string().optional(), {
      doc: "Token with which the identity provider manages people; present only if this resource turned SCIM on.",
      wire: shown("scim_bearer_token"),
      secret: true,
      stable: stableUnless("scim", "rotate"),
    }),
    createdAt: field(z.string(), { doc: "Time of creation, UTC, RFC 3339.", wire: shown("created_at"), stable: true }),
  },
  identity: {
    parts: ["organizationId", "identityProviderId"],
    of: (wire: IdentityProviderWire, scope) => ({
      organizationId: scope.organizationId,
      identityProviderId: wire.id,
    }),
  },
  naturalKey: {
    fields: ["organizationId", "protocol", "name"],
    isUnique: false,
    matches: (wire, inputs) => wire.name === inputs.name && (protocolOf(wire) ?? inputs.protocol) === inputs.protocol,
    isNamed: (wire, text) => wire.id === text || wire.name === text,
    lookUpBy: ["identityProviderId", "name"],
  },
  scopes: { read: ["organization:read"], write: ["organization:write"] },
  validate: problemsIn,
  ops: {
    create: (api: Api, { organizationId }, body, call) =>
      api.identityProviders.create(organizationId, { domain_scope: "selected", ...body }, call),
    read: (api: Api, at, call) => api.identityProviders.get(at.organizationId, at.identityProviderId, call),
    update: (api: Api, { organizationId, identityProviderId: id }, body, call, before) =>
      api.identityProviders.update(organizationId, id, changeOf(body, before), call),
    delete: remove,
  },
  collection: {
    name: "identity providers",
    scope: ["organizationId"],
    words: "the identity providers of the organization",
    route: IDENTITY_PROVIDERS,
    list: (api: Api, scope, call) => api.identityProviders.list(scope.organizationId, call).all(),
    servesReads: true,
  },
  parent: organization,
  guards: [servedGuard(providers), planGuard, overlapGuard(providers)],
  capabilities: [
    organizationLog,
    availability({ since: SINCE }),
    adoption<Api, IdentityProviderWire>({
      allowDuplicateField: "allowDuplicateName",
      madeAt: (wire) => wire.created_at,
    }),
    pendingUpdate({
      why: ({ scimToken }) =>
        scimToken === RECEIVED_BY_NOBODY
          ? "nobody received the token from the service, so a new one is created"
          : undefined,
      output: "scimToken",
    }),
    oneTimeSecret({
      output: "scimToken",
      isAskedFor: ({ scim }) => isRecord(scim) && scim["enabled"] !== false,
      exists: (wire: IdentityProviderWire) => wire.scim_enabled,
      shownBy: (wire) => wire.scim_bearer_token,
      carrying: (wire, secret) => ({ ...wire, scim_bearer_token: secret }),
      remedy: message`To get a new one, set another string in ${fieldRef("rotate")}. The old one then stops working.`,
    }),
    warnings({
      inputWarnings: ({ saml }, _seen, nowMs) =>
        isRecord(saml)
          ? samlWarnings(
              { acsUrl: ["saml.acsUrl", saml["acsUrl"]], x509Cert: ["saml.x509Cert", saml["x509Cert"]] },
              nowMs,
            )
          : [],
    }),
  ],
});

/** The resource itself, for use in guards that read its list. */
function providers(): ListOf<IdentityProviderWire, "organizationId"> {
  return identityProvider;
}

/** The body of a change, with the protocol if it isn't set. If nobody received the token, it also turns SCIM off. */
function changeOf(body: IdentityProviderBody, { wire, desired }: Before<IdentityProviderWire>): IdentityProviderBody {
  const protocol = PROTOCOLS.find((one) => one === desired["protocol"]);
  return {
    ...body,
    ...(isUnscoped(wire) ? { config_scope: protocol } : {}),
    // The next request creates another token.
    ...(wire.scim_bearer_token === RECEIVED_BY_NOBODY ? { scim_enabled: false } : {}),
  };
}

/** The service doesn't delete identity providers without a protocol, so this first sets the declared protocol. */
async function remove(
  api: Api,
  { organizationId, identityProviderId: id }: ProviderAt,
  call: Call,
  { state }: DeletionTarget<IdentityProviderWire>,
): Promise<void> {
  try {
    await api.identityProviders.delete(organizationId, id, call);
  } catch (error) {
    if (!isApiError(error) || error.code !== "unscoped_config") throw error;
    const protocol = PROTOCOLS.find((one) => one === state["protocol"]) ?? "saml";
    await api.identityProviders.update(organizationId, id, { config_scope: protocol }, call);
    await api.identityProviders.delete(organizationId, id, call);
  }
}
