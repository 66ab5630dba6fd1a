import type { Section } from "../../family.ts";
import { levelWord, readableTime, sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";

/** Members on the page. */
export function membersOverview(world: World, organization: string): Section {
  const { users, memberships } = world.store.tables;
  return sectionOf(
    "Members",
    memberships,
    { organization },
    {
      Name: ({ user }) => users.get(user)?.first_name ?? "",
      Address: ({ user }) => users.get(user)?.email ?? "",
      Level: ({ level }) => levelWord(level),
      Joined: ({ joined_at }) => readableTime(joined_at),
    },
  );
}
