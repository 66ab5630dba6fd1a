import type { Family } from "../../family.ts";

/** Lists of persons that are computed from events. */
export const PERSON_INSIGHTS: Family = { name: "person-insights", routes: [] };
