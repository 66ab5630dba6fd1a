import type { IncomingHttpHeaders } from "node:http";
import type { Dialect } from "../dialects.ts";
import type { KeyRow, ProjectRow, UserRow } from "../store/rows.ts";
import type { AnswerSpec } from "../wire/check-response.ts";
import type { World } from "../world.ts";
import type { CallLimit } from "./rate-limiter.ts";
import type { ServiceError } from "./service-error.ts";

/** A request as it came from the socket. */
export type IncomingRequest = {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly url: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly bodyBytes: Buffer;
};

/** A response before it is written. `body` is JSON; `undefined` means none; `text` is sent unchanged instead of it. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
};

/** The body as the service sees it, or why it can't be read. */
export type ParsedBody = { readonly data: unknown } | { readonly error: ServiceError };

/**
 * One request on its way through the pipeline; each step fills in what later steps need.
 *
 * Code that reads a parameter of the path says so in its type, such as `Exchange<"id">`, so it can only be called on
 * routes whose template has the parameter.
 */
export type Exchange<Parameter extends string = never> = {
  readonly world: World;
  readonly request: IncomingRequest;
  /** Headers of every response to a path with an older name. */
  readonly pathHeaders: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: ParsedBody;
  readonly match: RouteMatch<Parameter>;
  user?: UserRow;
  key?: KeyRow;
  /** Organization in the path, after the permission check. */
  organizationId?: string;
  /** Project in the path, after the permission check. */
  project?: ProjectRow;
  answer?: Answer | undefined;
  /** Upper bound for the rows of a page, set by the short-page fault. */
  maxPageRows?: number;
};

/** The target of a request: a supported route, a known path that is refused, or nothing. */
export type RouteMatch<Parameter extends string = never> = {
  readonly kind: "served" | "refused" | "unknown";
  /** Template of the path, for counting and for faults. */
  readonly template: string;
  readonly parameters: Readonly<Record<Parameter, string>>;
  readonly route?: Route;
};

/**
 * What a scoped key needs for an operation: a scope, several, nothing, or an unscoped key; a function if it depends on
 * the request. "public" requires no key at all; "no key" is only for sessions, which the sandbox doesn't have.
 */
export type ScopeRule = string | readonly string[] | "any key" | "no scoped key" | "no key" | "public";

/** One method of a route whose path has these parameters. */
export type Operation<Parameter extends string = never> = {
  readonly scope: ScopeRule | ((exchange: Exchange<Parameter>) => ScopeRule);
  /** Finds the parent of the path (404) and checks the key's limits; runs before a missing scope is refused. */
  readonly locate?: (exchange: Exchange<Parameter>) => void;
  /** Refuses by throwing; runs before throttling, as in the service. */
  readonly authorize: (exchange: Exchange<Parameter>) => void;
  readonly handle: (exchange: Exchange<Parameter>) => Answer;
  readonly answers: Answers;
  readonly isList?: boolean;
  /** First dialect with the method, if the path is older. */
  readonly since?: Dialect;
  /** Last dialect with the method, if the path still exists later. */
  readonly until?: Dialect;
};

/** The contents of a successful response, by dialect; in 2026-09 by default as in 2025-08. */
export type Answers = Readonly<Record<"documented" | "2025-08", AnswerSpec>> & { readonly "2026-09"?: AnswerSpec };

/** One path with all its operations. */
export type Route<Parameter extends string = never> = {
  readonly template: string;
  /** Title in the response to OPTIONS. */
  readonly title: string;
  /** Value of the Allow header, in the service's order. */
  readonly allow: string;
  readonly operations: Readonly<Record<string, Operation<Parameter>>>;
  /** Whether it also supports `?format=csv`, a path ending in `.csv`, and `Accept: text/csv`. */
  readonly csv?: boolean;
  /** Scope that a key needs to be told that a method isn't allowed; without one, only unscoped keys are told. */
  readonly scopeOfOthers?: Operation["scope"];
  /** Value of the Vary header if it isn't "origin". */
  readonly vary?: string;
  /** Whether long responses to GET can be compressed, which Vary shows. */
  readonly compressible?: (path: string) => boolean;
  /** First dialect with the path. */
  readonly since?: Dialect;
  /** Last dialect with the path: later, a route with a parameter in this position matches, or none. */
  readonly until?: Dialect;
  /** Supported only while the setting with this name is on. */
  readonly isServedWhile?: "pipelineItems";
  /** Separate limits for requests with a key. */
  readonly limits?: readonly CallLimit[];
};

/** Whether the path has a parameter, for functions that handle routes with and without it. */
export function hasParameter<Parameter extends string>(
  exchange: Exchange,
  parameter: Parameter,
): exchange is Exchange<Parameter> {
  return parameter in exchange.match.parameters;
}

/** The calling user; present after authentication. */
export function callerOf(exchange: Exchange): UserRow {
  const user = exchange.user === undefined ? undefined : exchange.world.store.tables.users.get(exchange.user.id);
  if (user === undefined) throw new Error("no caller: authentication did not run");
  return user;
}

/** The organization in the path; present after permission. */
export function organizationIdOf(exchange: Exchange): string {
  if (exchange.organizationId === undefined) throw new Error("no organization: the route does not authorize in one");
  return exchange.organizationId;
}

/** The project in the path; present after `locateProject`. */
export function projectOf(exchange: Exchange): ProjectRow {
  if (exchange.project === undefined) throw new Error("no project: the route does not locate one");
  return exchange.project;
}

/** The body's value; throws the service's refusal if it couldn't be read. */
export function bodyOf(exchange: Exchange): unknown {
  if ("error" in exchange.body) throw exchange.body.error;
  return exchange.body.data;
}
