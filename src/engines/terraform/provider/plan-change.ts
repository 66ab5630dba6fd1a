import { fieldsOf, HELD_BACK } from "../../../model/definition.ts";
import { effectOf, type FieldChange } from "../../../model/diff.ts";
import type { Values } from "../../../model/json-value.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { ResourceSchema } from "./resource-schema.ts";
import { knownId } from "./stored-state.ts";

/** What a plan shows, in the model's form. */
export interface PlannedObject {
  readonly values: Values;
  readonly id: string | typeof UNKNOWN;
  /** Names of the inputs whose change makes the engine delete the object and make it anew. */
  readonly replaces: readonly string[];
}

/** A new object: what is declared, and everything that the service decides still unknown. */
export function planCreation(schema: ResourceSchema, inputs: Values): PlannedObject {
  const values: Record<string, unknown> = { ...inputs };
  for (const { name } of schema.outputs) values[name] = UNKNOWN;
  return { values, id: knownId(schema, values) ?? UNKNOWN, replaces: [] };
}

/** What state holds, what is declared, and in what the driver found them to differ. */
export interface Compared {
  readonly id: string;
  readonly state: Values;
  readonly inputs: Values;
  readonly changes: readonly FieldChange[];
  /** Whether the update would send and read nothing, so that all outputs stay. */
  readonly isStoredOnly: boolean;
}

/**
 * An existing object after the change.
 *
 * An input without a change keeps the spelling that state has: to the service it is the same. Outputs stay unless
 * something changes; then those that may change are unknown.
 */
export function planChange(schema: ResourceSchema, compared: Compared): PlannedObject {
  const { state, inputs, changes, isStoredOnly } = compared;
  const changed = new Set(changes.map(({ path }) => path));
  const replaces = replacedBy(schema, compared);
  const values: Record<string, unknown> = {};
  for (const { name, decider } of schema.inputs) {
    // The engine takes no other value than null for what the configuration may leave out and does.
    const isLeftOut = decider === "optional" && inputs[name] === undefined;
    values[name] = changed.has(name) || isLeftOut ? inputs[name] : (state[name] ?? inputs[name]);
  }
  const staysQuiet = changes.length === 0 || isStoredOnly;
  for (const { name, isStable } of schema.outputs) {
    const isKept = name === HELD_BACK ? holdsNothingBack(schema, compared) : isStable && state[name] !== undefined;
    const stays = staysQuiet || isKept;
    values[name] = stays && replaces.length === 0 ? state[name] : UNKNOWN;
  }
  return { values, id: replaces.length === 0 ? compared.id : (knownId(schema, values) ?? UNKNOWN), replaces };
}

/** Whether nothing is held back and nothing changes that could be. */
function holdsNothingBack({ definition }: ResourceSchema, { state, changes }: Compared): boolean {
  const gated = fieldsOf(definition, "inputs").filter(([, rules]) => rules.gated === true);
  return state[HELD_BACK] === undefined && gated.every(([name]) => changes.every(({ path }) => path !== name));
}

/**
 * The inputs that replace the object.
 *
 * An unknown value of such an input counts: this engine holds a provider to the kind of change that it announced, and
 * could not go from a change in place to a replacement once the value is known.
 */
function replacedBy({ definition }: ResourceSchema, { state, inputs, changes }: Compared): string[] {
  const rules = new Map(fieldsOf(definition, "inputs"));
  return changes
    .filter(({ path, kind, effect }) => {
      const field = rules.get(path);
      if (kind !== "unknown" || field === undefined) return effect === "replace";
      return effectOf(definition, field, { before: state[path], after: inputs[path] }) === "replace";
    })
    .map(({ path }) => path);
}

/**
 * The object after an apply, as the engine accepts it: what the plan knew stays as it was planned, only what was
 * unknown is taken from the driver.
 */
export function fillPlan(planned: Values, made: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(planned).map(([name, value]) => [name, value === UNKNOWN ? (made[name] ?? null) : value]),
  );
}
