import { isApiError, isTransportError, mayHaveBeenApplied } from "../../client/errors.ts";
import type { AnyResource } from "../../model/definition.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Operation } from "../operation.ts";
import type { Wire } from "../session/list-cache.ts";

/** A text for what is rationed: one for each list of the resources that share it. */
export function rationKey({ ration, collection }: AnyResource, at: IdentityParts): string {
  return JSON.stringify([ration?.name ?? "", ...(collection?.scope ?? []).map((part) => at[part] ?? "")]);
}

/** The object as it stands while nothing of its ration is left; undefined when a request may be sent. */
export function deferredNow({ definition, at, inputs, context }: Operation, wire?: Wire): Wire | undefined {
  const { ration } = definition;
  if (ration === undefined || (wire !== undefined && !ration.takes(wire))) return undefined;
  const dueAt = context.session.rations.until(rationKey(definition, at));
  return dueAt === undefined ? undefined : ration.deferred(inputs, dueAt, wire);
}

/** The object as it stands after a refused request, when the refusal is for the ration; undefined for any other error. */
export async function deferredBy(operation: Operation, error: unknown, wire?: Wire): Promise<Wire | undefined> {
  const { definition, at, inputs, context } = operation;
  const { ration } = definition;
  if (ration === undefined || (wire !== undefined && !ration.takes(wire))) return undefined;
  const waitMs = waitOf(error);
  if (waitMs === undefined || !(await isOfRation(operation, error))) return undefined;
  return ration.deferred(inputs, context.session.rations.refused(rationKey(definition, at), waitMs), wire);
}

/** Whether a refusal says that nothing of the ration is left. */
export async function isOfRation({ definition, at, context }: Operation, error: unknown): Promise<boolean> {
  const { session, call } = context;
  if (definition.ration === undefined || waitOf(error) === undefined) return false;
  try {
    return await definition.ration.isKept(at, session.serviceContext(call));
  } catch {
    // What cannot be told is no refusal for the ration: the first error is thrown.
    return false;
  }
}

/** How long the service, or a fleet in its place, asks to wait, when it surely did nothing. */
function waitOf(error: unknown): number | undefined {
  if (mayHaveBeenApplied(error)) return undefined;
  if (isApiError(error)) return error.category === "rateLimited" ? error.retryAfterMs : undefined;
  return isTransportError(error) && error.code === "budget_used_up" ? error.retryAfterMs : undefined;
}
