import type { AnyResource } from "../../model/definition.ts";
import { fieldRef, message, type Text } from "../../model/messages.ts";
import type { Operation } from "../operation.ts";
import type { Wire } from "../session/list-cache.ts";

/** Whether the user allows a second object of the same natural key. */
export function mayDuplicate({ definition, inputs }: Operation): boolean {
  return definition.allowDuplicateField !== undefined && inputs[definition.allowDuplicateField] === true;
}

/** How to allow a second object of the same natural key, where the service takes one. */
export function duplicateHint({ allowDuplicateField }: AnyResource): Text {
  return allowDuplicateField === undefined
    ? ""
    : message` Or set ${fieldRef(allowDuplicateField, true)} to make another one.`;
}

/** Whether the resource has a rule of its own in place of the general one. */
export function hasOwnRule({ whyNotOwn }: AnyResource): boolean {
  return whyNotOwn !== undefined;
}

/** Why an object cannot be the program's own earlier try, by the resource's own rule. */
export async function whyNotOwn({ definition, context }: Operation, wire: Wire): Promise<Text | undefined> {
  const { session, call } = context;
  return definition.whyNotOwn?.(session.api, wire, { serviceNow: session.serviceNow(), call });
}
