import * as z from "zod";

import { type Context, type ShownRow, shownRows } from "../driver/driver.ts";
import type { IdentityParts } from "../model/identity.ts";
import { resourceNamed } from "./sections.ts";

const withMembers = z.looseObject({
  members: z.array(z.looseObject({ user: z.looseObject({ email: z.string() }) })).optional(),
});

const placeInRole = z.object({ roleId: z.string(), email: z.string() });

/** Roles with the emails of their members; services that don't show members with the role list them separately. */
export async function rolesWithMembers(
  objects: readonly Readonly<Record<string, unknown>>[],
  rows: readonly ShownRow[],
  at: IdentityParts,
  context: Context,
): Promise<Record<string, unknown>[]> {
  const shown = rows.map(({ wire }) => withMembers.parse(wire).members?.map(({ user }) => user.email.toLowerCase()));
  const isWhole = shown.every((members) => members !== undefined);
  const listed: ReadonlyMap<string, string[]> = isWhole ? new Map() : await listedMembers(at, context);
  return objects.map((role, index) => ({
    ...role,
    isDefault: role["isDefault"] ?? false,
    members: sorted(shown[index] ?? listed.get(String(role["roleId"])) ?? []),
  }));
}

async function listedMembers(at: IdentityParts, context: Context): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await shownRows(resourceNamed("RoleMembership"), at, context);
  const members = new Map<string, string[]>();
  for (const { at: place } of rows) {
    const { roleId, email } = placeInRole.parse(place);
    members.set(roleId, [...(members.get(roleId) ?? []), email]);
  }
  return members;
}

const sorted = (texts: readonly string[]): string[] => texts.toSorted();
