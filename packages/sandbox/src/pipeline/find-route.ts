import { type Dialect, isIn } from "../dialects.ts";
import { CONTRACT_OPERATIONS } from "../wire/contract-operations.generated.ts";
import type { AnswerSpec } from "../wire/check-response.ts";
import type { Answer, Exchange } from "./exchange.ts";
import type { CallLimit } from "./rate-limiter.ts";

/**
 * What a scoped key needs for an operation: a scope, several, nothing, or a key without scopes; a function where it
 * depends on the request. "public" needs no key at all; "no key" is for sessions alone, which the sandbox has none of.
 */
export type ScopeRule = string | readonly string[] | "any key" | "no scoped key" | "no key" | "public";

/** One method of a route. */
export type Operation = {
  readonly scope: ScopeRule | ((exchange: Exchange) => ScopeRule);
  /** Finds what the path is below (404) and checks the key's limits; runs before a missing scope is refused. */
  readonly locate?: (exchange: Exchange) => void;
  /** Refuses by throwing; runs before throttling, as in the service. */
  readonly authorize: (exchange: Exchange) => void;
  readonly handle: (exchange: Exchange) => Answer;
  readonly answers: Answers;
  readonly isList?: boolean;
  /** First dialect that has the method, where the path is older. */
  readonly since?: Dialect;
  /** Last dialect that has the method, where the path lives on. */
  readonly until?: Dialect;
};

/** What a successful answer holds, by dialect; in 2026-09 as in 2025-08 when absent. */
export type Answers = Readonly<Record<"documented" | "2025-08", AnswerSpec>> & { readonly "2026-09"?: AnswerSpec };

/** The same answer in all dialects. */
export function inAll(answer: AnswerSpec): Answers {
  return { documented: answer, "2025-08": answer };
}

/** What a successful answer of an operation holds in a dialect. */
export function answerIn({ answers }: Operation, dialect: Dialect): AnswerSpec {
  return answers[dialect] ?? answers["2025-08"];
}

/** The operation of a route under a method, where the dialect has both. */
export function operationIn(route: Route | undefined, method: string, dialect: Dialect): Operation | undefined {
  if (route === undefined || !isIn(dialect, route)) return undefined;
  const operation = route.operations[method];
  return operation !== undefined && isIn(dialect, operation) ? operation : undefined;
}

/** One path with everything that is served there. */
export type Route = {
  readonly template: string;
  /** Title in the answer to OPTIONS. */
  readonly title: string;
  /** Value of the Allow header, in the service's order. */
  readonly allow: string;
  readonly operations: Readonly<Record<string, Operation>>;
  /** Also answers `?format=csv`, a path ending in `.csv` and `Accept: text/csv`. */
  readonly csv?: boolean;
  /** Scope with which a key is told that a method is not allowed; without one only keys without scopes are. */
  readonly scopeOfOthers?: Operation["scope"];
  /** Value of the Vary header where it is not "origin". */
  readonly vary?: string;
  /** Long answers to GET may be compressed, which Vary says. */
  readonly compressible?: (path: string) => boolean;
  /** First dialect that has the path. */
  readonly since?: Dialect;
  /** Last dialect that has the path: later a route with a parameter in this place is found, or none. */
  readonly until?: Dialect;
  /** Served as long as the setting of this name is on. */
  readonly isServedWhile?: "pipelineItems";
  /** Limits of its own for the calls of a key. */
  readonly limits?: readonly CallLimit[];
};

/** Where a request goes: a served route, a known path that is refused, or nowhere. */
export type RouteMatch = {
  readonly kind: "served" | "refused" | "unknown";
  /** Template of the path, for counting and for faults. */
  readonly template: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly route?: Route;
};

/** Template under which unknown paths are counted. */
export const UNKNOWN_PATH = "(unknown path)";

type Candidate = { readonly segments: readonly string[]; readonly template: string; readonly route?: Route };

/** Finds routes by decoded path; literal segments win over parameters. */
export type Router = {
  /** Among the routes that are there; among all of all dialects when absent. */
  find(path: string, isThere?: (route: Route) => boolean): RouteMatch;
  /** All templates that exist, served or refused. */
  readonly templates: readonly string[];
};

/** Builds the router from the served routes and the contract's list of paths. */
export function createRouter(routes: readonly Route[]): Router {
  const served = routes.map((route) => ({ template: route.template, route }));
  const servedShapes = new Set(routes.map((route) => templateShape(route.template)));
  const refused = [...new Set(CONTRACT_OPERATIONS.map(([, template]) => template))]
    .filter((template) => !servedShapes.has(templateShape(template)))
    .map((template) => ({ template }));
  const sorted: Candidate[] = [...served, ...refused]
    .map((entry) => ({ ...entry, segments: splitPath(entry.template) }))
    .sort((left, right) => parameterCount(left) - parameterCount(right));
  const byLength = new Map<number, Candidate[]>();
  for (const candidate of sorted) {
    const { length } = candidate.segments;
    byLength.set(length, [...(byLength.get(length) ?? []), candidate]);
  }
  return {
    templates: sorted.map((candidate) => candidate.template),
    find(path, isThere) {
      const segments = splitPath(path);
      const plain =
        segments.at(-1)?.endsWith(".csv") === true ? [...segments.slice(0, -1), withoutSuffix(segments)] : segments;
      for (const candidate of byLength.get(segments.length) ?? []) {
        if (isThere !== undefined && candidate.route !== undefined && !isThere(candidate.route)) continue;
        const parameters = matchSegments(candidate.segments, candidate.route?.csv === true ? plain : segments);
        if (parameters === undefined) continue;
        if (candidate.route === undefined) return { kind: "refused", template: candidate.template, parameters };
        return { kind: "served", template: candidate.template, parameters, route: candidate.route };
      }
      return { kind: "unknown", template: UNKNOWN_PATH, parameters: {} };
    },
  };
}

/** A template without the names of its parameters, for comparing templates written by different people. */
export function templateShape(template: string): string {
  return `/${splitPath(template)
    .map((segment) => (segment.startsWith(":") ? ":" : segment))
    .join("/")}/`;
}

/** Splits a path; one final slash is optional, as in the service. @source live service 2025-08, departures */
function splitPath(path: string): string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}

function withoutSuffix(segments: readonly string[]): string {
  return (segments.at(-1) ?? "").replace(/\.csv$/, "");
}

function parameterCount(candidate: Candidate): number {
  return candidate.segments.filter((segment) => segment.startsWith(":")).length;
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith(":")) {
      if (segment === "") return undefined;
      parameters[expected.slice(1)] = segment;
    } else if (expected !== segment) return undefined;
  }
  return parameters;
}
