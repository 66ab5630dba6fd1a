import type { Family } from "../../family.ts";

/** Members of an organization. */
export const MEMBERS: Family = { name: "members", routes: [] };
