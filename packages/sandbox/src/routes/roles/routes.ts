import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, type Route, bodyOf, organizationIdOf } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { pageOf } from "../../pipeline/page.ts";
import {
  ADMIN_LEVEL,
  READ_ORGANIZATION,
  authorizeInOrganization,
  currentOrganization,
  membershipIn,
} from "../../pipeline/permission.ts";
import { denied, invalid, notFound } from "../../pipeline/service-error.ts";
import { type FieldValues, readBody } from "../../wire/read-body.ts";
import { ROLE } from "../../wire/role.ts";
import { visibleUsers } from "../members/visibility.ts";
import { wireNow } from "../organizations/rows.ts";
import { filterRoles } from "./filter.ts";
import { type RoleRow, roleMembershipsOf, rolesOf, showMembersOf, showRole, showRolesOf } from "./rows.ts";

/** A role's default access to feature flags. @source live service 2025-08, flow 5:27 */
const EDIT_FLAGS = 37;

const ONE = inAll({ kind: "one", resource: ROLE });
export const writeRoles = { scope: "organization:write", authorize: authorizeWrite } as const;

/** The two role routes. @source live service 2025-08, flow 5 */
export const ROLE_ROUTES: readonly Route[] = [
  route({
    template: "/api/organizations/:organization_id/roles/",
    title: "Role List",
    allow: "GET, POST, HEAD, OPTIONS",
    operations: {
      GET: { ...READ_ORGANIZATION, handle: listRoles, answers: inAll({ kind: "page", resource: ROLE }), isList: true },
      POST: { ...writeRoles, handle: postRole, answers: ONE },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/roles/:id/",
    title: "Role Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    operations: {
      GET: { ...READ_ORGANIZATION, handle: (exchange) => answerOne(exchange, roleInPath(exchange)), answers: ONE },
      PUT: { ...writeRoles, handle: (exchange) => changeRole(exchange, false), answers: ONE },
      PATCH: { ...writeRoles, handle: (exchange) => changeRole(exchange, true), answers: ONE },
      DELETE: { ...writeRoles, handle: removeRole, answers: inAll({ kind: "nothing" }) },
    },
  }),
];

/** The organization in which a role is created and whose level counts. @source live service 2025-08, flow 5:90-113 */
function roleOrganization(exchange: Exchange): string {
  const inPath = organizationIdOf(exchange);
  if (!hasQuirk(exchange.world.dialect, "rolesFollowCurrentOrganization")) return inPath;
  return currentOrganization(exchange)?.id ?? inPath;
}

function authorizeWrite(exchange: Exchange<"organization_id">): void {
  authorizeInOrganization(exchange, 1);
  const level = membershipIn(exchange, roleOrganization(exchange))?.level ?? 0;
  if (level < ADMIN_LEVEL) throw denied("You need to have admin level or higher.");
}

/** A malformed ID gives an ordinary 404. */
function roleInPath(exchange: Exchange<"id">): RoleRow {
  const row = rolesOf(exchange.world).get(canonicalUuid(exchange.match.parameters.id) ?? "");
  if (filterRoles(exchange, row === undefined ? [] : [row]).length === 0) throw notFound();
  if (row === undefined || row.organization !== organizationIdOf(exchange)) throw notFound();
  return row;
}

function answerOne(exchange: Exchange, row: RoleRow, status = 200): Answer {
  const { world } = exchange;
  return { status, headers: {}, body: showRole(world, row, showMembersOf(world, row.id, visibleUsers(exchange))) };
}

function listRoles(exchange: Exchange): Answer {
  const organization = organizationIdOf(exchange);
  const rows = filterRoles(exchange, rolesOf(exchange.world).where({ organization }));
  return pageOf(exchange, rows, showRolesOf(exchange.world, organization, visibleUsers(exchange)));
}

/**
 * Names are compared regardless of case, even with the role's own, so an update must omit an unchanged name; letters
 * that only other languages fold stay distinct.
 * @source live service 2025-08, flow 5:2-16, 5:32-33
 */
function readRoleBody(exchange: Exchange, partial: boolean): FieldValues {
  const organization = roleOrganization(exchange);
  const checks = {
    name: (name: unknown) => {
      const wanted = String(name).toLowerCase();
      if (
        rolesOf(exchange.world)
          .where({ organization })
          .every((row) => row.name.toLowerCase() !== wanted)
      )
        return;
      throw invalid("unique", "There is already a role with this name.", "name");
    },
  };
  return readBody(ROLE, bodyOf(exchange), { dialect: exchange.world.dialect, partial, checks });
}

function postRole(exchange: Exchange): Answer {
  const { world } = exchange;
  const values = readRoleBody(exchange, false);
  const row = rolesOf(world).put({
    id: world.identifiers.uuid(),
    organization: roleOrganization(exchange),
    name: String(values["name"]),
    feature_flags_access_level: Number(values["feature_flags_access_level"] ?? EDIT_FLAGS),
    created_at: wireNow(world),
  });
  return answerOne(exchange, row, 201);
}

function changeRole(exchange: Exchange<"id">, partial: boolean): Answer {
  const row = roleInPath(exchange);
  const values = readRoleBody(exchange, partial);
  const roles = rolesOf(exchange.world);
  // The list has no order of its own: a changed role comes last. @source 2025-08-held-out 1
  roles.delete(row.id);
  return answerOne(exchange, roles.put({ ...row, ...values }));
}

/** The name becomes available at once. @source live service 2025-08, flow 5:84-89 */
function removeRole(exchange: Exchange<"id">): Answer {
  const { id } = roleInPath(exchange);
  roleMembershipsOf(exchange.world).deleteWhere({ role: id });
  rolesOf(exchange.world).delete(id);
  return { status: 204, headers: {} };
}
