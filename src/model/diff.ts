import type { ChangeEffect, FieldChange } from "./field-change.ts";
import { ADOPT, type AnyResource, fieldsOf } from "./definition.ts";
import { type Field, isDecidedOnce } from "./field.ts";
import { sameValue, type Values } from "./json-value.ts";
import { containsUnknown } from "./unknown.ts";
import { wrongTypesIn } from "./wrong-type.ts";

/** Compares a secret with its hash in the state; undefined if the state has none. */
export type SecretComparison = (field: string, value: unknown) => boolean | undefined;

/** The form in which two values are compared: as the service would store them. A value of a wrong type equals no other. */
export function normalized(rules: Field, value: unknown): unknown {
  if (value === undefined || value === null || rules.normalize === undefined || containsUnknown(value)) return value;
  if (wrongTypesIn(rules, value).length > 0) return value;
  return rules.normalize(value as never);
}

/** Whether the service would store the same for both values. */
export function sameStored(rules: Field, left: unknown, right: unknown): boolean {
  return sameValue(normalized(rules, left), normalized(rules, right));
}

/** The differences between the inputs in the state and the declared ones, field by field; sends no request. */
export function diffInputs(
  definition: AnyResource,
  state: Values,
  inputs: Values,
  compareSecret: SecretComparison = () => undefined,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    if (name === ADOPT) continue;
    const change = diffField(definition, name, rules, { before: state[name], after: inputs[name], compareSecret });
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

interface Sides {
  readonly before: unknown;
  readonly after: unknown;
  readonly compareSecret: SecretComparison;
}

function diffField(definition: AnyResource, name: string, rules: Field, sides: Sides): FieldChange | undefined {
  const { before, after } = sides;
  const secret = rules.secret === true;
  if (containsUnknown(after)) {
    // A possible replacement must not be announced: the engine would delete dependents for it.
    return { path: name, kind: "unknown", effect: "update", secret, reason: "not known before the update" };
  }
  if (sameStored(rules, before, after)) return undefined;
  if (after === undefined && isDecidedOnce(rules)) return undefined;
  if (rules.returned === "never" && before === undefined) {
    const same = sides.compareSecret(name, after);
    // Without a hash (after an import), the first given value counts as the current one.
    if (same !== false) return undefined;
  }
  const kind = before === undefined ? "add" : after === undefined ? "remove" : "change";
  return { path: name, kind, effect: effectOf(definition, rules, sides), secret, reason: reasonOf(rules, sides) };
}

/** The effect of a change of a field, or of a change from one value to another, on an object of the resource. */
export function effectOf(
  definition: AnyResource,
  rules: Field,
  { before, after }: Pick<Partial<Sides>, "before" | "after"> = {},
): ChangeEffect {
  const { onChange } = rules;
  if (onChange === "replace") return "replace";
  if (onChange === "none" || (onChange === "resend" && after === undefined)) return "store";
  if (onChange === "resend") return "update";
  if (definition.ops.update === undefined && definition.kind !== "action") return "replace";
  if (typeof onChange !== "object" || (before === undefined && after === undefined)) return "update";
  return onChange.replaceIf(before, after) ? "replace" : "update";
}

function reasonOf(rules: Field, { before, after }: Sides): string {
  if (rules.secret === true) return "the secret value changed";
  return `${valueText(before)} => ${valueText(after)}`;
}

function valueText(value: unknown): string {
  return value === undefined ? "(not set)" : JSON.stringify(value);
}
