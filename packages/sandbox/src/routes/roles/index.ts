import type { Family, Scale, Section, SeedPlace } from "../../family.ts";
import type { World } from "../../world.ts";
import { wireNow } from "../organizations/rows.ts";
import { ROLE_MEMBERSHIP_ROUTES } from "./membership-routes.ts";
import { ROLE_CONTROL } from "./control.ts";
import { ROLE_ROUTES } from "./routes.ts";
import { ROLE_MEMBERSHIPS_TABLE, roleMembershipsOf, ROLES_TABLE, rolesOf } from "./rows.ts";
import { readableTime, sectionOf } from "../../page/section.ts";

/** Roles on the page. */
function rolesOverview(world: World, organization: string): Section {
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

/** In a large organization, the number of members for each role, and the number of members in it. */
const MEMBERS_PER_ROLE = 100;
const MEMBERS_IN_ROLE = 20;

/** Roles and their members. */
export const ROLES: Family = {
  name: "roles",
  place: 7,
  routes: [...ROLE_ROUTES, ...ROLE_MEMBERSHIP_ROUTES],
  tables: [ROLES_TABLE, ROLE_MEMBERSHIPS_TABLE],
  control: ROLE_CONTROL,
  seedScale: seedRoles,
  overview: rolesOverview,
  // Role memberships depend on the membership in the organization. @source live service 2025-08, flow 5:80-83
  memberRemoved: (world, user, organization) => {
    roleMembershipsOf(world).deleteWhere({ user, organization });
  },
};

function seedRoles(world: World, place: SeedPlace, scale: Scale): void {
  const organization = place.organizationId;
  const now = wireNow(world);
  const uuid = (): string => world.identifiers.uuid();
  for (let number = 0; number * MEMBERS_PER_ROLE < scale.members; number += 1) {
    const role = uuid();
    const name = `Team ${number + 1}`;
    rolesOf(world).insertMany([{ id: role, organization, name, feature_flags_access_level: 37, created_at: now }]);
    const range = { limit: MEMBERS_IN_ROLE, offset: number * MEMBERS_PER_ROLE };
    const members = world.store.tables.memberships.where({ organization }, range);
    roleMembershipsOf(world).insertMany(
      members.map((member) => {
        const { user, id: membership } = member;
        return { id: uuid(), organization, role, user, membership, joined_at: now, updated_at: now };
      }),
    );
  }
}
