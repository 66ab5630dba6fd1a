import { type AnyResource, STATUS } from "../../model/definition.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldName, message, type Text, typeName } from "../../model/messages.ts";
import { titleOf } from "../../model/title.ts";
import { isNotFound } from "../../client/errors.ts";
import { firstLineOf } from "../operation-error.ts";
import type { Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";
import { isFinal } from "../hooks.ts";
import { refusePartial } from "../lists/hidden-rows.ts";
import { hookOf } from "../../model/hook-of.ts";
import { quotaKey } from "../session/quotas.ts";

/** Whether the object doesn't exist yet, by the state. */
export function isPendingCreation(definition: AnyResource, state: Values): boolean {
  return hookOf(definition, "pendingCreation")?.isPending(state) === true;
}

/** The time before which nothing is done about a pending object, by the state. */
export function dueAtOf(definition: AnyResource, state: Values): string | undefined {
  return isPendingCreation(definition, state) ? hookOf(definition, "pendingCreation")?.dueAt?.(state) : undefined;
}

/** Whether a pending object can be created now; reports it if not, or if that is unknown. */
export async function canBeMadeNow(
  definition: AnyResource,
  at: IdentityParts,
  state: Values,
  context: Context,
): Promise<boolean> {
  const { session, call } = context;
  const pending = hookOf(definition, "pendingCreation");
  const title = titleOf(definition, formatId(definition.identity.parts, at));
  const dueAt = dueAtOf(definition, state);
  try {
    // The answer tells the service's time as well.
    const wire = await session.lists.find(definition, at, call);
    if (dueAt !== undefined && session.quotas.isAhead(dueAt)) {
      warnOfOne(definition, message`${title} is still deferred until ${dueAt}: ${pending?.reason ?? ""}.`, context);
      return false;
    }
    if (wire === undefined && dueAt === undefined) {
      await refusePartial(definition, at, session.serviceContext(call));
    }
    if (wire === undefined || pending?.isPending(definition.fromWire(wire, at)) !== true) return true;
    warnOfOne(definition, message`${title} is still deferred: ${pending.reason}.`, context);
  } catch (error) {
    warnOfOne(definition, message`Could not read ${title}: it stays deferred. ${firstLineOf(error)}`, context);
  }
  return false;
}

/** The shared list's version of a pending object in the state; its absence proves nothing. */
export function findPending(
  definition: AnyResource,
  at: IdentityParts,
  { session, call }: Context,
): Promise<Wire | undefined> {
  return session.lists.find(definition, at, call);
}

/**
 * Whether a pending object stays in the state: as long as the service doesn't have it; until its time, even if the
 * service has an earlier one that will be replaced.
 */
export async function staysPending(
  definition: AnyResource,
  at: IdentityParts,
  state: Values,
  context: Context,
): Promise<boolean> {
  const dueAt = dueAtOf(definition, state);
  if (dueAt === undefined) return false;
  try {
    const wire = await findPending(definition, at, context);
    if (wire === undefined) return true;
    if (hookOf(definition, "quota")?.takes(wire) !== true || isFinal(definition, definition.fromWire(wire, at)))
      return false;
  } catch (error) {
    // A list that is "not found" itself might belong to a deleted parent: an ordinary read shows that.
    if (isNotFound(error)) return false;
    throw error;
  }
  return context.session.quotas.isAhead(dueAt);
}

/** Sends nothing before the time that an earlier run noted. */
export function deferUntilDue(
  definition: AnyResource,
  at: IdentityParts,
  state: Values,
  { session: { quotas } }: Context,
): void {
  const dueAt = dueAtOf(definition, state);
  if (dueAt === undefined || hookOf(definition, "quota") === undefined || !quotas.isAhead(dueAt)) return;
  quotas.usedUp(quotaKey(definition, at), Date.parse(dueAt));
}

/** Reports after a write that the object doesn't exist yet, and why. */
export function warnOfPendingCreation(
  definition: AnyResource,
  { id, state }: { readonly id: string; readonly state: Values },
  context: Context,
): void {
  if (isPendingCreation(definition, state)) warnOfOne(definition, whyPendingCreation(definition, id, state), context);
}

/**
 * Reports it with the first object of a kind for all of them: otherwise, thirty open invites would be thirty warnings
 * in each preview.
 */
function warnOfOne({ name }: AnyResource, text: Text, { session, report }: Context): void {
  if (session.isFirst(`${name} deferred`))
    report.warn(
      message`${text} This warning covers all of them: ${fieldName(STATUS)} of each ${typeName(name)} shows whether it is deferred.`,
    );
}

function whyPendingCreation(definition: AnyResource, id: string, state: Values): Text {
  const title = titleOf(definition, id);
  const reason = hookOf(definition, "pendingCreation")?.reason ?? "";
  const dueAt = dueAtOf(definition, state);
  return dueAt === undefined
    ? message`${title} isn't created yet: ${reason}.`
    : message`${title} is deferred until ${dueAt}: ${reason}.`;
}
