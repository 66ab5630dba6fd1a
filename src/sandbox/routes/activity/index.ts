import type { Family } from "../../family.ts";

/** The activity log. */
export const ACTIVITY: Family = { name: "activity", routes: [] };
