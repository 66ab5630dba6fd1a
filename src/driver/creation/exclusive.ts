import { fieldsOf } from "../../model/definition.ts";
import { hookOf } from "../../model/hook-of.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { normalized } from "../../model/diff.ts";
import { objectKey } from "../../model/managed-keys.ts";
import type { Operation } from "../operation.ts";
import { duplicateHint, mayDuplicate } from "../adoption/policy.ts";
import { message } from "../../model/messages.ts";

/**
 * Runs a create unless another one with the same natural key is running, and after any running delete with the key.
 *
 * Engines create concurrently: both creates would find nothing, and if the service accepts the same key twice, both
 * would create an object.
 *
 * @throws claimed_twice if another resource of this run is being created with the same natural key.
 */
export async function exclusively<T>(operation: Operation, action: () => Promise<T>): Promise<T> {
  const key = naturalKeyOf(operation);
  if (key === undefined || mayDuplicate(operation)) return action();
  const { creates, objects } = operation.context.session;
  const made = creates.runUnlessHeld(key, () => objects.run(key, action));
  if (made === undefined) throw declaredTwiceError(operation);
  return made;
}

/**
 * If several objects with the natural key are wanted, runs what finds or creates an object after those before it have
 * ended.
 *
 * Then each knows which objects the others manage: none of them recovers an object that another one's lost response
 * named.
 */
export function serializedByKey<T>(operation: Operation, action: () => Promise<T>): Promise<T> {
  // Otherwise, `exclusively` keeps the others out from beginning to end.
  const key = mayDuplicate(operation) ? naturalKeyOf(operation) : undefined;
  return key === undefined ? action() : operation.context.session.objects.run(key, action);
}

/**
 * Runs a delete when no create of the same natural key is under way, and keeps those that come from looking meanwhile.
 *
 * A block that is renamed in a program is deleted and created side by side: a create that found the object would end with
 * one that is gone.
 */
export function apart<T>(operation: Operation, action: () => Promise<T>): Promise<T> {
  const key = naturalKeyOf(operation);
  return key === undefined ? action() : operation.context.session.objects.run(key, action);
}

/** The natural key of a declaration, as a string; undefined for a resource without one. */
export function naturalKeyOf({ definition, inputs }: Operation): string | undefined {
  const { naturalKey } = definition;
  if (naturalKey === undefined) return undefined;
  const values = fieldsOf(definition, "inputs")
    .filter(([name]) => naturalKey.fields.includes(name))
    .map(([name, rules]) => normalized(rules, inputs[name]));
  const further = [hookOf(definition, "nestedName")?.of(inputs), naturalKey.kindIn?.(inputs)].filter(
    (one) => one !== undefined,
  );
  return objectKey(definition, JSON.stringify([...values, ...further]));
}

function declaredTwiceError({ definition, declaredTitle }: Operation): OrgformProblem {
  return new OrgformProblem(
    "claimed_twice",
    message`Declared twice: ${declaredTitle}`,
    message`Another resource of this run manages it. Remove one of the two declarations.${duplicateHint(definition)}`,
  );
}
