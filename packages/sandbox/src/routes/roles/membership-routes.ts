import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, type Route, bodyOf, organizationIdOf } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { pageOf } from "../../pipeline/page.ts";
import { READ_ORGANIZATION } from "../../pipeline/permission.ts";
import { failureInLive, invalidInput, methodNotAllowed, notFound } from "../../pipeline/service-error.ts";
import { readBody } from "../../wire/read-body.ts";
import { ROLE_MEMBERSHIP } from "../../wire/role.ts";
import { isVisible, visibleUsers } from "../members/visibility.ts";
import { wireNow } from "../organizations/rows.ts";
import { writeRoles } from "./routes.ts";
import { type RoleMembershipRow, membersOfRole, roleMembershipsOf, rolesOf, showRoleMembership } from "./rows.ts";

/** Members of a role; only later services can read a single one. @source live service 2025-08, flow 5:50-83; live notes 11 */
export const ROLE_MEMBERSHIP_ROUTES: readonly Route[] = [
  route({
    template: "/api/organizations/:organization_id/roles/:role_id/role_memberships/",
    title: "Role Membership List",
    allow: "GET, POST, HEAD, OPTIONS",
    operations: {
      GET: {
        ...READ_ORGANIZATION,
        handle: listRoleMembers,
        answers: inAll({ kind: "page", resource: ROLE_MEMBERSHIP }),
        isList: true,
      },
      POST: { ...writeRoles, handle: addToRole, answers: inAll({ kind: "one", resource: ROLE_MEMBERSHIP }) },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/roles/:role_id/role_memberships/:id/",
    title: "Role Membership Instance",
    allow: "DELETE, OPTIONS",
    operations: {
      GET: {
        scope: (exchange) => (isNeverRead(exchange) ? "no scoped key" : "organization:read"),
        authorize: authorizeReading,
        handle: (exchange) => ({
          status: 200,
          headers: {},
          body: showRoleMembership(exchange.world, membershipInPath(exchange)),
        }),
        answers: inAll({ kind: "one", resource: ROLE_MEMBERSHIP }),
      },
      DELETE: { ...writeRoles, handle: takeFromRole, answers: inAll({ kind: "nothing" }) },
    },
  }),
];

/** The role's ID as written; the role itself needn't exist. @source live service 2025-08, flow 5:66-67 */
function roleIdInPath(exchange: Exchange<"role_id">): string {
  const id = canonicalUuid(exchange.match.parameters.role_id);
  if (id === undefined) throw failureInLive(exchange, notFound());
  return id;
}

/** A role of another organization has no members here, and neither has an unknown one. @source flow 5:66, 5:104-106 */
function listRoleMembers(exchange: Exchange<"role_id">): Answer {
  const { world } = exchange;
  const organization = organizationIdOf(exchange);
  const inRole = membersOfRole(world, roleIdInPath(exchange)).filter((row) => row.organization === organization);
  const visible = visibleUsers(exchange);
  const rows = inRole.filter(({ user }) => visible?.has(user) ?? true);
  return pageOf(exchange, rows, (row) => showRoleMembership(world, row));
}

/**
 * Adds a member of the path's organization to a role of any organization. For a role that doesn't exist, the service's
 * response is the one for an existing member.
 * @source live service 2025-08, flow 5:58-67, 5:104-110
 */
function addToRole(exchange: Exchange<"role_id">): Answer {
  const { world } = exchange;
  const { users, memberships } = world.store.tables;
  const { user_uuid } = readBody(ROLE_MEMBERSHIP, bodyOf(exchange), { dialect: world.dialect, partial: false });
  const user = String(user_uuid);
  const roleId = roleIdInPath(exchange);
  const role = rolesOf(world).get(roleId);
  const isElsewhere = role?.organization !== organizationIdOf(exchange);
  if (isElsewhere && hasQuirk(world.dialect, "roleOfMembershipMustExist")) {
    throw invalidInput("Role does not exist.", null);
  }
  const membership = memberships.one({ user, organization: organizationIdOf(exchange) });
  if (membership === undefined || users.get(user)?.is_active !== true) {
    throw invalidInput("User does not exist.", null);
  }
  const isForeign = isElsewhere && !hasQuirk(world.dialect, "rolesFollowCurrentOrganization");
  if (role === undefined || isForeign || membersOfRole(world, roleId).some((row) => row.user === user)) {
    throw invalidInput("User is already part of the role.", null);
  }
  const now = wireNow(world);
  const row = roleMembershipsOf(world).put({
    id: world.identifiers.uuid(),
    organization: role.organization,
    role: role.id,
    user,
    membership: membership.id,
    joined_at: now,
    updated_at: now,
  });
  return { status: 201, headers: {}, body: showRoleMembership(world, row) };
}

function isNeverRead(exchange: Exchange): boolean {
  return hasQuirk(exchange.world.dialect, "roleMembershipIsNotRead");
}

function authorizeReading(exchange: Exchange<"organization_id">): void {
  if (isNeverRead(exchange)) throw methodNotAllowed(exchange.request.method);
  READ_ORGANIZATION.authorize(exchange);
}

function membershipInPath(exchange: Exchange<"id" | "role_id">): RoleMembershipRow {
  const id = canonicalUuid(exchange.match.parameters.id);
  const row = membersOfRole(exchange.world, roleIdInPath(exchange)).find((member) => member.id === id);
  if (row === undefined || row.organization !== organizationIdOf(exchange)) throw notFound();
  if (!isVisible(exchange, row.user)) throw notFound();
  return row;
}

function takeFromRole(exchange: Exchange<"id" | "role_id">): Answer {
  roleMembershipsOf(exchange.world).delete(membershipInPath(exchange).id);
  return { status: 204, headers: {} };
}
