import type { Job } from "../scheduler.ts";
import type { World } from "../world.ts";
import { distinctIdsOf } from "./persons.ts";
import { DELETIONS_TABLE, EVENTS_TABLE, type DeletionRow, type PersonRow } from "./rows.ts";

const DAY_MS = 86_400_000;

/** Requests the deletion of a person's events, once for every UUID. @source live notes on persons and events, 3.6 */
export function queueEventDeletion(world: World, person: PersonRow): void {
  const queue = world.store.table(DELETIONS_TABLE);
  if (queue.get(person.id) !== undefined) return;
  queue.put({
    id: person.id,
    project: person.project,
    distinct_ids: distinctIdsOf(world, person.id),
    created_ms: world.clock.nowMs(),
    verified_ms: null,
    is_pending: true,
  });
}

/** The next run of the queue: 05:00 UTC on a Sunday, later than `afterMs`. @source contract, persons rule 8 */
export function nextDeletionRun(afterMs: number): number {
  // The first day of 1970 was a Thursday, so the fourth was a Sunday.
  const offsetMs = 3 * DAY_MS + 5 * 3_600_000;
  const weekMs = 7 * DAY_MS;
  return Math.floor((afterMs - offsetMs) / weekMs) * weekMs + weekMs + offsetMs;
}

/** Carries out the requests so far: deletes only events that were ingested before the request. */
export const runDeletions: Job = (world) => {
  const queue = world.store.table(DELETIONS_TABLE);
  for (const deletion of queue.where({ is_pending: true })) {
    deleteEventsOf(world, deletion);
    queue.put({ ...deletion, is_pending: false, verified_ms: world.clock.nowMs() });
  }
  return nextDeletionRun(world.clock.nowMs());
};

function deleteEventsOf(world: World, deletion: DeletionRow): void {
  const events = world.store.table(EVENTS_TABLE);
  for (const distinct_id of deletion.distinct_ids) {
    for (const event of events.where({ project: deletion.project, distinct_id })) {
      if (event.received_ms <= deletion.created_ms) events.delete(event.id);
    }
  }
}
