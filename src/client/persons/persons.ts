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
 * Requests under `/api/projects/{project_id}/persons/`.
 *
 * Events create persons. Changes of properties are events too: the service responds before it applies them, and a
 * success doesn't guarantee that it will. @source live-persons-and-events 1.10, 3.3
 */
export interface PersonsApi extends PersonInsightsApi {
  /**
   * Persons, newest first, read during the iteration; `pageSize` is the service's `limit`.
   *
   * A page can have fewer rows than requested, and the last one can be empty: the index still counts persons that were
   * deleted recently.
   */
  list(projectId: ProjectId, query?: PersonQuery, options?: ListOptions): Stream<PersonWire>;
  /**
   * Reads one person.
   *
   * @throws not_found if the project has no such person
   */
  get(projectId: ProjectId, personId: PersonId, options?: CallOptions): Promise<PersonWire>;
  /**
   * Sets the given properties and keeps the others; `undefined` if the service sent no person, which is usual.
   *
   * Not sent again after a lost response, although a second request would change nothing.
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
   * @param settings - `delete_events` also queues the person's events for deletion, which runs on Sundays at 05:00
   *   UTC
   * @throws not_found if it doesn't exist; after a lost response, our own first attempt succeeded
   */
  delete(
    projectId: ProjectId,
    personId: PersonId,
    settings?: { readonly delete_events?: boolean | undefined },
    options?: CallOptions,
  ): Promise<void>;
  /** The activity of all persons, newest first; includes deleted persons. */
  allActivity(projectId: ProjectId, options?: ListOptions): Stream<ActivityWire>;
  /**
   * The activity of one person, newest first.
   *
   * @throws not_found after the person was deleted
   */
  activity(projectId: ProjectId, personId: PersonId, options?: ListOptions): Stream<ActivityWire>;
  /**
   * Removes a property; succeeds if the person doesn't have it. `undefined` for an empty response.
   *
   * @throws unavailable (500) if the project has no such person
   */
  deleteProperty(
    projectId: ProjectId,
    personId: PersonId,
    key: string,
    options?: CallOptions,
  ): Promise<SuccessWire | undefined>;
  /** How the person's properties changed; `undefined` for an empty response. Refuses scoped keys (`key_not_allowed`). */
  propertiesTimeline(
    projectId: ProjectId,
    personId: PersonId,
    query?: ActorQuery,
    options?: CallOptions,
  ): Promise<TimelineWire | undefined>;
  /**
   * Makes a separate person of each distinct ID except one; can't be undone. `undefined` for an empty response.
   *
   * @param settings - `main_distinct_id` stays with the person and its properties. Without it, the first distinct ID
   *   stays, and the running service removes the person's properties. If the person doesn't have it, the person keeps
   *   no distinct ID.
   * @source flows 10:108-128 (observed 2026-11-20)
   */
  split(
    projectId: ProjectId,
    personId: PersonId,
    settings?: { readonly main_distinct_id?: string | undefined },
    options?: CallOptions,
  ): Promise<SuccessWire | undefined>;
  /**
   * Sets one property. Key and value are sent in the body, and also in the URL if they fit.
   *
   * @param value - any JSON except `null`, which the running service refuses
   */
  updateProperty(
    projectId: ProjectId,
    personId: PersonId,
    key: string,
    value: unknown,
    options?: CallOptions,
  ): Promise<void>;
  /**
   * Deletes up to 1000 persons and skips unknown ones. `undefined` if the service sent no summary.
   *
   * Safe to repeat: persons that are gone are skipped. The IDs are sent in the body, and also in the URL if they fit.
   *
   * @throws invalid_input for none, or more than 1000
   */
  bulkDelete(
    projectId: ProjectId,
    body: BulkDeletionBody,
    options?: CallOptions,
  ): Promise<BulkDeletionWire | undefined>;
  /** The cohorts that contain a person; the running service returns 500. @source departures 2025-08 */
  cohorts(projectId: ProjectId, query: { readonly person_id: PersonId }, options?: CallOptions): Stream<CohortWire>;
  /** At most 20 values of a property, most frequent first. */
  values(
    projectId: ProjectId,
    query: { readonly key: string; readonly value?: string | undefined },
    options?: CallOptions,
  ): Stream<PropertyValueWire>;
}

/** Creates the person requests. */
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
      // Without a type, the service treats a condition as one about events.
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
