import type { Family } from "../../family.ts";

/** Persons. */
export const PERSONS: Family = { name: "persons", routes: [] };
