import { type Exchange, hasParameter } from "../pipeline/exchange.ts";
import { operationIn } from "../pipeline/route.ts";
import { KINDS_OF_OBJECTS } from "./resources.ts";

/** What a request below a project needs access to. */
export type Asked = {
  /** Kind of resource, by the name in rules and scopes. */
  readonly resource: string;
  readonly least: "viewer" | "editor";
  /** Whether it creates an object. */
  readonly isCreate: boolean;
};

/** Kinds by the segment of the path below a project. @source service 2026-09, cross-cutting.md, scope objects */
const SCOPE_OBJECTS: Readonly<Record<string, string>> = {
  batch_exports: "batch_export",
  events: "query",
  hog_functions: "hog_function",
  integrations: "integration",
  persons: "person",
};

/**
 * The access that a request needs, by its path, method, and the scopes of its operation; undefined without a kind.
 *
 * @source service 2026-09, access-control.md, what the routes do with it, a and c
 */
export function askedOf(exchange: Exchange): Asked | undefined {
  const [part = "", ...rest] = exchange.match.template
    .replace(/^\/api\/(?:projects|environments)\/:project_id\//u, "")
    .split("/");
  const resource = hasParameter(exchange, "resources")
    ? KINDS_OF_OBJECTS[exchange.match.parameters.resources]
    : SCOPE_OBJECTS[part];
  if (resource === undefined) return undefined;
  const isOfAll = rest.join("") === "";
  return { resource, least: levelAsked(exchange), isCreate: isOfAll && exchange.request.method === "POST" };
}

/** Writing needs more access than reading; without declared scopes, the method decides. */
function levelAsked({ match, request, world }: Exchange): "viewer" | "editor" {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const declared = operationIn(match.route, method, world.dialect)?.scope;
  const scopes = [declared].flat().filter((scope) => typeof scope === "string" && scope.includes(":"));
  const isWrite = scopes.length > 0 ? scopes.some((scope) => String(scope).endsWith(":write")) : method !== "GET";
  return isWrite ? "editor" : "viewer";
}
