import { fieldsOf } from "../../model/definition.ts";
import { hookOf } from "../../model/hook-of.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { normalized } from "../../model/diff.ts";
import { objectKey } from "../../model/managed-keys.ts";
import type { Operation } from "../operation.ts";
import { duplicateHint, mayDuplicate } from "../adoption/policy.ts";
import { message } from "../../model/messages.ts";

/**
 * Runs a create unless another one of the same natural key is under way, and after a delete that is.
 *
 * Engines create side by side: both would find nothing, and where the service takes the same key twice both would make
 * an object.
 *
 * @throws claimed_twice when another resource of this run is being made of the same natural key.
 */
export async function exclusively<T>(operation: Operation, action: () => Promise<T>): Promise<T> {
  const key = naturalKeyOf(operation);
  if (key === undefined || mayDuplicate(operation)) return action();
  const { creates, objects } = operation.context.session;
  const made = creates.runUnlessHeld(key, () => objects.run(key, action));
  if (made === undefined) throw madeTwice(operation);
  return made;
}

/**
 * Runs what finds or makes an object, where several of its natural key are wanted, when those before it have ended.
 *
 * Each knows by then which objects the others stand for: none of them recovers what another one's lost answer named.
 */
export function inTurn<T>(operation: Operation, action: () => Promise<T>): Promise<T> {
  // Elsewhere `exclusively` holds the others off from beginning to end.
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

/** The natural key of what is declared, as a text; undefined for a resource without one. */
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

function madeTwice({ definition, declaredTitle }: Operation): OrgformProblem {
  return new OrgformProblem(
    "claimed_twice",
    message`Declared twice: ${declaredTitle}`,
    message`Another resource of this run manages it. Remove one of the two declarations.${duplicateHint(definition)}`,
  );
}
