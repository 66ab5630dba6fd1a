import * as z from "zod";
import type { CallOptions, Caller } from "./caller.ts";
import { rowsOf } from "./pages.ts";
import type { ListOptions } from "./pagination.ts";
import { type PropertyFilter, type PropertyValueWire, valuesAt } from "./property-values.ts";
import { queryOf } from "./query.ts";
import type { ProjectId } from "./scopes.ts";
import { createStream, type Stream } from "./stream.ts";
import { instantText, jsonObject, jsonOrText, nonEmptyText } from "./wire.ts";

const ROUTE = "/api/projects/{project_id}/events/";
const ROUTE_ONE = "/api/projects/{project_id}/events/{event_id}/";
const ROUTE_VALUES = "/api/projects/{project_id}/events/values/";

const eventSchema = z.looseObject({
  id: nonEmptyText,
  distinct_id: z.string(),
  properties: jsonOrText(jsonObject.default({})),
  /** Its name. */
  event: z.string(),
  timestamp: instantText,
  /** The person who caused it, with one distinct ID and at most email and names; `null` if unknown or not requested. */
  person: jsonOrText(jsonObject.nullable().default(null)),
  /** The clicked element and those around it. */
  elements: jsonOrText(z.array(jsonObject).nullable().default([])).transform((elements) => elements ?? []),
  elements_chain: z
    .string()
    .nullable()
    .default("")
    .transform((text) => text ?? ""),
});

/**
 * An event as the service sends it; undeclared fields are kept unchanged.
 *
 * The contract has strings for all of them; the service sends objects and lists. Both are accepted.
 *
 * @source contract "Event"; live-persons-and-events 2.3, flows 10 (observed 2026-11-20)
 */
export type EventWire = z.output<typeof eventSchema>;

/** Selects events; all by default. */
export interface EventQuery {
  /** Later than this: ISO 8601, or relative to now such as `-7d`. */
  readonly after?: string | undefined;
  /** Earlier than this: ISO 8601, or relative to now such as `-2h`; 5 seconds from now by the server-side default. */
  readonly before?: string | undefined;
  readonly distinct_id?: string | number | undefined;
  /** Name of the event. */
  readonly event?: string | undefined;
  /** Number or UUID of a person. */
  readonly person_id?: string | number | undefined;
  readonly properties?: readonly PropertyFilter[] | undefined;
  /** Index of the first row, 0 to 50000. */
  readonly offset?: number | undefined;
  /** Expressions to return. The contract shows it as experimental; the running service ignores it. */
  readonly select?: readonly string[] | undefined;
  /** Expressions that must hold. The contract shows it as experimental; the running service ignores it. */
  readonly where?: readonly string[] | undefined;
  /** Fills `person`, which newer services omit by default. */
  readonly include_person?: boolean | undefined;
}

/** Selects values of an event property. */
export interface EventValueQuery {
  /** Name of the property; `custom_event` for the names of events. */
  readonly key: string;
  /** Part of the value, in any case. */
  readonly value?: string | undefined;
  /** Names of events; newer services require at least one. */
  readonly event_name?: readonly string[] | undefined;
  /** The key is a column: `event`, `distinct_id` or `person_id`. */
  readonly is_column?: boolean | undefined;
}

/** Requests under `/api/projects/{project_id}/events/`; the service has them for old clients. */
export interface EventsApi {
  /**
   * Events, latest first, read during the iteration; `pageSize` is the service's `limit`.
   *
   * Events with exactly the same time at the boundary of a page aren't lost: pages overlap by a millisecond, and rows
   * that were already returned are dropped.
   *
   * @throws invalid_input for properties that aren't filters
   */
  list(projectId: ProjectId, query?: EventQuery, options?: ListOptions): Stream<EventWire>;
  /**
   * Reads one event.
   *
   * @param eventId - its UUID
   * @throws not_found if the project has no such event
   */
  get(
    projectId: ProjectId,
    eventId: string,
    query?: Pick<EventQuery, "include_person">,
    options?: CallOptions,
  ): Promise<EventWire>;
  /** At most 10 values that a property had in the last 7 days. */
  values(projectId: ProjectId, query: EventValueQuery, options?: CallOptions): Stream<PropertyValueWire>;
}

/** Creates the event requests. */
export function createEventsApi(caller: Caller): EventsApi {
  return {
    list: (projectId, query, options) => {
      const source = {
        route: ROUTE,
        params: { project_id: projectId },
        query: { ...query },
        page: rowsOf(eventSchema),
        idOf: (event: EventWire) => event.id,
        timeOf: (event: EventWire) => event.timestamp,
      };
      return createStream(caller, source, options);
    },
    get: (projectId, eventId, query, options) =>
      caller.read({
        route: ROUTE_ONE,
        params: { project_id: projectId, event_id: eventId },
        query: queryOf({ ...query }),
        answer: eventSchema,
        ...options,
      }),
    values: (projectId, query, options) => {
      const source = { route: ROUTE_VALUES, params: { project_id: projectId }, query: { ...query } };
      return createStream(caller, valuesAt({ ...source, repeated: ["event_name"] }), options);
    },
  };
}
