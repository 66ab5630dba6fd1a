import { hookOf, listHookOf } from "../../model/hook-of.ts";
import { hasServiceDefault, serviceDefaultOf } from "../../model/service-default.ts";
import { type AnyResource, fieldsOf, scopePartsOf } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { sameStored } from "../../model/diff.ts";
import type { FieldChange } from "../../model/field-change.ts";
import type { Field } from "../../model/field.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldNames, message, type Text } from "../../model/messages.ts";
import { declaredTitleOf } from "../../model/title.ts";
import { containsUnknown } from "../../model/unknown.ts";
import type { Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";

/** Names of the inputs that the service of an object doesn't support. */
function unsupportedBy(definition: AnyResource, wire: Wire): string[] {
  const rules = hookOf(definition, "unsupportedInputs");
  return rules?.inputs.filter((name) => rules.isUnsupported(wire, name)) ?? [];
}

/** The compared versions of an object. */
interface Sides {
  readonly wire: Wire;
  /** The observed values, in the user's terms. */
  readonly observed: Values;
  readonly declared: Values;
  /** The values in the state. */
  readonly held: Values;
}

/**
 * The declared inputs that the service neither supports nor shows, and that the state already has or that are harmless:
 * they stay in the state, because nothing can be done about them.
 */
export function keptInputs(definition: AnyResource, { wire, observed, declared, held }: Sides): string[] {
  return unsupportedBy(definition, wire).filter((name) => {
    const rules = rulesOf(definition, name);
    const isHeld =
      hookOf(definition, "unsupportedInputs")?.isHarmless === true || sameStored(rules, declared[name], held[name]);
    return isHeld && declared[name] !== undefined && observed[name] === undefined;
  });
}

/** The inputs that the service doesn't support: those that can stay, and those that have to be refused. */
export function sortUnsupported(
  definition: AnyResource,
  sides: Sides,
): { readonly left: ReadonlySet<string>; readonly refused: readonly string[] } {
  const lacking = unsupportedBy(definition, sides.wire);
  const kept = new Set(keptInputs(definition, sides));
  const refused = lacking.filter((name) => {
    const { [name]: declared } = sides.declared;
    const isThere = sameStored(rulesOf(definition, name), declared, sides.observed[name]);
    // An input that left the program can't be reset either, and needn't be.
    return declared !== undefined && !isThere && !kept.has(name);
  });
  return { left: new Set(lacking.filter((name) => !refused.includes(name))), refused };
}

function rulesOf(definition: AnyResource, name: string): Field {
  const rules = fieldsOf(definition, "inputs").find(([input]) => input === name)?.[1];
  if (rules === undefined) throw new Error(`${definition.name} has no input ${name}`);
  return rules;
}

/**
 * Refuses unsupported inputs in a preview, by the object in the shared list.
 *
 * @param asked - the planned change: with a replacement, everything that is declared is new
 */
export async function refuseUnsupportedChange(
  definition: AnyResource,
  at: IdentityParts,
  asked: { readonly inputs: Values; readonly changes: readonly FieldChange[] },
  context: () => Context,
): Promise<void> {
  const { inputs, changes } = asked;
  const isAnew = changes.some(({ effect }) => effect === "replace");
  const changed = new Set(changes.map(({ path }) => path));
  const names = declaredOf(definition, inputs).filter((name) => isAnew || changed.has(name));
  // The object's values are compared with the whole declaration: nothing is looked up while a value is unknown.
  if (names.length === 0 || containsUnknown(inputs)) return;
  const { session, call } = context();
  // A list that can't be read is reported elsewhere; the update asks again.
  const wire = await session.lists.find(definition, at, call).catch(() => undefined);
  if (wire === undefined) return;
  const observed: Values = definition.fromWire(wire, at, inputs);
  const sides = { wire, observed: isAnew ? {} : observed, declared: inputs, held: {} };
  refuse(
    definition,
    inputs,
    sortUnsupported(definition, sides).refused.filter((name) => names.includes(name)),
  );
}

/** Refuses unsupported inputs of a new object, by other objects in the shared list, or else by the parent. */
export async function refuseUnsupportedOfNew(
  definition: AnyResource,
  at: IdentityParts,
  inputs: Values,
  context: () => Context,
): Promise<void> {
  const names = declaredOf(definition, inputs).filter((name) => !isDefault(definition, name, inputs[name]));
  if (names.length === 0 || !scopePartsOf(definition).every((part) => typeof at[part] === "string")) return;
  const { session, call } = context();
  const isListed = !containsUnknown(inputs[listHookOf(definition, "partitions")?.field ?? ""]);
  const others = isListed ? await session.lists.list(definition, at, call).catch(() => undefined) : [];
  if (others === undefined) return;
  const [other] = others;
  const lacking =
    other === undefined ? await unsupportedBelow(definition, at, context()) : unsupportedBy(definition, other);
  refuse(
    definition,
    inputs,
    names.filter((name) => lacking.includes(name)),
  );
}

/** Names of the inputs that the service of the parent doesn't support; none if that is unknown. */
async function unsupportedBelow(
  definition: AnyResource,
  at: IdentityParts,
  { session, call }: Context,
): Promise<string[]> {
  const { parent } = definition;
  const { inputs, isUnsupportedBelow: judge } = hookOf(definition, "unsupportedInputs") ?? {};
  if (inputs === undefined || judge === undefined || parent === undefined) return [];
  // A failed read proves nothing; the write itself is still refused if the service doesn't support an input.
  const wire: unknown = await session
    .contextOf(call)
    .known(parent, at)
    .catch(() => undefined);
  return wire === undefined ? [] : inputs.filter((name) => judge(wire, name) === true);
}

/** The declared inputs that some services don't support and that can be refused, as far as their values are known. */
function declaredOf(definition: AnyResource, inputs: Values): string[] {
  const rules = hookOf(definition, "unsupportedInputs");
  if (rules === undefined || rules.isHarmless === true) return [];
  return rules.inputs.filter((name) => inputs[name] !== undefined && !containsUnknown(inputs[name]));
}

/** Whether a value is what every service does by default. */
function isDefault(definition: AnyResource, name: string, value: unknown): boolean {
  const rules = rulesOf(definition, name);
  return hasServiceDefault(rules) && sameStored(rules, value, serviceDefaultOf(rules));
}

/** @throws unsupported_setting */
function refuse(definition: AnyResource, inputs: Values, names: readonly string[]): void {
  if (names.length > 0) throw unsupportedSetting(definition, declaredTitleOf(definition, inputs), names);
}

/** The error for inputs that the service doesn't support. */
export function unsupportedSetting(definition: AnyResource, title: Text, names: readonly string[]): OrgformProblem {
  return new OrgformProblem(
    "unsupported_setting",
    message`${title} has a setting that this service lacks`,
    message`The service doesn't accept ${fieldNames(names)}. ${hookOf(definition, "unsupportedInputs")?.advice ?? ""}`,
  );
}

/** Reports the inputs that are in the state although the service doesn't have them. */
export function warnOfKeptInputs(
  definition: AnyResource,
  title: Text,
  names: readonly string[],
  { report }: Context,
): void {
  if (names.length === 0) return;
  report.warn(
    message`${fieldNames(names)} of ${title} stay only in the state, because the service no longer has them. ${hookOf(definition, "unsupportedInputs")?.advice ?? ""}`,
  );
}
