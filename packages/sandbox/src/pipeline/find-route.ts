import { CONTRACT_OPERATIONS } from "../wire/contract-operations.generated.ts";
import type { Route, RouteMatch } from "./exchange.ts";
import { UNKNOWN_PATH, isParameter, matchSegments, splitPath, templateShape } from "./path-template.ts";

type Candidate = { readonly segments: readonly string[]; readonly template: string; readonly route?: Route };

/** Finds routes by decoded path; literal segments win over parameters. */
export type Router = {
  /** Searches the existing routes; by default, all routes of all dialects. */
  find(path: string, isThere?: (route: Route) => boolean): RouteMatch;
  /** All templates, supported or refused. */
  readonly templates: readonly string[];
};

/** Builds the router from the supported routes and the contract's list of paths. */
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
        const parameters = matchSegments(candidate.segments, candidate.route?.csv === true ? plain : segments);
        if (parameters === undefined) continue;
        if (isThere !== undefined && candidate.route !== undefined && !isThere(candidate.route)) continue;
        if (candidate.route === undefined) return { kind: "refused", template: candidate.template, parameters };
        return { kind: "served", template: candidate.template, parameters, route: candidate.route };
      }
      return { kind: "unknown", template: UNKNOWN_PATH, parameters: {} };
    },
  };
}

function withoutSuffix(segments: readonly string[]): string {
  return (segments.at(-1) ?? "").replace(/\.csv$/, "");
}

function parameterCount(candidate: Candidate): number {
  return candidate.segments.filter(isParameter).length;
}
