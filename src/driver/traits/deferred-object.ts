import type { AnyResource } from "../../model/definition.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { message } from "../../model/messages.ts";
import { titleOf } from "../../model/title.ts";
import { firstLineOf } from "../operation-error.ts";
import { refusePartial } from "./partial-list.ts";
import type { Context } from "../session/session.ts";

/** Whether the object does not exist yet, by what state holds. */
export function isDeferred({ deferral }: AnyResource, state: Values): boolean {
  return deferral?.isDeferred(state) === true;
}

/** Whether a deferred object can be made now; says where it cannot, or nobody knows. */
export async function canBeMadeNow(
  definition: AnyResource,
  at: IdentityParts,
  { session, report, call }: Context,
): Promise<boolean> {
  const { deferral } = definition;
  const title = titleOf(definition, formatId(definition.identity.parts, at));
  try {
    const wire = await session.lists.find(definition, at, call);
    if (wire === undefined) await refusePartial(definition, at, { api: session.api, call: session.contextOf(call) });
    if (wire === undefined || deferral?.isDeferred(definition.fromWire(wire, at)) !== true) return true;
    report.warn(message`${title} is still deferred: ${deferral.reason}.`);
  } catch (error) {
    report.warn(message`Could not look at ${title}: it stays deferred. ${firstLineOf(error)}`);
  }
  return false;
}

/** Says after a write that the object does not exist yet, and why. */
export function warnOfDeferredObject(
  definition: AnyResource,
  { id, state }: { readonly id: string; readonly state: Values },
  { report }: Context,
): void {
  const { deferral } = definition;
  if (deferral?.isDeferred(state) !== true) return;
  report.warn(message`${titleOf(definition, id)} is not made yet: ${deferral.reason}.`);
}
