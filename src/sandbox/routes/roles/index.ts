import type { Family } from "../../family.ts";

/** Roles and who has them. */
export const ROLES: Family = { name: "roles", routes: [] };
