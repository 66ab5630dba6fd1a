import * as z from "zod";
import type { PropertyFilter } from "../property-values.ts";
import { instantOrNull, instantText, jsonObject, nonEmptyText, textOrNull } from "../wire.ts";

const numberOrUuid = z.union([z.number().int(), nonEmptyText], "expected a number or a text");

/** A person. */
export const personSchema = z.looseObject({
  /** A number when read alone; in lists of the running service the UUID. */
  id: numberOrUuid,
  uuid: nonEmptyText,
  /** A property such as the e-mail address, else a distinct id. */
  name: z.string(),
  /** At most 1000 in lists. */
  distinct_ids: z.array(z.string()),
  properties: jsonObject.nullable().default(null),
  created_at: instantText,
  /** Only in lists. */
  is_identified: z.boolean().optional(),
});

/**
 * A person as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source contract "Person"; live-persons-and-events 2.1, 2.2, flows 10 (observed 2026-11-20)
 */
export type PersonWire = z.output<typeof personSchema>;

/** A row of a list of people; with groups aggregated, rows are groups, which have no UUID and no distinct ids. */
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
  /** The number behind the person, where the insight has one. */
  value_at_data_point: z.number().nullable().default(null),
});

/**
 * Somebody, or a group, behind a number of an insight, as the service sends it.
 *
 * @source live-persons-and-events 2.2
 */
export type ActorWire = z.output<typeof actorSchema>;

/** A row of a retention table. */
export const retainedSchema = z.looseObject({
  person: actorSchema,
  /** Per interval 1 when the person came, 0 when not. */
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

/** Answer of actions that are only queued. */
export const successSchema = z.looseObject({ success: z.boolean() });

/** What the service says to an action that it queued. */
export type SuccessWire = z.output<typeof successSchema>;

/** Answer to a bulk deletion. */
export const bulkDeletionSchema = z.looseObject({
  persons_found: z.number().int().optional(),
  /** 0 where deletions are queued. */
  persons_deleted: z.number().int().optional(),
  persons_queued_for_deletion: z.number().int().optional(),
  events_queued_for_deletion: z.boolean().optional(),
  /** Persons that could not be deleted. */
  /** Persons that were not deleted, and since September 2026 the step that failed. */
  deletion_errors: z.array(z.looseObject({ person_uuid: z.string(), step: z.string().nullish() })).default([]),
});

/** Summary of a bulk deletion, only in newer services. @source live-persons-and-events 3.5 */
export type BulkDeletionWire = z.output<typeof bulkDeletionSchema>;

/** A person in a path: number or UUID. */
export type PersonId = number | string;

/** Which persons; all of them by default. */
export interface PersonQuery {
  readonly distinct_id?: string | undefined;
  /** The whole address. */
  readonly email?: string | undefined;
  /** Part of an address, or a distinct id. */
  readonly search?: string | undefined;
  /** Conditions on properties of persons, unless they name another type. */
  readonly properties?: readonly PropertyFilter[] | undefined;
  /** Index of the first row, from 0. */
  readonly offset?: number | undefined;
  /** Asks the running service for the count, which progress then shows. Not in the contract, where it is always there. */
  readonly include_total?: boolean | undefined;
}

/** Which persons to delete: by person or by distinct id, never both, at most 1000. */
export type BulkDeletionBody = (
  | {
      /** UUIDs. Numbers are what the contract calls person ids; the running service silently skips them. */
      readonly ids: readonly PersonId[];
      readonly distinct_ids?: never;
    }
  | {
      /** Not two of one person: the running service answers 500 then, with the person deleted. */
      readonly distinct_ids: readonly string[];
      readonly ids?: never;
    }
) & {
  /** Queues the persons' events for deletion, which runs on Sundays at 05:00 UTC. */
  readonly delete_events?: boolean | undefined;
};
