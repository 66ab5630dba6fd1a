import type { Family } from "../../family.ts";
import { INVITE_CONTROL } from "./control.ts";
import { invitesOverview } from "./overview.ts";
import { INVITE_ROUTES } from "./routes.ts";
import { INVITE_SENDS_TABLE } from "./limit.ts";
import { INVITES_TABLE } from "./rows.ts";
import { SIGNUP_ROUTE } from "./signup.ts";

/** Invites, and the sign-up that accepts them. */
export const INVITES: Family = {
  name: "invites",
  place: 5,
  routes: [...INVITE_ROUTES, SIGNUP_ROUTE],
  tables: [INVITES_TABLE, INVITE_SENDS_TABLE],
  control: INVITE_CONTROL,
  overview: invitesOverview,
};
