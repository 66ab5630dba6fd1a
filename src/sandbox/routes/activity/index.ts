import { ACTIVITY_LOG } from "../../activity-log.ts";
import type { Family } from "../../family.ts";

/** The activity log. */
export const ACTIVITY: Family = { name: "activity", routes: [], tables: [ACTIVITY_LOG] };
