import type { Family } from "../../family.ts";
import { PERSON_INSIGHT_ROUTES } from "./routes.ts";

/** Lists of persons that are computed from events. */
export const PERSON_INSIGHTS: Family = { name: "person-insights", place: 15, routes: PERSON_INSIGHT_ROUTES };
