import { EVENTS_TABLE } from "../../analytics/rows.ts";
import type { Family } from "../../family.ts";

/** Events. */
export const EVENTS: Family = { name: "events", routes: [], tables: [EVENTS_TABLE] };
