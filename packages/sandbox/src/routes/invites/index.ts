import type { Family, Section } from "../../family.ts";
import { INVITE_CONTROL } from "./control.ts";
import { INVITE_ROUTES } from "./routes.ts";
import { INVITE_SENDS_TABLE } from "./limit.ts";
import { INVITES_TABLE, invitesOf, isExpired } from "./rows.ts";
import { SIGNUP_ROUTE } from "./signup.ts";
import { levelWord, readableTime, sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";

/** Invites on the page. */
function invitesOverview(world: World, organization: string): Section {
  return sectionOf(
    "Invites",
    invitesOf(world),
    { organization },
    {
      Address: ({ target_email }) => target_email,
      Level: ({ level }) => levelWord(level),
      State: (row) => (isExpired(world, row) ? "expired" : "open"),
      Sent: ({ created_at }) => readableTime(created_at),
    },
  );
}

/** Invites, and the sign-up that accepts them. */
export const INVITES: Family = {
  name: "invites",
  place: 5,
  routes: [...INVITE_ROUTES, SIGNUP_ROUTE],
  tables: [INVITES_TABLE, INVITE_SENDS_TABLE],
  control: INVITE_CONTROL,
  overview: invitesOverview,
};
