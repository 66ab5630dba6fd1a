import type { Family } from "../../family.ts";
import { BATCH_EXPORT_CONTROL } from "./control.ts";
import { batchExportsOverview } from "./overview.ts";
import { BATCH_EXPORT_ROUTES } from "./routes.ts";
import { BACKFILLS_TABLE, BATCH_EXPORTS_TABLE, LOGS_TABLE, RUNS_TABLE } from "./rows.ts";
import { BATCH_EXPORT_JOBS } from "./schedule.ts";

/** Batch exports with their runs, backfills and logs. */
export const BATCH_EXPORTS: Family = {
  name: "batch-exports",
  place: 10,
  routes: BATCH_EXPORT_ROUTES,
  tables: [BATCH_EXPORTS_TABLE, RUNS_TABLE, BACKFILLS_TABLE, LOGS_TABLE],
  jobs: { once: BATCH_EXPORT_JOBS },
  control: BATCH_EXPORT_CONTROL,
  overview: batchExportsOverview,
};
