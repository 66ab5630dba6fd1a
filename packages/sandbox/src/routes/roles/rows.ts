import type { MembershipRow, UserRow } from "../../store/rows.ts";
import { type Table, defineTable } from "../../store/table.ts";
import { ROLE, ROLE_MEMBERSHIP } from "../../wire/role.ts";
import type { World } from "../../world.ts";
import { pickFields, showEmbeddedMember, showUser } from "../members/show.ts";

/** A role; its creator is never recorded. @source live service 2025-08, first recording "role" */
export type RoleRow = {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly feature_flags_access_level: number;
  readonly created_at: string;
};

/** A user's membership in a role, through a membership in an organization, which can differ from the role's. */
export type RoleMembershipRow = {
  readonly id: string;
  /** The role's organization. */
  readonly organization: string;
  readonly role: string;
  readonly user: string;
  readonly membership: string;
  readonly joined_at: string;
  readonly updated_at: string;
};

export const ROLES_TABLE = defineTable<RoleRow>("roles", { indexes: [["organization"]], within: "organization" });

export const ROLE_MEMBERSHIPS_TABLE = defineTable<RoleMembershipRow>("role_memberships", {
  indexes: [["role", "user"], ["organization"], ["membership"]],
  within: "organization",
});

/** The roles of a world. */
export function rolesOf(world: World): Table<RoleRow> {
  return world.store.table(ROLES_TABLE);
}

/** Their members. */
export function roleMembershipsOf(world: World): Table<RoleMembershipRow> {
  return world.store.table(ROLE_MEMBERSHIPS_TABLE);
}

/** Members of a role; members who left the organization don't count. */
export function membersOfRole(world: World, role: string): RoleMembershipRow[] {
  const { memberships } = world.store.tables;
  return roleMembershipsOf(world)
    .where({ role })
    .filter((row) => memberships.get(row.membership) !== undefined);
}

/** Renders a role with the members whom the caller sees. @source live service 2025-08, first recording "role with member" */
export function showRole(world: World, row: RoleRow, members: readonly unknown[]): Record<string, unknown> {
  const is_default = world.store.tables.organizations.get(row.organization)?.default_role_id === row.id;
  return pickFields(ROLE, world.dialect, { ...row, created_by: null, members, is_default });
}

/** Members of a role as it shows them; undefined means that the caller sees everybody. */
export function showMembersOf(
  world: World,
  role: string,
  visible: ReadonlySet<string> | undefined,
): Record<string, unknown>[] {
  const rows = membersOfRole(world, role).filter(({ user }) => visible?.has(user) ?? true);
  return rows.map((member) => showRoleMembership(world, member));
}

/** Renders all roles of an organization; one statement reads their members, who can be thousands. */
export function showRolesOf(
  world: World,
  organization: string,
  visible: ReadonlySet<string> | undefined,
): (row: RoleRow) => Record<string, unknown> {
  const { memberships, users } = world.store.tables;
  const found = world.store.database.all(
    "SELECT r.json AS row, m.json AS membership, u.json AS user FROM t_role_memberships r " +
      "JOIN t_memberships m ON m.id = r.membership " +
      'JOIN t_users u ON u.id = r."user" WHERE r.organization = ? ORDER BY r.seq',
    organization,
  );
  const byRole = new Map<string, Record<string, unknown>[]>();
  for (const { row: text, membership, user } of found) {
    const row = roleMembershipsOf(world).rowOf(text);
    if (visible?.has(row.user) === false) continue;
    const members = byRole.get(row.role) ?? [];
    members.push(renderMembership(world, row, memberships.rowOf(membership), users.rowOf(user)));
    byRole.set(row.role, members);
  }
  return (row) => showRole(world, row, byRole.get(row.id) ?? []);
}

/** Renders a member of a role. @source live service 2025-08, first recording "rm add" */
export function showRoleMembership(world: World, row: RoleMembershipRow): Record<string, unknown> {
  const { users, memberships } = world.store.tables;
  const [user, membership] = [users.get(row.user), memberships.get(row.membership)];
  if (user === undefined || membership === undefined) throw new Error(`role membership ${row.id} has lost its user`);
  return renderMembership(world, row, membership, user);
}

function renderMembership(
  world: World,
  row: RoleMembershipRow,
  membership: MembershipRow,
  user: UserRow,
): Record<string, unknown> {
  return pickFields(ROLE_MEMBERSHIP, world.dialect, {
    ...row,
    role_id: row.role,
    organization_member: showEmbeddedMember(world, membership, user),
    user: showUser(world, user),
  });
}
