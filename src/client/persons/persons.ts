import * as z from "zod";
import { activityAt } from "../activity.ts";
import type { ActivityWire } from "../activity.ts";
import type { CallOptions, Caller } from "../caller.ts";
import { rowsOf } from "../pages.ts";
import type { ListOptions } from "../pagination.ts";
import { valuesAt } from "../property-values.ts";
import type { PropertyValueWire } from "../property-values.ts";
import { documentedQueryOf, queryOf } from "../query.ts";
import type { ProjectId } from "../scopes.ts";
import { createStream } from "../stream.ts";
import type { Stream } from "../stream.ts";
import type { ActorQuery } from "./actor-queries.ts";
import { createPersonInsightsApi } from "./insights.ts";
import type { PersonInsightsApi } from "./insights.ts";
import { bulkDeletionSchema, cohortSchema, personSchema, successSchema, timelineSchema } from "./person-wire.ts";
import type {
  BulkDeletionBody,
  BulkDeletionWire,
  CohortWire,
  PersonId,
  PersonQuery,
  PersonWire,
  SuccessWire,
  TimelineWire,
} from "./person-wire.ts";

const ROUTE = "/api/projects/{project_id}/persons/";
const ROUTE_ONE = `${ROUTE}{person_id}/`;

/**
 * Calls under `/api/projects/{project_id}/persons/`.
 *
 * Persons come to be by events. Changes of properties are themselves events: the service answers before they are applied,
 * and a yes does not say that they will be. @source live-persons-and-events 1.10, 3.3
 */
export interface PersonsApi extends PersonInsightsApi {
  /**
   * Persons, newest first, read while they are iterated; `pageSize` is the service's `limit`.
   *
   * A page may hold fewer rows than asked for and the last one none: persons just deleted are still counted by the index.
   */
  list(projectId: ProjectId, query?: PersonQuery, options?: ListOptions): Stream<PersonWire>;
  /**
   * Reads one person.
   *
   * @throws not_found when the project has no such person
   */
  get(projectId: ProjectId, personId: PersonId, options?: CallOptions): Promise<PersonWire>;
  /**
   * Sets the given properties and leaves the others; `undefined` when the service sent no person, which is usual.
   *
   * Not sent again after a lost answer, though a second time would change nothing.
   */
  update(
    projectId: ProjectId,
    personId: PersonId,
    body: { readonly properties: Readonly<Record<string, unknown>> },
    options?: CallOptions,
  ): Promise<PersonWire | undefined>;
  /**
   * Deletes a person.
   *
   * @param settings - with `delete_events` the person's events are queued for deletion, which runs on Sundays at 05:00 UTC
   * @throws not_found when it does not exist; after a lost answer that is the trace of our own first attempt
   */
  delete(
    projectId: ProjectId,
    personId: PersonId,
    settings?: { readonly delete_events?: boolean | undefined },
    options?: CallOptions,
  ): Promise<void>;
  /** What happened to all persons, newest first; deleted ones included. */
  allActivity(projectId: ProjectId, options?: ListOptions): Stream<ActivityWire>;
  /**
   * What happened to one person, newest first.
   *
   * @throws not_found once the person is deleted
   */
  activity(projectId: ProjectId, personId: PersonId, options?: ListOptions): Stream<ActivityWire>;
  /**
   * Removes a property; one that is not there is a success. `undefined` for an empty answer.
   *
   * @throws unavailable (500) when the project has no such person
   */
  deleteProperty(
    projectId: ProjectId,
    personId: PersonId,
    key: string,
    options?: CallOptions,
  ): Promise<SuccessWire | undefined>;
  /** How the person's properties changed; `undefined` for an empty answer. Refuses keys with scopes (`key_not_allowed`). */
  propertiesTimeline(
    projectId: ProjectId,
    personId: PersonId,
    query?: ActorQuery,
    options?: CallOptions,
  ): Promise<TimelineWire | undefined>;
  /**
   * Makes each distinct id but one a person of its own; cannot be undone. `undefined` for an empty answer.
   *
   * @param settings - `main_distinct_id` stays with the person and its properties; without it the first one stays, and
   *   the running service removes the person's properties. One that the person does not have leaves it with none.
   * @source flows 10:108-128 (observed 2026-11-20)
   */
  split(
    projectId: ProjectId,
    personId: PersonId,
    settings?: { readonly main_distinct_id?: string | undefined },
    options?: CallOptions,
  ): Promise<SuccessWire | undefined>;
  /**
   * Sets one property. Key and value go into the body, and into the address as long as they fit there.
   *
   * @param value - any JSON but `null`, which the running service refuses
   */
  updateProperty(
    projectId: ProjectId,
    personId: PersonId,
    key: string,
    value: unknown,
    options?: CallOptions,
  ): Promise<void>;
  /**
   * Deletes up to 1000 persons; unknown ones are skipped. `undefined` when the service sent no summary.
   *
   * Safe to repeat: what is gone is skipped. The ids go into the body, and into the address as long as they fit there.
   *
   * @throws invalid_input for none, or more than 1000
   */
  bulkDelete(
    projectId: ProjectId,
    body: BulkDeletionBody,
    options?: CallOptions,
  ): Promise<BulkDeletionWire | undefined>;
  /** The cohorts that a person is in; the running service answers 500. @source departures 2025-08 */
  cohorts(projectId: ProjectId, query: { readonly person_id: PersonId }, options?: CallOptions): Stream<CohortWire>;
  /** At most 20 values of a property, the most frequent first. */
  values(
    projectId: ProjectId,
    query: { readonly key: string; readonly value?: string | undefined },
    options?: CallOptions,
  ): Stream<PropertyValueWire>;
}

/** Makes the person calls. */
export function createPersonsApi(caller: Caller): PersonsApi {
  return { ...createPersonInsightsApi(caller), ...createReads(caller), ...createWrites(caller) };
}

type Writes = "update" | "delete" | "deleteProperty" | "split" | "updateProperty" | "bulkDelete";

function all(projectId: ProjectId, action = "") {
  return { route: ROUTE + action, params: { project_id: projectId } };
}

function one(projectId: ProjectId, personId: PersonId, action = "") {
  return { route: ROUTE_ONE + action, params: { project_id: projectId, person_id: personId } };
}

function createReads(caller: Caller): Omit<PersonsApi, Writes | keyof PersonInsightsApi> {
  return {
    list: (projectId, query, options) => {
      // Without a type the service takes a condition for one on events.
      const properties = query?.properties?.map((filter) => ({ type: "person", ...filter }));
      const source = { ...all(projectId), query: { ...query, properties }, page: rowsOf(personSchema) };
      return createStream(caller, { ...source, idOf: (person) => person.uuid }, options);
    },
    get: (projectId, personId, options) =>
      caller.read({ ...one(projectId, personId), answer: personSchema, ...options }),
    allActivity: (projectId, options) => createStream(caller, activityAt(all(projectId, "activity/")), options),
    activity: (projectId, personId, options) =>
      createStream(caller, activityAt(one(projectId, personId, "activity/")), options),
    propertiesTimeline: (projectId, personId, query, options) => {
      const at = { ...one(projectId, personId, "properties_timeline/"), query: queryOf({ ...query }) };
      return caller.readIfAny({ ...at, answer: timelineSchema, ...options });
    },
    cohorts: (projectId, query, options) => {
      const source = { ...all(projectId, "cohorts/"), query, page: rowsOf(cohortSchema), sizeParameter: null };
      return createStream(caller, { ...source, idOf: ({ id }) => String(id), isBodyOptional: true }, options);
    },
    values: (projectId, query, options) =>
      createStream(caller, valuesAt({ ...all(projectId, "values/"), query }), options),
  };
}

function createWrites(caller: Caller): Pick<PersonsApi, Writes> {
  const act = <S extends z.ZodType>(
    at: ReturnType<typeof all>,
    body: unknown,
    answer: S,
    options: CallOptions | undefined,
  ): Promise<z.output<S> | undefined> => caller.write({ method: "POST", ...at, body, answer, ...options });
  return {
    update: (projectId, personId, body, options) =>
      caller.write({ method: "PATCH", ...one(projectId, personId), body, answer: personSchema, ...options }),
    delete: (projectId, personId, settings, options) => {
      const query = queryOf({ delete_events: settings?.delete_events });
      return caller.remove({ ...one(projectId, personId), query, ...options });
    },
    deleteProperty: (projectId, personId, key, options) => {
      const body = { $unset: key };
      const at = { ...one(projectId, personId, "delete_property/"), query: documentedQueryOf(body) };
      return act(at, body, successSchema, options);
    },
    split: (projectId, personId, settings, options) =>
      act(one(projectId, personId, "split/"), { ...settings }, successSchema, options),
    updateProperty: async (projectId, personId, key, value, options) => {
      const body = { key, value };
      const at = { ...one(projectId, personId, "update_property/"), query: documentedQueryOf(body) };
      await act(at, body, z.unknown(), options);
    },
    bulkDelete: (projectId, { delete_events, ...people }, options) => {
      const body = { ...people, ...(delete_events === true ? { delete_events } : {}) };
      const at = { ...all(projectId, "bulk_delete/"), query: documentedQueryOf(body) };
      return act(at, body, bulkDeletionSchema, options);
    },
  };
}
