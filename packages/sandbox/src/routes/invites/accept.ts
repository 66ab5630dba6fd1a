import { switchCurrentOrganization } from "../../pipeline/permission.ts";
import { invalid } from "../../pipeline/service-error.ts";
import type { MembershipRow, UserRow } from "../../store/rows.ts";
import type { World } from "../../world.ts";
import { addMembership, wireNow } from "../organizations/rows.ts";
import { type InviteRow, invitesOf, isExpired, isMemberAddress } from "./rows.ts";

/** Refuses an expired invite. @source live service 2025-08, flow 3:130-131 */
export function checkIsValid(world: World, invite: InviteRow): void {
  if (!isExpired(world, invite)) return;
  throw invalid("expired", "This invite has expired. Please ask your admin for a new one.", null);
}

/**
 * Makes a logged-in user a member of the invite's organization, with the invite's level. The organization becomes the
 * user's current one. All invites to the address are deleted afterwards.
 * @throws ServiceError 400 with the service's code
 * @source live service 2025-08, flow 3:143-175; live notes 4.3
 */
export function acceptInvite(world: World, invite: InviteRow, user: UserRow): MembershipRow {
  const { memberships, users } = world.store.tables;
  const { organization } = invite;
  if (user.email.toLowerCase() !== invite.target_email) {
    throw invalid("invalid_recipient", "This invite is intended for another email address.", null);
  }
  checkIsValid(world, invite);
  if (memberships.one({ user: user.id, organization }) !== undefined) {
    throw invalid("user_already_member", "You already are a member of this organization.", null);
  }
  if (isMemberAddress(world, organization, invite.target_email)) {
    const detail = "Another user with this email address already belongs to this organization.";
    throw invalid("existing_email_address", detail, null);
  }
  users.put({ ...user, last_login: wireNow(world) });
  const place = addMembership(world, user.id, organization, invite.level);
  switchCurrentOrganization(world, user.id, organization);
  invitesOf(world).deleteWhere({ target_email: invite.target_email });
  return place;
}
