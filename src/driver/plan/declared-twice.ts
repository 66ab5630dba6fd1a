import { hookOf, listHookOf } from "../../model/hook-of.ts";
import { ADOPT, type AnyResource, fieldsOf, scopePartsOf } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { identityIn } from "../../model/declared-identity.ts";
import { type IdentityParts } from "../../model/identity.ts";
import { sameValue, type Values } from "../../model/json-value.ts";
import { fieldName, fieldNames, joined, message, type Text, typeName } from "../../model/messages.ts";
import { inputOf } from "../../model/parts.ts";
import { containsUnknown } from "../../model/unknown.ts";
import { withLocation } from "../location.ts";
import { naturalKeyOf } from "../creation/exclusive.ts";
import { Operation } from "../operation.ts";
import type { Declaration, Declared } from "../session/declarations.ts";
import type { Context } from "../session/session.ts";
import { duplicateHint, mayDuplicate, policyOf } from "../adoption/policy.ts";

/** The engine's state for a declaration; absent for a new object. */
export interface HeldObject {
  readonly id: string;
  readonly isChanged: boolean;
}

/**
 * Refuses in a preview two declarations of one object if at least one of them would create it: the second create would
 * fail. Two declarations in the state are two objects, or were imported twice, which no apply refuses.
 *
 * @throws claimed_twice
 */
export function refuseSecondDeclaration(
  definition: AnyResource,
  at: IdentityParts,
  inputs: Values,
  context: Context,
  held?: HeldObject,
): void {
  const { declaration: by, session } = context;
  if (by === undefined) return;
  // An object that this run created belongs to the declaration that was noted before.
  if (held !== undefined && session.ownership.kindOf(definition, held.id) === "made") return;
  const next: Declared = { by, inputs, isHeld: held !== undefined, mayBeReplaced: held?.isChanged === true };
  const operation = new Operation(definition, inputs, at, context);
  for (const [object, fields] of objectsOf(operation, next.isHeld)) {
    const other = by.among.note(session, object, next);
    if (other !== undefined) throw declaredTwice(operation, fields, other, by);
  }
}

/** The objects of a declaration, as strings, with the fields that identify them. */
function objectsOf(operation: Operation, isHeld: boolean): [string, readonly string[]][] {
  const { definition, inputs } = operation;
  const { naturalKey } = definition;
  const adopted = isHeld ? undefined : inputs[ADOPT];
  const at = withLocation(definition, identityIn(definition, inputs), inputs);
  const scopeParts = new Set([
    ...scopePartsOf(definition),
    listHookOf(definition, "partitions")?.field,
    listHookOf(definition, "separateLists")?.part,
  ]);
  const scope = JSON.stringify(Object.entries(at).filter(([part]) => scopeParts.has(part)));
  const objects: [string, readonly string[]][] =
    typeof adopted === "string" ? [[`adopt ${definition.name} ${scope} ${adopted}`, [ADOPT]]] : [];
  if (naturalKey === undefined || mayDuplicate(operation)) return objects;
  // Of several objects of one name, each can be adopted.
  if (adopted !== undefined && !naturalKey.isUnique) return objects;
  const key = isKeyKnown(definition, naturalKey.fields, inputs) ? naturalKeyOf(operation) : undefined;
  return key === undefined ? objects : [...objects, [`${key} ${scope}`, naturalKey.fields]];
}

function isKeyKnown(definition: AnyResource, fields: readonly string[], inputs: Values): boolean {
  if (fields.some((name) => containsUnknown(inputs[name]))) return false;
  return hookOf(definition, "nestedName")?.isKnown(inputs) ?? true;
}

function declaredTwice(
  { definition, inputs, declaredTitle }: Operation,
  fields: readonly string[],
  other: Declared,
  by: Declaration,
): OrgformProblem {
  const isShared = policyOf(definition).isOverwritten?.(inputs) === true;
  const names = [other.by.name, by.name];
  const who = names.every((name) => name !== undefined) ? names.join(" and ") : "Two declarations";
  const rules = fieldsOf(definition, "inputs");
  const shown = rules.filter(([name, { secret }]) => fields.includes(name) && secret !== true);
  const key = shown.map(([name]) => message`${fieldName(name)} ${JSON.stringify(inputs[name])}`);
  const isOther = ([name]: [string, unknown]): boolean => !sameValue(inputs[name], other.inputs[name]);
  // For a secret inside an input, the message names the input.
  const differing = [...new Set(rules.filter(isOther).map(([name]) => inputOf(definition, name)))];
  const rest: Text = differing.length === 0 ? "They're equal." : message`They differ in ${fieldNames(differing)}.`;
  const cause = isShared
    ? " The service keeps one object for both: the second create would overwrite the first without an error, and deleting one would delete both."
    : "";
  const next: Text = isShared
    ? "Remove one of the two declarations, and let everything refer to the other one."
    : message`Remove one of the two declarations.${duplicateHint(definition)}`;
  return new OrgformProblem(
    "claimed_twice",
    message`Declared twice: ${declaredTitle}`,
    message`${who} declare the same ${typeName(definition.name)}: ${joined(key, ", ")}. ${rest}${cause}\n${next}`,
  );
}
