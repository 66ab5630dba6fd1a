import { fieldsShown } from "../driver/driver.ts";
import { type AnyResource, fieldsOf } from "../model/definition.ts";
import { normalized, sameStored } from "../model/diff.ts";
import type { Field } from "../model/field.ts";
import { hookOf } from "../model/hook-of.ts";
import { isRecord, sameValue } from "../model/json-value.ts";
import { withSeparateSecrets, splitValues } from "../model/parts.ts";
import { isUnknown, unknown } from "../model/picture/known.ts";
import type { PlannedChange } from "../model/picture/planned-change.ts";
import { withoutSecretsInside } from "../model/secret-texts.ts";
import { hasServiceDefault, serviceDefaultOf } from "../model/service-default.ts";
import { type Shape, shapeOf } from "../model/shape.ts";
import { UNKNOWN, valueAt } from "../model/unknown.ts";

/** The fields of one object of a picture. */
export type Fields = Readonly<Record<string, unknown>>;

/** Represents a value that is known only after the apply. */
export const NOT_YET = unknown("the plan doesn't know it yet");

/** Represents a value that the service decides. */
export const DECIDED_BY_SERVICE = unknown("the service decides it when the plan is applied");

/** The fields of an existing object after a plan. */
export function changedFields(
  definition: AnyResource,
  { before = {}, after = {} }: PlannedChange,
  held: Fields,
): Fields {
  const [was, shall] = [splitValues(definition, before), splitValues(definition, after)];
  const changed = inputsShown(definition).flatMap(([name, rules]): [string, unknown][] => {
    // If the service doesn't show a field, it doesn't have it, or not for this key.
    if (isUnknown(held[name])) return [];
    if (shall[name] === undefined) return was[name] === undefined ? [] : [[name, defaultOf(rules)]];
    if (sameStored(rules, shall[name], held[name])) return [];
    // A picture shows the condition only for domains.
    if (isDeferredField(definition, name) && held["isVerified"] !== true) return [[name, NOT_YET]];
    return [[name, plannedValue(rules, shall[name])]];
  });
  return { ...held, ...Object.fromEntries(changed) };
}

/**
 * The fields of an object that a plan creates. `sibling` is an object of the same kind, which shows the fields that the
 * service returns.
 */
export function newFields(definition: AnyResource, { after = {} }: PlannedChange, sibling: Fields | undefined): Fields {
  const shall = splitValues(definition, after);
  const isOpen = (name: string, rules: Field): boolean =>
    isDeferredField(definition, name) ||
    (sibling === undefined
      ? rules.returned !== undefined || isUnsupportedField(definition, name)
      : isUnknown(sibling[name]) || !(name in sibling));
  const inputs = inputsShown(definition)
    .filter(([name, rules]) => !isOpen(name, rules))
    .map(([name, rules]): [string, unknown] => {
      if (shall[name] !== undefined) return [name, plannedValue(rules, shall[name])];
      return [name, rules.returned === undefined ? defaultOf(rules) : DECIDED_BY_SERVICE];
    });
  const open = fieldsShown(definition).map(([name]): [string, unknown] => [name, DECIDED_BY_SERVICE]);
  return Object.fromEntries([...open, ...inputs]);
}

/** The fields after settings of an object leave the program: with the service's defaults. */
export function resetFields(definition: AnyResource, held: Fields): Fields {
  const reset = inputsShown(definition)
    .filter(([name, rules]) => hasServiceDefault(rules) && !isUnknown(held[name]))
    .map(([name, rules]) => [name, defaultOf(rules)] as const);
  return { ...held, ...Object.fromEntries(reset) };
}

function inputsShown(definition: AnyResource): [string, Field][] {
  const shown = new Set(fieldsShown(definition).map(([name]) => name));
  return fieldsOf(withSeparateSecrets(definition), "inputs").filter(([name]) => shown.has(name));
}

/** A setting that the service refuses until a condition is met. */
const isDeferredField = (definition: AnyResource, name: string): boolean =>
  hookOf(definition, "deferredFields")?.inputs.includes(name) === true;

/** A setting that not every service has. */
const isUnsupportedField = (definition: AnyResource, name: string): boolean =>
  hookOf(definition, "unsupportedInputs")?.inputs.includes(name) === true;

function defaultOf(rules: Field): unknown {
  return hasServiceDefault(rules) ? (serviceDefaultOf(rules) ?? null) : DECIDED_BY_SERVICE;
}

function plannedValue(rules: Field, value: unknown): unknown {
  const shown = withoutSecretsInside(rules, storedForm(value, normalized(rules, value)));
  return withUndeclared(withoutUnknown(shown), shapeOf(rules));
}

/**
 * The service's form of a value, from the form in which values are compared. For a string, that form is a fact, unless it
 * only serves to compare names. Of a list, only the items are facts, and the order is the program's.
 */
function storedForm(value: unknown, compared: unknown): unknown {
  if (typeof value === "string") return storedText(value, compared);
  if (Array.isArray(value) && Array.isArray(compared)) {
    const own: readonly unknown[] = value;
    const isOwn = own.length === compared.length && compared.every((one) => own.some((other) => sameValue(one, other)));
    return isOwn ? value : DECIDED_BY_SERVICE;
  }
  if (!isRecord(value)) return value;
  // A form that is compared can lack a member, or be another kind of record.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, storedForm(inner, valueAt(compared, [key]))]),
  );
}

/** The service's form of a text. Null is the form of a text that means nothing, such as the JSON of an empty list. */
function storedText(value: string, compared: unknown): string | null {
  if (compared === null) return null;
  if (typeof compared !== "string") return value;
  return compared === value.trim().toLowerCase() ? value.trim() : compared;
}

function withoutUnknown(value: unknown): unknown {
  if (value === UNKNOWN) return NOT_YET;
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutUnknown(inner)]));
}

/** A declared object with the fields that the program leaves to the service. */
function withUndeclared(value: unknown, { properties }: Shape): unknown {
  if (!isRecord(value) || isUnknown(value) || properties === undefined) return value;
  const members = Object.entries(properties).flatMap(([name, inner]): [string, unknown][] => {
    if (name in value) return [[name, withUndeclared(value[name], inner)]];
    // An object has only one of its blocks, so the other blocks are absent.
    return inner.properties !== undefined || inner.secret === true ? [] : [[name, DECIDED_BY_SERVICE]];
  });
  return { ...value, ...Object.fromEntries(members) };
}
