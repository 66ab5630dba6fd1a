import type { Family } from "../../family.ts";

/** Projects, by way of their organization and directly. */
export const PROJECTS: Family = { name: "projects", routes: [] };
