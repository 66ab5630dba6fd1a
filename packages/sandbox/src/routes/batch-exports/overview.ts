import type { Section } from "../../family.ts";
import { readableTime, sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";
import { exportsOf, runsOf } from "./rows.ts";

/** Batch exports on the page; of a destination no more than its type. */
export function batchExportsOverview(world: World, organization: string): Section {
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
