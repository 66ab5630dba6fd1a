import type { Section } from "../../family.ts";
import { readableTime, sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";
import { roleMembershipsOf, rolesOf } from "./rows.ts";

/** Roles on the page. */
export function rolesOverview(world: World, organization: string): Section {
  return sectionOf(
    "Roles",
    rolesOf(world),
    { organization },
    {
      Name: ({ name }) => name,
      Members: ({ id }) => String(roleMembershipsOf(world).count({ role: id })),
      Made: ({ created_at }) => readableTime(created_at),
    },
  );
}
