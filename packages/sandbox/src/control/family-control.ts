import type { z } from "zod";
import type { ControlRoute } from "../family.ts";
import type { World } from "../world.ts";
import { controlError } from "./control-error.ts";

/**
 * Calls a control route of a family, such as `POST invites/:id/accept`.
 *
 * @throws ControlError 404 when there is none, 400 when the body does not fit
 */
export function callControl(
  world: World,
  routes: readonly ControlRoute[],
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: unknown },
): unknown {
  const [below = "", query = ""] = path.split("?");
  for (const route of routes) {
    const parameters = route.method === method ? matchPath(route.path, below) : undefined;
    if (parameters === undefined) continue;
    const read = route.body === undefined ? body : readControlBody(route.body, body ?? {});
    const request = { parameters, query: Object.fromEntries(new URLSearchParams(query)), body: read };
    return world.store.transaction(() => route.handle(world, request));
  }
  throw controlError(404, `The control plane has no ${method} ${below}.`);
}

/** Reads a body; the first thing wrong with it is named. */
export function readControlBody(schema: z.ZodType, body: unknown): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? "body" : issue.path.join(".");
  throw controlError(400, `${where}: ${issue?.message ?? "not readable"}.`);
}

/** The parameters of a path that fits a template such as `invites/:id/accept`, with or without a final slash. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const parts = path.replace(/\/$/, "").split("/").map(decodePart);
  const pattern = template.split("/");
  if (parts.length !== pattern.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (expected.startsWith(":")) parameters[expected.slice(1)] = part;
    else if (expected !== part) return undefined;
  }
  return parameters;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw controlError(400, `${part} is not encoded as a part of a path should be.`);
  }
}
