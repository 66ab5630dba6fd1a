import * as z from "zod";
import type { PropertyFilter } from "../property-values.ts";
import { instantOrNull, instantText, jsonObject, nonEmptyText, textOrNull } from "../wire.ts";

const numberOrUuid = z.union([z.number().int(), nonEmptyText], "expected a number or a text");

/** A person. */
export const personSchema = z.looseObject({
  /** A number in the response for one person; the UUID in lists of the running service. */
  id: numberOrUuid,
  uuid: nonEmptyText,
  /** A property such as the email address, or else a distinct ID. */
  name: z.string(),
  /** At most 1000 in lists. */
  distinct_ids: z.array(z.string()),
  properties: jsonObject.nullable().default(null),
  created_at: instantText,
  /** Only in lists. */
  is_identified: z.boolean().optional(),
});

/**
 * A person as the service sends it; undeclared fields are kept unchanged.
 *
 * @source contract "Person"; live-persons-and-events 2.1, 2.2, flows 10 (observed 2026-11-20)
 */
export type PersonWire = z.output<typeof personSchema>;

/** A row of a list of people. If groups are aggregated, rows are groups, which have no UUID and no distinct IDs. */
export const actorSchema = z.looseObject({
  /** `person` or `group`. */
  type: z.string().default("person"),
  id: numberOrUuid,
  uuid: z.string().optional(),
  name: z.string().optional(),
  group_key: z.string().optional(),
  distinct_ids: z.array(z.string()).default([]),
  properties: jsonObject.nullable().default(null),
  created_at: instantOrNull,
  /** The number behind the person, if the insight has one. */
  value_at_data_point: z.number().nullable().default(null),
});

/**
 * A person or group behind a number of an insight, as the service sends it.
 *
 * @source live-persons-and-events 2.2
 */
export type ActorWire = z.output<typeof actorSchema>;

/** A row of a retention table. */
export const retainedSchema = z.looseObject({
  person: actorSchema,
  /** For each interval, 1 if the person came, and 0 if not. */
  appearances: z.array(z.number()),
});

/** A person and when they came back, as the service sends it. */
export type RetainedWire = z.output<typeof retainedSchema>;

/** A cohort. */
export const cohortSchema = z.looseObject({
  id: z.number().int(),
  name: textOrNull,
  count: z.number().int().nullable().default(null),
});

/** A cohort that a person is in, as the service sends it; older services send more fields. */
export type CohortWire = z.output<typeof cohortSchema>;

/** How properties changed. */
export const timelineSchema = z.looseObject({
  points: z.array(
    z.looseObject({
      timestamp: instantText,
      properties: jsonObject,
      relevant_event_count: z.number().int().optional(),
    }),
  ),
  /** Properties that filters or breakdowns use. */
  crucial_property_keys: z.array(z.string()).default([]),
  effective_date_from: textOrNull,
  effective_date_to: textOrNull,
});

/** A timeline of properties as the service sends it. @source live-persons-and-events 3.13 */
export type TimelineWire = z.output<typeof timelineSchema>;

/** Response to actions that are only queued. */
export const successSchema = z.looseObject({ success: z.boolean() });

/** The response to a queued action, as the service sends it. */
export type SuccessWire = z.output<typeof successSchema>;

/** Response to a bulk deletion. */
export const bulkDeletionSchema = z.looseObject({
  persons_found: z.number().int().optional(),
  /** 0 if deletions are queued. */
  persons_deleted: z.number().int().optional(),
  persons_queued_for_deletion: z.number().int().optional(),
  events_queued_for_deletion: z.boolean().optional(),
  /** Persons that weren't deleted, and since September 2026 the step that failed. */
  deletion_errors: z.array(z.looseObject({ person_uuid: z.string(), step: z.string().nullish() })).default([]),
});

/** Summary of a bulk deletion, only in newer services. @source live-persons-and-events 3.5 */
export type BulkDeletionWire = z.output<typeof bulkDeletionSchema>;

/** A person in a path: the number or the UUID. */
export type PersonId = number | string;

/** Selects persons; all by default. */
export interface PersonQuery {
  readonly distinct_id?: string | undefined;
  /** The whole address. */
  readonly email?: string | undefined;
  /** Part of an address, or a distinct ID. */
  readonly search?: string | undefined;
  /** Conditions on properties of persons, unless they name another type. */
  readonly properties?: readonly PropertyFilter[] | undefined;
  /** Index of the first row, from 0. */
  readonly offset?: number | undefined;
  /** Requests the count, which progress then shows. Not in the contract, where the count is always sent. */
  readonly include_total?: boolean | undefined;
}

/** The persons to delete: by person or by distinct ID, never both, at most 1000. */
export type BulkDeletionBody = (
  | {
      /** UUIDs. The contract's person IDs are numbers, which the running service silently skips. */
      readonly ids: readonly PersonId[];
      readonly distinct_ids?: never;
    }
  | {
      /** At most one for each person: with two, the running service deletes the person and returns 500. */
      readonly distinct_ids: readonly string[];
      readonly ids?: never;
    }
) & {
  /** Queues the persons' events for deletion, which runs on Sundays at 05:00 UTC. */
  readonly delete_events?: boolean | undefined;
};
