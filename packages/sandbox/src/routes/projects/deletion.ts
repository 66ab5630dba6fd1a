import { hasQuirk } from "../../dialects.ts";
import { wireTimeFromMs } from "../../clock.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { invalidInput } from "../../pipeline/service-error.ts";
import { schedule } from "../../scheduler.ts";
import type { ProjectRow } from "../../store/rows.ts";
import type { World } from "../../world.ts";
import { logWhole } from "./activity.ts";
import { deleteProject } from "./rows.ts";

const HOUR_MS = 3_600_000;
/** How long a deleted project with events is kept. @source service 2026-09, projects.md, Deletion */
const KEPT_HOURS = 48;

/** Whether the project is being deleted. */
export function isGoing({ deletion_scheduled_at }: ProjectRow): boolean {
  return deletion_scheduled_at !== null;
}

/** Deletes a project, or schedules its deletion if it has events. @source service 2026-09, projects.md, Deletion */
export function beginDeletion(exchange: Exchange): void {
  const { world } = exchange;
  const row = projectOf(exchange);
  if (!hasQuirk(world.dialect, "projectDeletionTakesTime")) return deleteProject(world, row);
  if (isGoing(row)) throw invalidInput("This project is already being deleted.", null);
  const hours = row.ingested_event ? KEPT_HOURS : world.settings().emptyProjectsKeptHours;
  if (hours === 0) return deleteProject(world, row);
  const dueMs = world.clock.nowMs() + hours * HOUR_MS;
  world.store.tables.projects.put({ ...row, deletion_scheduled_at: wireTimeFromMs(dueMs) });
  schedule(world, "delete project", dueMs, row.id);
}

/** Deletes a project at its time. A project whose deletion was cancelled, and perhaps requested again, stays. */
export function finishDeletion(world: World, id: unknown): void {
  const row = world.store.tables.projects.get(String(id));
  if (row?.deletion_scheduled_at !== wireTimeFromMs(world.clock.nowMs())) return;
  deleteProject(world, row);
}

/** @source service 2026-09, projects.md, first table and Deletion */
export function cancelDeletion(exchange: Exchange): Answer {
  const row = projectOf(exchange);
  if (!isGoing(row)) throw invalidInput("This project is not pending deletion.", null);
  exchange.world.store.tables.projects.put({ ...row, deletion_scheduled_at: null });
  logWhole(exchange, row, "restored");
  const { number, organization, name, product_description, created_at, tags } = row;
  const body = {
    id: number,
    organization_id: organization,
    name,
    product_description,
    created_at,
    is_pending_deletion: false,
    deletion_scheduled_at: null,
    tags,
  };
  return { status: 200, headers: {}, body };
}

/** An older service has no projects that are being deleted: they are gone there. */
export function finishAllDeletions(world: World): void {
  if (hasQuirk(world.dialect, "projectDeletionTakesTime")) return;
  for (const row of world.store.tables.projects.all()) if (isGoing(row)) deleteProject(world, row);
}
