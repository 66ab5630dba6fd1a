import { type AnyResource, fieldsOf } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { normalized } from "../model/diff.ts";
import type { Values } from "../model/json-value.ts";
import { declaredTitleOf } from "../model/title.ts";
import type { Context } from "./session/session.ts";
import { duplicateHint, mayDuplicate } from "./take-over.ts";

/**
 * Runs a create unless another one of the same natural key is under way.
 *
 * Engines create side by side: both would find nothing, and where the service takes the same key twice both would make
 * an object.
 *
 * @throws claimed_twice when another resource of this run is being made of the same natural key.
 */
export async function exclusively<T>(
  definition: AnyResource,
  inputs: Values,
  { session }: Context,
  action: () => Promise<T>,
): Promise<T> {
  const key = keyOf(definition, inputs);
  if (key === undefined || mayDuplicate(definition, inputs)) return action();
  const made = session.creates.runUnlessHeld(key, action);
  if (made === undefined) throw madeTwice(definition, inputs);
  return made;
}

function keyOf(definition: AnyResource, inputs: Values): string | undefined {
  const { naturalKey } = definition;
  if (naturalKey === undefined) return undefined;
  const values = fieldsOf(definition, "inputs")
    .filter(([name]) => naturalKey.fields.includes(name))
    .map(([name, rules]) => normalized(rules, inputs[name]));
  return JSON.stringify([definition.objectKind ?? definition.name, ...values]);
}

function madeTwice(definition: AnyResource, inputs: Values): OrgformProblem {
  return new OrgformProblem(
    "claimed_twice",
    `Claimed twice: ${declaredTitleOf(definition, inputs)}`,
    `Another resource of this run stands for it. Remove one of the two declarations.${duplicateHint(definition)}`,
  );
}
