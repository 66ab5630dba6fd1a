import type { Api } from "../../../client/client.ts";
import type { MemberWire } from "../../../client/members.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import type { Identity } from "../../../model/identity.ts";
import { organization } from "../organization/organization.ts";
import { ADMIN } from "./levels.ts";

/**
 * Why the key sees only some of an organization's members; undefined if it sees all.
 *
 * With a setting of the organization, an account that isn't an admin sees only itself and the members of its projects,
 * in a list that looks complete. The organization's row shows the setting and the account's level.
 *
 * @source service 2026-09, invites-and-members, Members
 */
export async function whyNotEverybody(
  { organizationId }: Identity<"organizationId">,
  ask: ServiceContext<Api>,
): Promise<string | undefined> {
  const home = await ask.call.known(organization, { organizationId });
  if (home === undefined) return whyMaybeHidden(organizationId, ask);
  if (home.members_can_see_org_members !== false || (home.membership_level ?? 0) >= ADMIN) return undefined;
  return (
    `Organization ${organizationId} doesn't let its members see each other, and the account of this API key isn't an admin there. The service shows the account only itself and the members of its projects, in a list that looks complete. ` +
    "Use an admin's key, or ask an admin to let members see each other. Then run again."
  );
}

/** The same for a key that can't read the organization: the members show its level, and whether the service hides any. */
async function whyMaybeHidden(organizationId: string, ask: ServiceContext<Api>): Promise<string | undefined> {
  const { api, call } = ask;
  const members = await call.once(`members of ${organizationId} as shown`, (shared) =>
    api.members.list(organizationId, shared).all(),
  );
  if (!(await mayHideMembers(organizationId, members, ask))) return undefined;
  const key = await call.once("current key", (shared) => api.account.currentKey(shared));
  const own = members.find(({ user }) => user.id !== undefined && user.id === key["user_id"]);
  if ((own?.level ?? 0) >= ADMIN) return undefined;
  return (
    `This API key isn't allowed to read organization ${organizationId}, so Orgform can't tell whether its members see each other. The key's account isn't an admin there, so the service might show it only some members, in a list that looks complete. ` +
    "Give the key the scope organization:read, or use an admin's key. Then run again."
  );
}

/**
 * Whether the service can hide members. Such services also search for members, and report how they found each. An empty
 * result also shows that the service searched.
 *
 * @source service 2026-09, invites-and-members, Differences to 2025-08
 */
async function mayHideMembers(
  organizationId: string,
  [anybody]: readonly MemberWire[],
  { api, call }: ServiceContext<Api>,
): Promise<boolean> {
  if (anybody === undefined) return true;
  const found = await call.once(`a search among members of ${organizationId}`, (shared) =>
    api.members.search(organizationId, anybody.user.email, shared).all(),
  );
  return found.length === 0 || found.some(({ search_match_type }) => search_match_type !== undefined);
}
