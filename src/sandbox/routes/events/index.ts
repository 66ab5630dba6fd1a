import type { Family } from "../../family.ts";

/** Events. */
export const EVENTS: Family = { name: "events", routes: [] };
