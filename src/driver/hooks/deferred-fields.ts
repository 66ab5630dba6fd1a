import { type AnyResource, DEFERRED_FIELDS, fieldsOf } from "../../model/definition.ts";
import { inputOf } from "../../model/parts.ts";
import { sameStored } from "../../model/diff.ts";
import type { FieldChange } from "../../model/field-change.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldNames, message, type Text } from "../../model/messages.ts";
import { declaredTitleOf } from "../../model/title.ts";
import { firstLineOf } from "../operation-error.ts";
import type { Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";
import { hookOf } from "../../model/hook-of.ts";

/** Whether the service takes deferrable fields of the object now. */
export function takesDeferrable(definition: AnyResource, wire: Wire): boolean {
  return hookOf(definition, "deferredFields")?.isMet(wire) ?? true;
}

/** Whether the service might refuse an input for now, or the input that contains a secret field. */
export function isDeferrable(definition: AnyResource, name: string): boolean {
  return hookOf(definition, "deferredFields")?.inputs.includes(inputOf(definition, name)) === true;
}

/** Names of the declared deferrable fields that differ from the service's values while it doesn't accept them. */
export function deferredFields(definition: AnyResource, wire: Wire, declared: Values, observed: Values): string[] {
  if (takesDeferrable(definition, wire)) return [];
  return fieldsOf(definition, "inputs")
    .filter(([name]) => isDeferrable(definition, name))
    .filter(([name, rules]) => declared[name] !== undefined && !sameStored(rules, declared[name], observed[name]))
    .map(([name]) => name);
}

/** The names of the fields that a state lists as deferred. */
export function deferredFieldsIn(state: Values): string[] {
  const held = state[DEFERRED_FIELDS];
  return Array.isArray(held) ? held.filter((name) => typeof name === "string") : [];
}

/** The deferred fields that can be set now, as changes; reports for the others why they are deferred. */
export async function applicableDeferred(
  definition: AnyResource,
  at: IdentityParts,
  { state, deferred }: { readonly state: Values; readonly deferred: readonly string[] },
  { session, report, call }: Context,
): Promise<FieldChange[]> {
  const title = declaredTitleOf(definition, state);
  let isMet: boolean;
  try {
    const wire = await session.lists.find(definition, at, call);
    isMet = wire !== undefined && takesDeferrable(definition, wire);
  } catch (error) {
    report.warn(message`Could not read ${title}: ${fieldNames(deferred)} stay deferred. ${firstLineOf(error)}`);
    return [];
  }
  if (!isMet) {
    report.warn(deferredText(definition, title, deferred));
    return [];
  }
  return fieldsOf(definition, "inputs")
    .filter(([path]) => deferred.includes(path))
    .map(([path, rules]) => ({
      path,
      kind: "change",
      effect: "update",
      secret: rules.secret === true,
      reason: "was deferred and can be set now",
    }));
}

/** Reports after a write which declared fields are deferred, and until when. */
export function warnOfDeferredFields(definition: AnyResource, state: Values, { report }: Context): void {
  const held = deferredFieldsIn(state);
  if (held.length === 0) return;
  const text = deferredText(definition, declaredTitleOf(definition, state), held);
  report.warn(message`${text} The first update after that sets them.`);
}

function deferredText(definition: AnyResource, title: Text, deferred: readonly string[]): Text {
  return message`Settings of ${title} are deferred: ${fieldNames(deferred)}, as ${hookOf(definition, "deferredFields")?.reason ?? ""}.`;
}
