import type { Family } from "../../family.ts";

/** Batch exports with their runs, backfills and logs. */
export const BATCH_EXPORTS: Family = { name: "batch-exports", routes: [] };
