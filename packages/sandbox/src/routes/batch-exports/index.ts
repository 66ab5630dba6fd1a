import type { Family, Section } from "../../family.ts";
import { BATCH_EXPORT_CONTROL } from "./control.ts";
import { BATCH_EXPORT_ROUTES } from "./routes.ts";
import { BACKFILLS_TABLE, BATCH_EXPORTS_TABLE, exportsOf, LOGS_TABLE, RUNS_TABLE, runsOf } from "./rows.ts";
import { BATCH_EXPORT_JOBS } from "./schedule.ts";
import { readableTime, sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";

/** Batch exports on the page; for a destination, only its type. */
function batchExportsOverview(world: World, organization: string): Section {
  return sectionOf(
    "Batch exports",
    exportsOf(world),
    { organization, is_deleted: false },
    {
      Name: ({ name }) => name,
      Project: ({ project }) => String(project),
      Destination: ({ destination }) => destination.type,
      Every: ({ interval }) => interval.replace("every ", ""),
      State: ({ paused }) => (paused ? "paused" : "active"),
      "Last run": ({ id }) => runsOf(world).one({ batch_export: id }, "created_ms DESC")?.status ?? "none",
      Made: ({ created_at }) => readableTime(created_at),
    },
  );
}

/** Batch exports with their runs, backfills, and logs. */
export const BATCH_EXPORTS: Family = {
  name: "batch-exports",
  place: 10,
  routes: BATCH_EXPORT_ROUTES,
  tables: [BATCH_EXPORTS_TABLE, RUNS_TABLE, BACKFILLS_TABLE, LOGS_TABLE],
  jobs: { once: BATCH_EXPORT_JOBS },
  control: BATCH_EXPORT_CONTROL,
  overview: batchExportsOverview,
};
