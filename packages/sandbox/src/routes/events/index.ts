import { EVENTS_TABLE } from "../../analytics/rows.ts";
import type { Family } from "../../family.ts";
import { EVENT_ROUTES } from "./routes.ts";
import { seedExampleEvents, seedManyEvents } from "./seeds.ts";

/** Events. */
export const EVENTS: Family = {
  name: "events",
  place: 13,
  routes: EVENT_ROUTES,
  tables: [EVENTS_TABLE],
  seedExample: seedExampleEvents,
  seedScale: seedManyEvents,
};
