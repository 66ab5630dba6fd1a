import type { DomainWire } from "../../../client/domains.ts";
import type { IdentityProviderWire } from "../../../client/identity-providers.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";
import type { Seen } from "../../../model/hook-arguments.ts";
import { domain } from "../domain/domain.ts";
import { identityProvider } from "../identity-provider/identity-provider.ts";
import { isServing } from "../identity-provider/identity-provider-wire.ts";
import { foldedEmail } from "./people.ts";

/**
 * Names of the domains whose people an identity provider manages by SCIM, from the shared lists. Reads domains only if
 * such a provider exists.
 *
 * @source service 2026-09, domains-and-identity-providers.md
 */
export async function scimDomainsOf(organizationId: string, call: CallContext): Promise<string[]> {
  if (!(await call.hasList(identityProvider, { organizationId }))) return [];
  const providers = await call.all(identityProvider, { organizationId });
  if (!providers.some((one) => one.scim_enabled)) return [];
  return namesAmong(await call.all(domain, { organizationId }), providers);
}

function namesAmong(domains: readonly DomainWire[], providers: readonly IdentityProviderWire[]): string[] {
  const managing = providers.filter((one) => one.scim_enabled);
  return domains
    .filter((one) => one.is_verified && managing.some((provider) => isServing(provider, one.id)))
    .map((one) => one.domain);
}

/** Whether an address is on one of the domains. */
export function isOnDomain(email: string, domains: readonly string[]): boolean {
  return domains.includes(foldedEmail(email).split("@").at(-1) ?? "");
}

/** Warns about declared people whom an identity provider also manages, if this process knows of one. */
export function scimWarnings(emails: readonly string[], { organizationId }: Values, seen: Seen): Text[] {
  if (typeof organizationId !== "string") return [];
  const scope = { organizationId };
  const domains = namesAmong(seen(domain, scope), seen(identityProvider, scope));
  const both = emails.filter((email) => isOnDomain(email, domains));
  return both.length === 0
    ? []
    : [
        `${both.slice(0, NAMED).join(", ")}${both.length > NAMED ? ` and ${both.length - NAMED} more` : ""}: an identity provider manages people of ${domains.join(", ")} by SCIM, and so does this program.\nEach undoes the changes of the other, so let only one of them manage these people.`,
      ];
}

/** Most people that a message names. */
const NAMED = 20;

/** The same for a set of members, which can leave these people out. */
export function scimWarningsOfSet(emails: readonly string[], inputs: Values, seen: Seen): Text[] {
  if (inputs["ignoreScimDomains"] === true) return [];
  return scimWarnings(emails, inputs, seen).map(
    (text) =>
      message`${text} To leave out undeclared people of these domains, set ${fieldRef("ignoreScimDomains", true)}.`,
  );
}
