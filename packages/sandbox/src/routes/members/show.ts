import type { Dialect } from "../../dialects.ts";
import type { MembershipRow, UserRow } from "../../store/rows.ts";
import type { ResourceSpec } from "../../wire/field.ts";
import { fieldsIn } from "../../wire/field.ts";
import { EMBEDDED_MEMBER, MEMBER } from "../../wire/member.ts";
import { USER } from "../../wire/user.ts";
import type { World } from "../../world.ts";

/** Keeps the fields that a resource has in a dialect, in its order; undefined values are omitted. */
export function pickFields(
  resource: ResourceSpec,
  dialect: Dialect,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = fieldsIn(resource, dialect).map((field) => field.name);
  return Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}

/** Renders a user as other objects embed it. @source live service 2025-08, flow 3:2, 3:143 */
export function showUser(world: World, user: UserRow): Record<string, unknown> {
  return pickFields(USER, world.dialect, {
    id: user.number,
    uuid: user.id,
    distinct_id: user.distinct_id,
    first_name: user.first_name,
    last_name: "",
    email: user.email,
    is_email_verified: user.is_email_verified ?? null,
    hedgehog_config: null,
    role_at_organization: user.role_at_organization ?? null,
  });
}

/** Renders the user with an ID as other objects embed it; null without an ID, and for a deleted user. */
export function showUserOf(world: World, id: string | null): Record<string, unknown> | null {
  const user = id === null ? undefined : world.store.tables.users.get(id);
  return user === undefined ? null : showUser(world, user);
}

/** Renders a member. @source live service 2025-08, flow 3:139-176 */
export function showMember(world: World, row: MembershipRow, search_match_type?: "exact"): Record<string, unknown> {
  return pickFields(MEMBER, world.dialect, { ...valuesOf(world, row), search_match_type });
}

/** Renders a member as roles embed it. @source live service 2025-08, flow 5:57 */
export function showEmbeddedMember(world: World, row: MembershipRow, user: UserRow): Record<string, unknown> {
  return pickFields(EMBEDDED_MEMBER, world.dialect, valuesOf(world, row, user));
}

function valuesOf(
  world: World,
  row: MembershipRow,
  user = world.store.tables.users.get(row.user),
): Record<string, unknown> {
  if (user === undefined) throw new Error(`member ${row.id} has no user`);
  return {
    id: row.id,
    user: showUser(world, user),
    level: row.level,
    joined_at: row.joined_at,
    updated_at: row.updated_at,
    is_2fa_enabled: false,
    has_social_auth: false,
    last_login: user.last_login ?? null,
  };
}
