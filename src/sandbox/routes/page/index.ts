import type { Family } from "../../family.ts";

/** The page at the root that shows the state of the organization. */
export const PAGE: Family = { name: "page", routes: [] };
