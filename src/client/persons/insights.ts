import type { Caller } from "../caller.ts";
import { peopleOf, retainedOf } from "../pages.ts";
import type { PageSchema } from "../pages.ts";
import type { ListOptions } from "../pagination.ts";
import type { ProjectId } from "../scopes.ts";
import { createStream } from "../stream.ts";
import type { Stream, StreamSource } from "../stream.ts";
import type {
  ActorQuery,
  EntityQuery,
  FunnelCorrelationQuery,
  FunnelQuery,
  LifecycleQuery,
  PathQuery,
  RetentionQuery,
  StickinessQuery,
} from "./actor-queries.ts";
import { actorSchema, retainedSchema } from "./person-wire.ts";
import type { ActorWire, RetainedWire } from "./person-wire.ts";

/**
 * Requests for the people behind the numbers of an insight.
 *
 * The running service refuses scoped keys for all of them (`key_not_allowed`). For other keys, it returns 500 to
 * `lifecycle` and `stickiness`, and no longer has `path` and `retention`. Requests sent as POST also only read, so they
 * are sent again after a lost response.
 *
 * @source departures 2025-08; live-persons-and-events 1.3, 3.14
 */
export interface PersonInsightsApi {
  /** People who reached or left a step of a funnel. */
  funnel(projectId: ProjectId, query?: FunnelQuery, options?: ListOptions): Stream<ActorWire>;
  /** The same with the query in the body. */
  queryFunnel(projectId: ProjectId, query?: FunnelQuery, options?: ListOptions): Stream<ActorWire>;
  /** People behind a correlation in a funnel. */
  funnelCorrelation(projectId: ProjectId, query?: FunnelCorrelationQuery, options?: ListOptions): Stream<ActorWire>;
  /** The same with the query in the body. */
  queryFunnelCorrelation(
    projectId: ProjectId,
    query?: FunnelCorrelationQuery,
    options?: ListOptions,
  ): Stream<ActorWire>;
  /** People who are new, returning, resurrecting or dormant on a date. */
  lifecycle(projectId: ProjectId, query: LifecycleQuery, options?: ListOptions): Stream<ActorWire>;
  /** People on a path. */
  path(projectId: ProjectId, query?: PathQuery, options?: ListOptions): Stream<ActorWire>;
  /** The same with the query in the body. */
  queryPath(projectId: ProjectId, query?: PathQuery, options?: ListOptions): Stream<ActorWire>;
  /** People and the intervals in which they came back. */
  retention(projectId: ProjectId, query?: RetentionQuery, options?: ListOptions): Stream<RetainedWire>;
  /** People who did something on a number of days. */
  stickiness(projectId: ProjectId, query: StickinessQuery, options?: ListOptions): Stream<ActorWire>;
  /** People behind a point of a trend. */
  trends(projectId: ProjectId, query: EntityQuery, options?: ListOptions): Stream<ActorWire>;
}

type Question<T> = Pick<StreamSource<T>, "query" | "body" | "sizeParameter">;

/** Creates the insight requests. */
export function createPersonInsightsApi(caller: Caller): PersonInsightsApi {
  const streamOf = <T>(
    projectId: ProjectId,
    path: string,
    rows: { readonly page: PageSchema<T>; readonly idOf: (row: T) => string },
    question: Question<T>,
    options: ListOptions | undefined,
  ): Stream<T> => {
    const source = { route: `/api/projects/{project_id}/persons/${path}`, params: { project_id: projectId } };
    return createStream(caller, { ...source, ...rows, ...question, isBodyOptional: true }, options);
  };
  const people = { page: peopleOf(actorSchema), idOf: ({ id }: ActorWire) => String(id) };
  const retained = { page: retainedOf(retainedSchema), idOf: ({ person }: RetainedWire) => String(person.id) };
  const correlation = { sizeParameter: "funnel_correlation_person_limit" };
  return {
    funnel: (projectId, query, options) => streamOf(projectId, "funnel/", people, { query: { ...query } }, options),
    queryFunnel: (projectId, query, options) => streamOf(projectId, "funnel/", people, inBody(query), options),
    funnelCorrelation: (projectId, query, options) =>
      streamOf(projectId, "funnel/correlation/", people, { query: { ...query }, ...correlation }, options),
    queryFunnelCorrelation: (projectId, query, options) =>
      streamOf(projectId, "funnel/correlation/", people, { ...inBody(query), ...correlation }, options),
    lifecycle: (projectId, query, options) =>
      streamOf(projectId, "lifecycle/", people, { query: { ...query } }, options),
    path: (projectId, query, options) => streamOf(projectId, "path/", people, { query: { ...query } }, options),
    queryPath: (projectId, query, options) => streamOf(projectId, "path/", people, inBody(query), options),
    retention: (projectId, query, options) =>
      streamOf(projectId, "retention/", retained, { query: { ...query } }, options),
    stickiness: (projectId, query, options) =>
      streamOf(projectId, "stickiness/", people, { query: { ...query } }, options),
    trends: (projectId, query, options) => streamOf(projectId, "trends/", people, { query: { ...query } }, options),
  };
}

/**
 * A query in the body, without its offset: the body wins over the URL's query, so an offset in it would return the same
 * page again and again.
 */
function inBody<T>(
  query: Pick<ActorQuery & FunnelCorrelationQuery, "offset" | "funnel_correlation_person_offset"> = {},
): Question<T> {
  const { offset, funnel_correlation_person_offset, ...body } = query;
  return { query: { offset, funnel_correlation_person_offset }, body };
}
