import { defineTable } from "../store/table.ts";

/** Free-form values of a person or an event. */
export type Properties = Readonly<Record<string, unknown>>;

/** A person; `id` is the UUID, `number` the integer that some responses call id. */
export type PersonRow = {
  readonly id: string;
  readonly project: number;
  readonly number: number;
  readonly properties: Properties;
  readonly created_ms: number;
  readonly is_identified: boolean;
  /** Left out of lists: recreated under the UUID of a deleted person. @source live notes on persons and events, 10 */
  readonly is_hidden: boolean;
  /** The property of this name, for searches. */
  readonly email: string | null;
};

/** One distinct ID and its person; a person's IDs are in the order of `seq`. `id` is `<project>:<distinct ID>`. */
export type DistinctIdRow = {
  readonly id: string;
  readonly project: number;
  readonly distinct_id: string;
  readonly person: string;
};

/** An event; `id` is `<project>:<uuid>`. Its person follows from the distinct ID, so merges and splits move events too. */
export type EventRow = {
  readonly id: string;
  readonly project: number;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp_ms: number;
  readonly received_ms: number;
  readonly properties: Properties;
  /** Markup around a click, as the browser client writes it, or "". */
  readonly elements_chain: string;
};

/**
 * A person whose events will be deleted; one row per UUID forever.
 * @source live notes on persons and events, 3.6
 */
export type DeletionRow = {
  readonly id: string;
  readonly project: number;
  readonly distinct_ids: readonly string[];
  readonly created_ms: number;
  readonly verified_ms: number | null;
  readonly is_pending: boolean;
};

/** The UUID of a deleted person. */
export type TombstoneRow = { readonly id: string; readonly project: number };

/** A set of persons, by filters or by list; created through the control plane. */
export type CohortRow = {
  readonly id: string;
  readonly number: number;
  readonly project: number;
  readonly name: string;
  /** As in the query parameter `properties`; null for a fixed list. */
  readonly filters: unknown;
  readonly persons: readonly string[];
};

/** Persons, newest first. */
export const PERSONS_TABLE = defineTable<PersonRow>("persons", {
  indexes: [
    ["project", "is_hidden", "created_ms", "id"],
    ["project", "number"],
    ["project", "email"],
  ],
  within: "project",
});

/** Distinct ids. */
export const DISTINCT_IDS_TABLE = defineTable<DistinctIdRow>("distinct_ids", {
  indexes: [["person"], ["project", "distinct_id", "person"]],
  within: "project",
});

/** Events by time. */
export const EVENTS_TABLE = defineTable<EventRow>("events", {
  indexes: [
    ["project", "timestamp_ms"],
    ["project", "event", "timestamp_ms"],
    ["project", "distinct_id", "timestamp_ms"],
  ],
  within: "project",
});

/** The deletion queue. */
export const DELETIONS_TABLE = defineTable<DeletionRow>("event_deletions", {
  indexes: [["is_pending"], ["project"]],
  within: "project",
});

/** UUIDs of deleted persons. */
export const TOMBSTONES_TABLE = defineTable<TombstoneRow>("person_tombstones", {
  indexes: [["project"]],
  within: "project",
});

/** Cohorts. */
export const COHORTS_TABLE = defineTable<CohortRow>("cohorts", {
  indexes: [["project", "number"]],
  within: "project",
});
