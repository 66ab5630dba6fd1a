import type { Api } from "../../../client/client.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import type { Identity } from "../../../model/identity.ts";
import { organization } from "../organization/organization.ts";
import { ADMIN } from "./levels.ts";

/**
 * Why the key is shown a part of an organization's members alone; undefined where it is shown all.
 *
 * An account below an admin is shown itself and the members of its projects, in a list that looks whole, where the
 * organization says so; the row of the organization shows both. A key that may not read it is not told.
 *
 * @source service 2026-09, invites-and-members, Members
 */
export async function whyNotEverybody(
  { organizationId }: Identity<"organizationId">,
  { call }: ServiceContext<Api>,
): Promise<string | undefined> {
  const home = await call.known(organization, { organizationId });
  if (home?.members_can_see_org_members !== false || (home.membership_level ?? 0) >= ADMIN) return undefined;
  return (
    `Organization ${organizationId} does not let its members see each other, and the account of this API key is no admin there: it is shown itself and the members of its own projects, in a list that looks whole. ` +
    "Use the key of an admin; or let an admin turn on that members see each other; then run again."
  );
}
