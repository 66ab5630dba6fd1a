import { isIn } from "../dialects.ts";
import type { Operation, Route, ScopeRule } from "../pipeline/exchange.ts";
import { templateShape } from "../pipeline/path-template.ts";
import { inAll } from "../pipeline/route.ts";
import { sandboxError } from "../pipeline/service-error.ts";
import { NEWER_OPERATIONS } from "../wire/newer-operations.generated.ts";

type Known = readonly [method: string, template: string, scope: ScopeRule];

const NEWEST = "2026-09";
const BELOW_ORGANIZATION = "/api/organizations/:organization_id/projects/:id/";
const DIRECT = "/api/projects/:id/";

/** One view serves a project under both paths. @source service 2026-09, cross-cutting.md, Environments */
const KNOWN: readonly Known[] = knownIn(NEWER_OPERATIONS).flatMap((known): Known[] => {
  const [method, template, scope] = known;
  const rest = [BELOW_ORGANIZATION, DIRECT].find((prefix) => template.startsWith(prefix));
  if (rest === undefined) return [known];
  const suffix = template.slice(rest.length);
  return [BELOW_ORGANIZATION, DIRECT].map((prefix): Known => [method, prefix + suffix, scope]);
});

/** Reads the lines `PATH METHOD=scope,scope METHOD=name-of-a-rule`. */
function knownIn(table: string): Known[] {
  return table
    .trim()
    .split("\n")
    .flatMap((line): Known[] => {
      const [template = "", ...methods] = line.split(" ");
      return methods.map((one): Known => {
        const [method = "", rule = ""] = one.split("=");
        return [method, template, ruleNamed(rule)];
      });
    });
}

function ruleNamed(rule: string): ScopeRule {
  return rule.includes(":") ? rule.split(",") : rule.replaceAll("-", " ");
}

/**
 * The routes, and all other routes that the service of 2026 is known to have: the required scopes are checked, and then
 * the response is 501. So a path that exists never looks absent, and never matches another route.
 */
export function withKnownOperations(routes: readonly Route[]): Route[] {
  const served = routes.filter((route) => isIn(NEWEST, route));
  const byShape = new Map(served.map((route) => [templateShape(route.template), route]));
  const lacking = new Map<string, { readonly template: string; readonly operations: Route["operations"] }>();
  for (const [method, template, scope] of KNOWN) {
    const shape = templateShape(template);
    const there = byShape.get(shape)?.operations[method];
    if (there !== undefined && isIn(NEWEST, there)) continue;
    const before = lacking.get(shape) ?? { template, operations: {} };
    const operations = { ...before.operations, [method]: notServed(method, template, scope) };
    lacking.set(shape, { ...before, operations });
  }
  const completed = routes.map((route): Route => {
    const shape = templateShape(route.template);
    const more = byShape.get(shape) === route ? lacking.get(shape) : undefined;
    return more === undefined ? route : { ...route, operations: { ...route.operations, ...more.operations } };
  });
  const others = [...lacking].filter(([shape]) => !byShape.has(shape));
  return [...completed, ...others.map(([, { template, operations }]) => routeOf(template, operations))];
}

function routeOf(template: string, operations: Route["operations"]): Route {
  return {
    template,
    title: "Not served",
    allow: `${Object.keys(operations).join(", ")}, OPTIONS`,
    since: NEWEST,
    operations,
  };
}

function notServed(method: string, template: string, scope: Operation["scope"]): Operation {
  const refuse = (): never => {
    const detail = `The service of 2026-09 has ${method} ${template}, but the sandbox doesn't support it.`;
    throw sandboxError(501, "not_implemented", detail);
  };
  return { scope, authorize: refuse, handle: refuse, answers: inAll({ kind: "nothing" }), since: NEWEST };
}
