import { isApiError, isTransportError, mayHaveBeenApplied } from "../../client/errors.ts";
import type { Operation } from "../operation.ts";
import type { Wire } from "../session/list-cache.ts";
import { hookOf } from "../../model/hook-of.ts";
import { quotaKey } from "../session/quotas.ts";

/** The pending form of the object while its quota is used up; undefined if a request can be sent. */
export function pendingNow({ definition, at, inputs, context }: Operation, wire?: Wire): Wire | undefined {
  const quota = hookOf(definition, "quota");
  if (quota === undefined || (wire !== undefined && !quota.takes(wire))) return undefined;
  const dueAt = context.session.quotas.until(quotaKey(definition, at));
  return dueAt === undefined ? undefined : quota.pending(inputs, dueAt, wire);
}

/** The pending form of the object after a refused request, if the refusal is about the quota; undefined for any other error. */
export async function pendingBy(operation: Operation, error: unknown, wire?: Wire): Promise<Wire | undefined> {
  const { definition, at, inputs, context } = operation;
  const quota = hookOf(definition, "quota");
  if (quota === undefined || (wire !== undefined && !quota.takes(wire))) return undefined;
  const waitMs = waitOf(error);
  if (waitMs === undefined || !(await isOfQuota(operation, error))) return undefined;
  return quota.pending(inputs, context.session.quotas.refused(quotaKey(definition, at), waitMs), wire);
}

/** Whether a refusal says that nothing of the quota is left. */
export async function isOfQuota({ definition, at, context }: Operation, error: unknown): Promise<boolean> {
  const { session, call } = context;
  const quota = hookOf(definition, "quota");
  if (quota === undefined || waitOf(error) === undefined) return false;
  try {
    return await quota.isKept(at, session.serviceContext(call));
  } catch {
    // If the reason is unknown, it doesn't count as a refusal for the quota: the first error is thrown.
    return false;
  }
}

/** How long the service, or a fleet in its place, asks to wait, when it surely did nothing. */
function waitOf(error: unknown): number | undefined {
  if (mayHaveBeenApplied(error)) return undefined;
  if (isApiError(error)) return error.category === "rateLimited" ? error.retryAfterMs : undefined;
  return isTransportError(error) && error.code === "budget_used_up" ? error.retryAfterMs : undefined;
}
