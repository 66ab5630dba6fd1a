import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import type { Exchange } from "../../pipeline/exchange.ts";
import { failureInLive, invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { membersOfRole } from "./rows.ts";
import type { RoleRow } from "./rows.ts";

const COMPARES: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  exact: (value, wanted) => value === wanted,
  iexact: (value, wanted) => value.toLowerCase() === wanted.toLowerCase(),
  contains: (value, wanted) => value.includes(wanted),
  icontains: (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase()),
  startswith: (value, wanted) => value.startsWith(wanted),
  istartswith: (value, wanted) => value.toLowerCase().startsWith(wanted.toLowerCase()),
  endswith: (value, wanted) => value.endsWith(wanted),
  iendswith: (value, wanted) => value.toLowerCase().endsWith(wanted.toLowerCase()),
};

/** Fields of a role that the sandbox doesn't filter by: how the service handles each lookup isn't known. */
const OTHER_FIELDS =
  /^(?:created_at|created_by|organization|feature_flag_access|roles|role_memberships)(?:_id)?(?:__|$)/;

/**
 * The roles that the query selects. The service treats each parameter as a condition on a field, so a parameter that
 * names none, such as `limit`, fails.
 * @source live service 2025-08, flow 5:40-49
 */
export function filterRoles(exchange: Exchange, rows: readonly RoleRow[]): readonly RoleRow[] {
  if (!hasQuirk(exchange.world.dialect, "rolesFilterByQuery")) return rows;
  let left = rows;
  for (const [name, wanted] of exchange.query) left = left.filter(conditionOf(exchange, name, wanted));
  return left;
}

function conditionOf(exchange: Exchange, name: string, wanted: string): (row: RoleRow) => boolean {
  const [field = "", lookup = "exact"] = name.split("__");
  const compare = Object.hasOwn(COMPARES, lookup) ? COMPARES[lookup] : undefined;
  const failure = failureInLive(exchange, invalidInput(`There is no field ${name}.`, name));
  if (field === "name" && compare !== undefined) return (row) => compare(row.name, wanted);
  if (name === "id" || name === "pk") {
    const id = canonicalUuid(wanted);
    if (id === undefined) throw failure;
    return (row) => row.id === id;
  }
  if (name === "feature_flags_access_level") {
    if (!/^-?\d+$/.test(wanted)) throw failure;
    return (row) => row.feature_flags_access_level === Number(wanted);
  }
  if (name === "members") {
    if (!/^\d+$/.test(wanted)) throw failure;
    return (row) => isMember(exchange, row, Number(wanted));
  }
  if (["id", "pk", "name", "members", "feature_flags_access_level"].includes(field) || OTHER_FIELDS.test(name)) {
    throw sandboxError(501, "not_implemented", `The sandbox can't filter roles by ${name}.`);
  }
  throw failure;
}

function isMember(exchange: Exchange, row: RoleRow, number: number): boolean {
  const { users } = exchange.world.store.tables;
  return membersOfRole(exchange.world, row.id).some((member) => users.get(member.user)?.number === number);
}
