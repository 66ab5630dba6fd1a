import type { Scale, SeedPlace } from "../../family.ts";
import { ADMIN_LEVEL } from "../../pipeline/permission.ts";
import type { MembershipRow, UserRow } from "../../store/rows.ts";
import type { World } from "../../world.ts";
import { wireNow } from "../organizations/rows.ts";

/** One admin for this many members. */
const MEMBERS_PER_ADMIN = 50;

/** Adds people to a large organization; the owner counts as one of its members. */
export function seedMembers(world: World, place: SeedPlace, scale: Scale): void {
  const { users, memberships } = world.store.tables;
  const now = wireNow(world);
  const project = place.project;
  const people: UserRow[] = [];
  const places: MembershipRow[] = [];
  for (let number = 2; number <= scale.members; number += 1) {
    const name = `Member ${number}`;
    const user: UserRow = {
      id: world.identifiers.uuid(),
      number: world.identifiers.userNumber(),
      email: `member${number}@acme.example`,
      first_name: name,
      distinct_id: world.identifiers.challenge(),
      is_active: true,
      current_organization: place.organizationId,
      current_project: project,
      date_joined: now,
    };
    const level = number % MEMBERS_PER_ADMIN === 0 ? ADMIN_LEVEL : 1;
    const id = world.identifiers.uuid();
    people.push(user);
    places.push({ id, user: user.id, organization: place.organizationId, level, joined_at: now, updated_at: now });
  }
  users.insertMany(people);
  memberships.insertMany(places);
}
