import type { Api } from "../../../client/client.ts";
import type { DomainWire } from "../../../client/domains.ts";
import type { IdentityProviderWire } from "../../../client/identity-providers.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import type { Guard } from "../../../model/guard.ts";
import { sameValue, type Values } from "../../../model/json-value.ts";
import { fieldName, fieldRef, message, type Text } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { domain } from "../domain/domain.ts";
import { lacksFeature, planRefusal } from "../organization/organization-plan.ts";
import { organization } from "../organization/organization.ts";
import { hasSecret, isComplete, isServing, protocolOf, PROTOCOLS } from "./identity-provider-wire.ts";

/** Name of the routes, which services before September 2026 lack. */
export const IDENTITY_PROVIDERS = "identity provider configs";

/** The service version that introduced identity providers, and what to do on an older one. */
export const SINCE = message`Services have had them since September 2026. Older services only have SAML: until the service is upgraded, declare it in ${fieldName("samlEntityId")}, ${fieldName("samlAcsUrl")}, and ${fieldName("samlX509Cert")} of the Domain.`;

type Providers = () => ListOf<IdentityProviderWire, "organizationId">;

/** Contradictions in a declaration. It must have the settings of its protocol, and name its domains in only one way. */
export function problemsIn(inputs: Values): Problem[] {
  const { protocol, domainScope, domainIds } = inputs;
  const isDoubled = domainScope === "all" && Array.isArray(domainIds) && domainIds.length > 0;
  const doubled = isDoubled
    ? [
        {
          path: "domainIds",
          reason: message`can't be set together with ${fieldRef("domainScope", "all")}; remove one of them`,
        },
      ]
    : [];
  if (typeof protocol !== "string") return doubled;
  const others = PROTOCOLS.filter((name) => name !== protocol && inputs[name] !== undefined);
  const foreign = others.map((path) => ({
    path,
    reason: message`is for another protocol than ${fieldRef("protocol", protocol)}, whose settings are in ${fieldRef(protocol)}; declare an identity provider for each protocol`,
  }));
  const isLacking = inputs[protocol] === undefined;
  const lacking = isLacking
    ? [{ path: protocol, reason: message`is required for ${fieldRef("protocol", protocol)}` }]
    : [];
  return [...doubled, ...lacking, ...foreign];
}

/**
 * Refuses in the preview to create an object that the service doesn't support. The shared list, which is read anyway,
 * shows it.
 */
export function servedGuard(providers: Providers): Guard<Api, IdentityProviderWire> {
  return {
    on: ["create"],
    inPreview: true,
    needsObject: false,
    refuse: async ({ inputs: { organizationId } }, _wire, ask) => {
      if (typeof organizationId !== "string") return undefined;
      const { call } = ask();
      if (await call.hasList(providers(), { organizationId })) return undefined;
      // A read of the organization with the same key shows whether the response comes from the service.
      const home = await call.known(organization, { organizationId });
      return home === undefined ? undefined : message`This service has no identity providers.\n${SINCE}`;
    },
  };
}

/** The plan feature that the service requires for a protocol's settings. @source service 2026-09, domains-and-identity-providers.md, errors */
const FEATURES: Readonly<Record<string, string>> = { oidc: "oidc", scim: "scim", xaa: "xaa_authentication" };

/** Refuses settings that the plan lacks, according to the organization's row. */
export const planGuard: Guard<Api, IdentityProviderWire> = {
  on: ["create", "update"],
  inPreview: true,
  needsObject: false,
  isAsked: ({ inputs, state }) => {
    const { [String(inputs["protocol"])]: settings } = inputs;
    return (
      !sameValue(settings, state?.[String(inputs["protocol"])]) && FEATURES[String(inputs["protocol"])] !== undefined
    );
  },
  refuse: async ({ inputs }, _wire, ask) => {
    const { organizationId, protocol } = inputs;
    const feature = FEATURES[String(protocol)];
    if (typeof organizationId !== "string" || feature === undefined) return undefined;
    const home = await ask().call.known(organization, { organizationId });
    return home !== undefined && lacksFeature(home, feature) ? planRefusal(String(protocol), feature) : undefined;
  },
};

/**
 * Refuses a second identity provider for a verified domain, based on the shared lists. Reads domains only if another
 * identity provider with the protocol could serve the same domains.
 *
 * @source service 2026-09, domains-and-identity-providers.md, overlap
 */
export function overlapGuard(providers: Providers): Guard<Api, IdentityProviderWire> {
  return {
    on: ["create", "update"],
    inPreview: true,
    needsObject: false,
    isAsked: ({ inputs }) => ["saml", "oidc"].includes(String(inputs["protocol"])) && isUsable(inputs),
    refuse: async ({ inputs, state }, _wire, ask) => {
      const { organizationId } = inputs;
      if (typeof organizationId !== "string") return undefined;
      const { call } = ask();
      const others = (await call.all(providers(), { organizationId })).filter(
        (one) => isComplete(one) && protocolOf(one) === inputs["protocol"] && !isSame(one, inputs, state),
      );
      if (!others.some((one) => mayOverlap(one, inputs))) return undefined;
      const verified = (await call.all(domain, { organizationId })).filter((one) => one.is_verified);
      return overlapIn(others, verified, inputs);
    },
  };
}

/** Whether people can use the declared provider. OIDC needs a client secret. */
function isUsable({ protocol, oidc }: Values): boolean {
  return protocol === "saml" || hasSecret(oidc);
}

/**
 * Whether a row is the declared object: the object in the state, or one that create adopts or refuses for another
 * reason.
 */
function isSame(wire: IdentityProviderWire, inputs: Values, state: Values | undefined): boolean {
  if (state !== undefined) return wire.id === state["identityProviderId"];
  return wire.name === inputs["name"] || inputs["adopt"] !== undefined;
}

/** The domains that a declaration names; all domains if undefined. A domain with an unknown ID isn't verified yet. */
function namedIn({ domainScope, domainIds }: Values): readonly string[] | undefined {
  if (domainScope === "all") return undefined;
  const ids = Array.isArray(domainIds) ? domainIds : [];
  return ids.filter((id) => !containsUnknown(id)).map(String);
}

function mayOverlap(other: IdentityProviderWire, inputs: Values): boolean {
  return namedIn(inputs)?.some((id) => isServing(other, id)) ?? true;
}

function overlapIn(
  others: readonly IdentityProviderWire[],
  verified: readonly DomainWire[],
  inputs: Values,
): Text | undefined {
  const named = namedIn(inputs);
  for (const other of others) {
    const both = verified.filter(({ id }) => isServing(other, id) && (named === undefined || named.includes(id)));
    if (both.length === 0) continue;
    const domains = both.map((one) => one.domain).join(", ");
    return message`The identity provider ${JSON.stringify(other.name)} (${other.id}) serves ${domains} with the same protocol already, and the service accepts one for each verified domain.\nRemove the domain from ${fieldRef("domainIds")} here or there, or delete the other identity provider first.`;
  }
  return undefined;
}
