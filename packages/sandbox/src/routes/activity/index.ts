import { ACTIVITY_LOG } from "../../activity-log.ts";
import type { Family } from "../../family.ts";
import { ORGANIZATION_ACTIVITY_ROUTES } from "./organization-wide.ts";
import { ACTIVITY_ROUTES } from "./routes.ts";

/** The activity log. */
export const ACTIVITY: Family = {
  name: "activity",
  place: 11,
  routes: [...ACTIVITY_ROUTES, ...ORGANIZATION_ACTIVITY_ROUTES],
  tables: [ACTIVITY_LOG],
};
