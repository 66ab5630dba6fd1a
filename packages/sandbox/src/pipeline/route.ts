import { type Dialect, isIn } from "../dialects.ts";
import type { AnswerSpec } from "../wire/check-response.ts";
import type { World } from "../world.ts";
import type { Answers, Exchange, Operation, Route } from "./exchange.ts";
import type { ParameterName } from "./path-template.ts";

/** Declares a route: its functions can read only the parameters that the template names. */
export function route<const Template extends string>(
  declared: Route<ParameterName<Template>> & { readonly template: Template },
): Route {
  return withParameters<ParameterName<Template>>(declared);
}

/** Prefixes of all routes below a project. @source live notes on persons and events, 1.1 */
const PREFIXES = ["/api/projects/:project_id/", "/api/environments/:project_id/"] as const;

/** The same route below `projects` and below `environments`; `suffix` is the rest of the path, such as "persons/". */
export function underProject<const Suffix extends string>(
  suffix: Suffix,
  declared: Omit<Route<"project_id" | ParameterName<Suffix>>, "template">,
): Route[] {
  return PREFIXES.map((prefix) =>
    withParameters<"project_id" | ParameterName<Suffix>>({ ...declared, template: `${prefix}${suffix}` }),
  );
}

/** The route for a table of routes with any parameters: each function is called only if its parameters are present. */
function withParameters<Parameter extends string>(declared: Route<Parameter>): Route {
  const at =
    <Result>(run: (exchange: Exchange<Parameter>) => Result) =>
    (exchange: Exchange): Result => {
      if (isAt(exchange, declared)) return run(exchange);
      throw new Error(`${exchange.match.template} was taken for ${declared.template}`);
    };
  const operations = Object.entries(declared.operations).map(([method, operation]): [string, Operation] => {
    const { scope, locate, authorize, handle, ...facts } = operation;
    const functions = {
      scope: typeof scope === "function" ? at(scope) : scope,
      ...(locate === undefined ? {} : { locate: at(locate) }),
      authorize: at(authorize),
      handle: at(handle),
    };
    return [method, { ...facts, ...functions }];
  });
  return { ...declared, operations: Object.fromEntries(operations) };
}

/** The router took the parameters from the template that it matched, so an equal template has the same ones. */
function isAt<Parameter extends string>(
  exchange: Exchange,
  declared: Route<Parameter>,
): exchange is Exchange<Parameter> {
  return exchange.match.template === declared.template;
}

/** The same response in all dialects. */
export function inAll(answer: AnswerSpec): Answers {
  return { documented: answer, "2025-08": answer };
}

/** The contents of a successful response of an operation in a dialect. */
export function answerIn({ answers }: Operation, dialect: Dialect): AnswerSpec {
  return answers[dialect] ?? answers["2025-08"];
}

/** The operation of a route with a method, if the dialect has both. */
export function operationIn(served: Route | undefined, method: string, dialect: Dialect): Operation | undefined {
  if (served === undefined || !isIn(dialect, served)) return undefined;
  const operation = served.operations[method];
  return operation !== undefined && isIn(dialect, operation) ? operation : undefined;
}

/** Whether the service of the dialect, with its current settings, has a route. */
export function hasRoute(world: World, served: Route): boolean {
  const isSwitchedOff =
    served.isServedWhile !== undefined &&
    isIn(world.dialect, { since: "2026-09" }) &&
    !world.settings()[served.isServedWhile];
  return isIn(world.dialect, served) && !isSwitchedOff;
}
