import { z } from "zod";
import type { ControlRoute, Family, Section } from "../../family.ts";
import { MEMBER_ROUTES } from "./routes.ts";
import { seedMembers } from "./seed.ts";
import { levelWord, readableTime, sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";
import { findUser } from "../../control/accounts.ts";
import { controlRoute, controlRouteWith } from "../../control/family-control.ts";
import { wireNow } from "../organizations/rows.ts";

const sharing = z.strictObject({ userIds: z.array(z.string()) });

/** Actions of people in a browser, for tests. */
const MEMBER_CONTROL: readonly ControlRoute[] = [
  controlRoute("POST", "users/:id/login", (world, { parameters }) => {
    const user = findUser(world, { userId: parameters.id });
    return world.store.tables.users.put({ ...user, last_login: wireNow(world) });
  }),
  controlRouteWith("PUT", "users/:id/shares_projects_with", sharing, (world, { parameters, body }) => {
    const user = findUser(world, { userId: parameters.id });
    const { userIds } = body;
    return world.store.tables.users.put({ ...user, shares_projects_with: userIds });
  }),
];

/** Members on the page. */
function membersOverview(world: World, organization: string): Section {
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

/** Members of an organization. */
export const MEMBERS: Family = {
  name: "members",
  place: 4,
  routes: MEMBER_ROUTES,
  control: MEMBER_CONTROL,
  seedScale: seedMembers,
  overview: membersOverview,
};
