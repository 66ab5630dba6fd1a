import type { Family } from "../../family.ts";

/** The five families of pipeline items, which are views of one kind of row. */
export const PLUGINS: Family = { name: "plugins", routes: [] };
