import { hasQuirk } from "../../dialects.ts";
import { type Exchange, organizationIdOf } from "../../pipeline/exchange.ts";
import { ServiceError, invalidInput } from "../../pipeline/service-error.ts";
import { isOnVerifiedDomain } from "../../pipeline/verified-domains.ts";

/**
 * Refuses addresses that no invite is sent to: those with a plus sign, and those outside of verified domains that are
 * enforced. Known are the refusals; settings decide what is not: the field that they name, and one status.
 *
 * @source service 2026-09, invites-and-members.md, Invites; the words are the sandbox's own
 */
export function checkAddress(exchange: Exchange, email: string): void {
  const { world } = exchange;
  if (!hasQuirk(world.dialect, "someAddressesAreNotInvited")) return;
  const { inviteRefusalsNameField, foreignInvitesAnswer } = world.settings();
  const attr = inviteRefusalsNameField ? "target_email" : null;
  if (email.split("@")[0]?.includes("+") === true) {
    throw invalidInput("Email addresses with a plus sign cannot be invited.", attr);
  }
  const organization = world.store.tables.organizations.get(organizationIdOf(exchange));
  if (organization?.enforce_verified_domains !== true || isOnVerifiedDomain(exchange, organization, email)) return;
  const detail = "Only addresses on a verified domain of the organization can be invited.";
  if (foreignInvitesAnswer === 400) throw invalidInput(detail, attr);
  throw new ServiceError(403, { type: "authentication_error", code: "verified_domain_required", detail });
}
