import { hookOf } from "../model/hook-of.ts";
import { wordsOf } from "../adopt/names.ts";
import { type Expression, type Secret, valueOf } from "../adopt/program.ts";
import { domain } from "../catalog/resources/domain/domain.ts";
import { isComplete, isServing, protocolOf } from "../catalog/resources/identity-provider/identity-provider-wire.ts";
import { identityProvider } from "../catalog/resources/identity-provider/identity-provider.ts";
import type { DomainWire } from "../client/domains.ts";
import type { IdentityProviderWire } from "../client/identity-providers.ts";
import type { RecordedObject } from "../driver/driver.ts";
import { formatId, parseId } from "../model/identity.ts";
import { importedObject } from "./imported-object.ts";
import type { Change } from "./migration.ts";
import { textIn } from "./recorded-text.ts";
import { byOrganization, rowsOf, type Search } from "./search.ts";

const SAML_INPUTS = ["samlEntityId", "samlAcsUrl", "samlX509Cert"] as const;

/** Changes of domains' SAML settings, if the service keeps them in identity providers. */
export async function samlChanges(search: Search): Promise<Change[]> {
  const changes: Change[] = [];
  const imported = new Set<string>();
  for (const [organizationId, domains] of byOrganization(search.objects, domain)) {
    const withSaml = domains.filter(hasSaml);
    if (withSaml.length === 0) continue;
    const shown = await rowsOf<DomainWire>(search, domain, { organizationId });
    const [row] = shown;
    if (row === undefined || hookOf(domain, "unsupportedInputs")?.isUnsupported(row, "samlEntityId") !== true) continue;
    const providers = await rowsOf<IdentityProviderWire>(search, identityProvider, { organizationId });
    for (const object of withSaml) {
      const domainId = String(parseId(domain.identity.parts, object.id)["domainId"]);
      const provider = providerOf(providers, domainId);
      changes.push(await changeOf(search, object, { organizationId, domainId, provider, imported }));
    }
  }
  return changes;
}

function hasSaml({ inputs, unreadable }: RecordedObject): boolean {
  return SAML_INPUTS.some((name) => Boolean(inputs[name]) || unreadable.includes(name));
}

/** The SAML identity provider of a domain, even if its protocol isn't set; a complete one if possible. */
function providerOf(providers: readonly IdentityProviderWire[], domainId: string): IdentityProviderWire | undefined {
  const serving = providers.filter((one) => protocolOf(one) === "saml" && isServing(one, domainId));
  return serving.find(isComplete) ?? serving[0];
}

interface DomainProvider {
  readonly organizationId: string;
  readonly domainId: string;
  readonly provider: IdentityProviderWire | undefined;
  /** IDs of identity providers that another domain already imported. */
  readonly imported: Set<string>;
}

const nameOf = (object: RecordedObject): string => textIn(object, "domain") || object.id;

async function changeOf(search: Search, object: RecordedObject, place: DomainProvider): Promise<Change> {
  const name = nameOf(object);
  const declared = SAML_INPUTS.filter((one) => object.inputs[one] !== undefined || object.unreadable.includes(one));
  const edits = [{ object, definition: domain, inputs: declared }];
  if (isManaged(search, place)) {
    return {
      finding: `An IdentityProvider declares SAML of the domain ${name}, so the Domain must no longer declare it.`,
      edits,
    };
  }
  const { provider, organizationId } = place;
  if (provider === undefined) return { ...madeFrom(search, object, place), edits };
  const id = formatId(identityProvider.identity.parts, { organizationId, identityProviderId: provider.id });
  const finding = `SAML of the domain ${name} is now in the identity provider ${JSON.stringify(provider.name)}. The migration imports it.`;
  if (place.imported.has(id)) return { finding, edits };
  place.imported.add(id);
  return { finding, edits, ...(await importedObject(search, identityProvider, id)) };
}

/** Whether the program already has the identity provider, because the command ran before. */
function isManaged({ objects }: Search, { organizationId, domainId, provider }: DomainProvider): boolean {
  return objects.some(({ resource, id, inputs }) => {
    if (resource !== identityProvider.name) return false;
    const at = parseId(identityProvider.identity.parts, id);
    if (provider !== undefined) return at["identityProviderId"] === provider.id;
    if (at["organizationId"] !== organizationId || inputs["protocol"] !== "saml") return false;
    const { domainIds, domainScope } = inputs;
    return domainScope === "all" || (Array.isArray(domainIds) && domainIds.includes(domainId));
  });
}

/** A new identity provider with the domain's settings, if the service has none for it. */
function madeFrom(search: Search, object: RecordedObject, { organizationId, domainId }: DomainProvider): Change {
  const name = textIn(object, "domain") || "saml";
  const words = search.names.give(wordsOf(name), ["identity", "provider"]);
  const secret: Secret = {
    words: search.secretNames.give(["identity", "provider", ...wordsOf(name), "x509", "cert"], []),
    isRequired: true,
  };
  const text = (input: string): Expression => valueOf(textIn(object, input));
  const inputs: Record<string, Expression> = {
    organizationId: valueOf(organizationId),
    name: valueOf(name),
    protocol: valueOf("saml"),
    domainIds: valueOf([domainId]),
    saml: {
      kind: "record",
      members: {
        entityId: text("samlEntityId"),
        acsUrl: text("samlAcsUrl"),
        x509Cert: { kind: "secret", secret },
      },
    },
  };
  return {
    finding: `SAML of the domain ${nameOf(object)} needs an identity provider, and the service has none. The migration creates it.`,
    made: [{ definition: identityProvider, id: "", words, inputs, isThere: false }],
    secrets: [secret],
    decisions: [
      `Check the settings of the new identity provider ${JSON.stringify(name)}: the service kept no SAML settings.`,
    ],
  };
}
