import { type AnyResource, STATUS } from "../../model/definition.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldName, message, type Text } from "../../model/messages.ts";
import { titleOf } from "../../model/title.ts";
import { isNotFound } from "../not-found.ts";
import { firstLineOf } from "../operation-error.ts";
import type { Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";
import { isFinal } from "../hooks.ts";
import { refusePartial } from "./partial-list.ts";
import { rationKey } from "./rationed-writes.ts";

/** Whether the object does not exist yet, by what state holds. */
export function isDeferred({ deferral }: AnyResource, state: Values): boolean {
  return deferral?.isDeferred(state) === true;
}

/** The time before which nothing is done about a deferred object, by what state holds. */
export function dueAtOf(definition: AnyResource, state: Values): string | undefined {
  return isDeferred(definition, state) ? definition.deferral?.dueAt?.(state) : undefined;
}

/** Whether a deferred object can be made now; says where it cannot, or nobody knows. */
export async function canBeMadeNow(
  definition: AnyResource,
  at: IdentityParts,
  state: Values,
  context: Context,
): Promise<boolean> {
  const { session, call } = context;
  const { deferral } = definition;
  const title = titleOf(definition, formatId(definition.identity.parts, at));
  const dueAt = dueAtOf(definition, state);
  try {
    // The answer tells the service's time as well.
    const wire = await session.lists.find(definition, at, call);
    if (dueAt !== undefined && session.rations.isAhead(dueAt)) {
      warnOfOne(definition, message`${title} is still deferred until ${dueAt}: ${deferral?.reason ?? ""}.`, context);
      return false;
    }
    if (wire === undefined && dueAt === undefined) {
      await refusePartial(definition, at, session.serviceContext(call));
    }
    if (wire === undefined || deferral?.isDeferred(definition.fromWire(wire, at)) !== true) return true;
    warnOfOne(definition, message`${title} is still deferred: ${deferral.reason}.`, context);
  } catch (error) {
    warnOfOne(definition, message`Could not look at ${title}: it stays deferred. ${firstLineOf(error)}`, context);
  }
  return false;
}

/** What the shared list shows of an object that state stands for until a time; its absence proves nothing. */
export function lookAtDeferred(
  definition: AnyResource,
  at: IdentityParts,
  { session, call }: Context,
): Promise<Wire | undefined> {
  return session.lists.find(definition, at, call);
}

/**
 * Whether state goes on standing for a deferred object: as long as the service knows nothing of it; until the time, also
 * while it holds an earlier one that is to be replaced.
 */
export async function staysDeferred(
  definition: AnyResource,
  at: IdentityParts,
  state: Values,
  context: Context,
): Promise<boolean> {
  const dueAt = dueAtOf(definition, state);
  if (dueAt === undefined) return false;
  try {
    const wire = await lookAtDeferred(definition, at, context);
    if (wire === undefined) return true;
    if (definition.ration?.takes(wire) !== true || isFinal(definition, definition.fromWire(wire, at))) return false;
  } catch (error) {
    // A list that is "not found" itself is that of a deleted parent, perhaps: a read as of any other object tells.
    if (isNotFound(error)) return false;
    throw error;
  }
  return context.session.rations.isAhead(dueAt);
}

/** Lets nothing be sent before the time that an earlier run noted. */
export function holdUntilDue(
  definition: AnyResource,
  at: IdentityParts,
  state: Values,
  { session: { rations } }: Context,
): void {
  const dueAt = dueAtOf(definition, state);
  if (dueAt === undefined || definition.ration === undefined || !rations.isAhead(dueAt)) return;
  rations.usedUp(rationKey(definition, at), Date.parse(dueAt));
}

/** Says after a write that the object does not exist yet, and why. */
export function warnOfDeferredObject(
  definition: AnyResource,
  { id, state }: { readonly id: string; readonly state: Values },
  context: Context,
): void {
  if (isDeferred(definition, state)) warnOfOne(definition, whyDeferred(definition, id, state), context);
}

/** Says it of the first object of a kind for all of them: thirty invites that are open would else be thirty warnings in each preview. */
function warnOfOne({ name }: AnyResource, text: Text, { session, report }: Context): void {
  if (session.isFirst(`${name} deferred`))
    report.warn(message`${text} Said once for all: ${fieldName(STATUS)} of each ${name} tells whether it waits.`);
}

function whyDeferred(definition: AnyResource, id: string, state: Values): Text {
  const title = titleOf(definition, id);
  const reason = definition.deferral?.reason ?? "";
  const dueAt = dueAtOf(definition, state);
  return dueAt === undefined
    ? message`${title} is not made yet: ${reason}.`
    : message`${title} is deferred until ${dueAt}: ${reason}.`;
}
