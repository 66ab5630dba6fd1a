import type { KeyRow, ProjectRow, UserRow } from "../store/rows.ts";
import type { World } from "../world.ts";
import type { ServiceError } from "./service-error.ts";
import type { RouteMatch } from "./find-route.ts";

/** A request as it came from the socket. */
export type IncomingRequest = {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bodyBytes: Buffer;
};

/** An answer before it is written. `body` is JSON; `undefined` means none; `text` is sent as it stands instead. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
};

/** The body as the service sees it, or why it cannot be read. */
export type ParsedBody = { readonly data: unknown } | { readonly error: ServiceError };

/** One request on its way through the pipeline; each step fills in what later steps need. */
export type Exchange = {
  readonly world: World;
  readonly request: IncomingRequest;
  /** Headers of every answer to a path of an older name. */
  readonly pathHeaders: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: ParsedBody;
  readonly match: RouteMatch;
  user?: UserRow;
  key?: KeyRow;
  /** Organization that the path names, once permission was given. */
  organizationId?: string;
  /** Project that the path names, once permission was given. */
  project?: ProjectRow;
  answer?: Answer | undefined;
  /** Upper bound for the rows of a page, set by the short-page fault. */
  maxPageRows?: number;
};

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

/** The body's value; throws the service's refusal when it could not be read. */
export function bodyOf(exchange: Exchange): unknown {
  if ("error" in exchange.body) throw exchange.body.error;
  return exchange.body.data;
}
