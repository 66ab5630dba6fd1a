import type { z } from "zod";
import type { ControlRequest, ControlRoute } from "../family.ts";
import { isParameter, type ParameterName } from "../pipeline/path-template.ts";
import { pathText, queryText } from "../pipeline/request-path.ts";
import type { World } from "../world.ts";

/** A refusal of the control plane with its HTTP status. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Makes a refusal of the control plane. */
export function controlError(status: number, message: string): ControlError {
  return new ControlError(status, message);
}

/** A route without a body, or that ignores its body: its handler knows the parameters of its path. */
export function controlRoute<const Path extends string>(
  method: ControlRoute["method"],
  path: Path,
  handle: (world: World, request: ControlRequest<ParameterName<Path>>) => unknown,
): ControlRoute {
  return {
    method,
    path,
    handle: (world, { parameters, ...request }) =>
      handle(world, { ...request, parameters: parametersOf(path, parameters) }),
  };
}

/** A route whose handler gets the body as its schema parsed it. */
export function controlRouteWith<const Path extends string, Schema extends z.ZodType>(
  method: ControlRoute["method"],
  path: Path,
  schema: Schema,
  handle: (world: World, request: ControlRequest<ParameterName<Path>, z.output<Schema>>) => unknown,
): ControlRoute {
  return {
    method,
    path,
    handle: (world, { parameters, query, body }) =>
      handle(world, {
        parameters: parametersOf(path, parameters),
        query,
        body: readControlBody(schema, body ?? {}),
      }),
  };
}

/** The given values: fields that a patch leaves unchanged aren't included. */
export function givenIn<Values extends object>(
  values: Values,
): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  const given = { ...values };
  for (const [name, value] of Object.entries(values)) if (value === undefined) Reflect.deleteProperty(given, name);
  if (isGiven(given)) return given;
  throw new Error("A value that was taken out is there");
}

function isGiven<Values extends object>(
  values: Values,
): values is Values & { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  return Object.values(values).every((value) => value !== undefined);
}

/** The parameters under their names in a path. */
export function parametersOf<const Path extends string>(
  path: Path,
  parameters: Readonly<Record<string, string>>,
): Readonly<Record<ParameterName<Path>, string>> {
  if (hasParametersOf(path, parameters)) return parameters;
  throw new Error(`${path} was called without its parameters`);
}

function hasParametersOf<const Path extends string>(
  path: Path,
  parameters: Readonly<Record<string, string>>,
): parameters is Readonly<Record<string, string>> & Readonly<Record<ParameterName<Path>, string>> {
  const names = path.split("/").filter(isParameter);
  return names.every((name) => parameters[name.slice(1)] !== undefined);
}

/**
 * Calls a control route of a family, such as `POST invites/:id/accept`.
 *
 * @throws ControlError 404 if there is none, 400 if the body doesn't match
 */
export function callControl(
  world: World,
  routes: readonly ControlRoute[],
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: unknown },
): unknown {
  const below = pathText(path);
  for (const route of routes) {
    const parameters = route.method === method ? matchPath(route.path, below) : undefined;
    if (parameters === undefined) continue;
    const request = { parameters, query: Object.fromEntries(new URLSearchParams(queryText(path))), body };
    return world.store.transaction(() => route.handle(world, request));
  }
  throw controlError(404, `The control plane has no ${method} ${below}.`);
}

/** Reads a body; the error names the first problem. */
export function readControlBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? "body" : issue.path.join(".");
  throw controlError(400, `${where}: ${issue?.message ?? "can't be read"}.`);
}

/** The parameters of a path that matches a template such as `invites/:id/accept`, with or without a final slash. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const parts = path.replace(/\/$/, "").split("/").map(decodePart);
  const pattern = template.split("/");
  if (parts.length !== pattern.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (isParameter(expected)) parameters[expected.slice(1)] = part;
    else if (expected !== part) return undefined;
  }
  return parameters;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw controlError(400, `${part} isn't a correctly encoded path segment.`);
  }
}
