import type { Family } from "../../family.ts";
import { MEMBER_CONTROL } from "./control.ts";
import { membersOverview } from "./overview.ts";
import { MEMBER_ROUTES } from "./routes.ts";
import { seedMembers } from "./seed.ts";

/** Members of an organization. */
export const MEMBERS: Family = {
  name: "members",
  place: 4,
  routes: MEMBER_ROUTES,
  control: MEMBER_CONTROL,
  seedScale: seedMembers,
  overview: membersOverview,
};
