import type { FieldSpec, ResourceSpec } from "./field.ts";

const CONTRACT = "contract, Person (read 2026-11)";
const RECORDED = "live service 2025-08, flow 10:1";

const COMMON: readonly FieldSpec[] = [
  { name: "name", type: "text", source: CONTRACT },
  { name: "distinct_ids", type: "list", source: CONTRACT },
  { name: "properties", type: "object", source: "live service 2025-08, flow 10:70" },
  { name: "created_at", type: "dateTime", source: CONTRACT },
  { name: "uuid", type: "uuid", source: CONTRACT },
  {
    name: "last_seen_at",
    type: "dateTime",
    nullable: true,
    since: "2026-09",
    source: "service 2026-09, persons-and-events.md, person object",
  },
];

/** A single person, and in the documented dialect every person. */
export const PERSON: ResourceSpec = {
  name: "Person",
  fields: [{ name: "id", type: "integer", source: CONTRACT }, ...COMMON],
};

/** A person in a list of an analysis. @source live service 2025-08, flow 10:1 */
export const PERSON_ROW: ResourceSpec = {
  name: "Person",
  fields: [
    { name: "type", type: "text", source: RECORDED },
    { name: "id", type: "uuid", source: RECORDED },
    ...COMMON,
    { name: "is_identified", type: "boolean", source: RECORDED },
    { name: "matched_recordings", type: "list", source: RECORDED },
    { name: "value_at_data_point", type: "number", nullable: true, source: RECORDED },
  ],
};

/** A value and how many persons have it. @source live notes on persons and events, 3.11 */
export const COUNTED_VALUE: ResourceSpec = {
  name: "Value",
  fields: [
    { name: "name", type: "text", source: "live notes on persons and events, 3.11" },
    { name: "count", type: "integer", source: "live notes on persons and events, 3.11" },
  ],
};

const QUEUED = "service 2026-09, persons-and-events.md, bulk_delete";

/** The response to a bulk deletion. @source as named */
export const BULK_DELETION: ResourceSpec = {
  name: "BulkDeletion",
  fields: [
    { name: "persons_found", type: "integer", source: QUEUED },
    { name: "persons_queued_for_deletion", type: "integer", source: QUEUED },
    { name: "persons_deleted", type: "integer", source: QUEUED },
    { name: "events_queued_for_deletion", type: "boolean", source: QUEUED },
    { name: "recordings_queued_for_deletion", type: "boolean", source: QUEUED },
    { name: "deletion_errors", type: "list", source: QUEUED },
  ],
};
