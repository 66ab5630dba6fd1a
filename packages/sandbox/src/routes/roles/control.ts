import { z } from "zod";
import { controlError } from "../../control/control-error.ts";
import type { ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { type RoleRow, roleMembershipsOf, rolesOf } from "./rows.ts";

const patch = z.strictObject({ name: z.string().optional(), feature_flags_access_level: z.number().int().optional() });

/** What tests do behind a program's back. */
export const ROLE_CONTROL: readonly ControlRoute[] = [
  { method: "GET", path: "roles", handle: (world) => rolesOf(world).all() },
  {
    method: "PATCH",
    path: "roles/:id",
    body: patch,
    handle: (world, { parameters, body }) =>
      rolesOf(world).put({ ...roleOf(world, parameters["id"]), ...(body as Partial<RoleRow>) }),
  },
  { method: "GET", path: "role_memberships", handle: (world) => roleMembershipsOf(world).all() },
  {
    method: "DELETE",
    path: "role_memberships/:id",
    handle: (world, { parameters }) => roleMembershipsOf(world).delete(parameters["id"] ?? ""),
  },
  {
    method: "DELETE",
    path: "roles/:id",
    handle(world, { parameters }) {
      const { id } = roleOf(world, parameters["id"]);
      roleMembershipsOf(world).deleteWhere({ role: id });
      return rolesOf(world).delete(id);
    },
  },
];

function roleOf(world: World, id = ""): RoleRow {
  const row = rolesOf(world).get(id);
  if (row === undefined) throw controlError(404, `There is no role ${id}.`);
  return row;
}
