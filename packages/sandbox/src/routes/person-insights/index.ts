import type { Family } from "../../family.ts";
import { PERSON_INSIGHT_ROUTES } from "./routes.ts";

/** Lists of persons that are computed from events. */
export const PERSON_INSIGHTS: Family = { name: "person-insights", routes: PERSON_INSIGHT_ROUTES };
