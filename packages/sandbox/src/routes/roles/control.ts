import { z } from "zod";
import { controlError, controlRoute, controlRouteWith, givenIn } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { type RoleRow, roleMembershipsOf, rolesOf } from "./rows.ts";

const patch = z.strictObject({ name: z.string().optional(), feature_flags_access_level: z.number().int().optional() });

/** Changes of roles without the program's knowledge, for tests. */
export const ROLE_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "roles", (world) => rolesOf(world).all()),
  controlRouteWith("PATCH", "roles/:id", patch, (world, { parameters, body }) =>
    rolesOf(world).put({ ...roleOf(world, parameters.id), ...givenIn(body) }),
  ),
  controlRoute("GET", "role_memberships", (world) => roleMembershipsOf(world).all()),
  controlRoute("DELETE", "role_memberships/:id", (world, { parameters }) =>
    roleMembershipsOf(world).delete(parameters.id),
  ),
  controlRoute("DELETE", "roles/:id", (world, { parameters }) => {
    const { id } = roleOf(world, parameters.id);
    roleMembershipsOf(world).deleteWhere({ role: id });
    return rolesOf(world).delete(id);
  }),
];

function roleOf(world: World, id: string): RoleRow {
  const row = rolesOf(world).get(id);
  if (row === undefined) throw controlError(404, `There is no role ${id}.`);
  return row;
}
