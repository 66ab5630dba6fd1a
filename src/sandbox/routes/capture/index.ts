import type { Family } from "../../family.ts";

/** Where events come in, and persons with them. */
export const CAPTURE: Family = { name: "capture", routes: [] };
