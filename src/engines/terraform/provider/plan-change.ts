import { type Plan, plannedOutputs } from "../../../driver/driver.ts";
import { fieldsOf } from "../../../model/definition.ts";
import { withSeparateSecrets, inputOf, splitValues } from "../../../model/parts.ts";
import type { Values } from "../../../model/json-value.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { ResourceSchema } from "./resource-schema.ts";
import { knownId } from "./stored-state.ts";

/** The result of a plan, in the model's form. */
export interface PlannedObject {
  readonly values: Values;
  readonly id: string | typeof UNKNOWN;
  /** Names of the inputs whose change makes the engine replace the object. */
  readonly replaces: readonly string[];
}

/** A new object: the declaration, and the service's values as unknown. */
export function planCreation(schema: ResourceSchema, inputs: Values): PlannedObject {
  const values = { ...inputs, ...shownOutputs(schema, plannedOutputs(schema.definition, inputs)) };
  return { values, id: knownId(schema, values) ?? UNKNOWN, replaces: [] };
}

/** The state, and the declaration. */
export interface Compared {
  readonly id: string;
  readonly state: Values;
  readonly inputs: Values;
}

/** An existing object after the change. An input without a change keeps the spelling that state has: the engine asks for that. */
export function planChange(
  schema: ResourceSchema,
  { id, state, inputs }: Compared,
  { changes, replaces, outputs }: Plan,
): PlannedObject {
  const { definition } = schema;
  const changed = new Set(changes.map(({ path }) => inputOf(definition, path)));
  const [before, after] = [splitValues(definition, state), splitValues(definition, inputs)];
  // An object with a secret that the state doesn't have is taken as a whole: the engine requires each field to come
  // from one side.
  const isGivenAnew = new Set(
    fieldsOf(withSeparateSecrets(definition), "inputs")
      .filter(([name]) => name !== inputOf(definition, name) && before[name] === undefined && after[name] !== undefined)
      .map(([name]) => inputOf(definition, name)),
  );
  const values: Record<string, unknown> = shownOutputs(schema, outputs);
  for (const { name, decider } of schema.inputs) {
    // If the configuration omits an optional attribute, the engine accepts only null.
    const isLeftOut = decider === "optional" && inputs[name] === undefined;
    const isTaken = changed.has(name) || isLeftOut || isGivenAnew.has(name);
    values[name] = isTaken ? inputs[name] : (state[name] ?? inputs[name]);
  }
  return { values, id: replaces.length === 0 ? id : (knownId(schema, values) ?? UNKNOWN), replaces };
}

/** The outputs that have an attribute; the version of the state's shape has a place of its own. */
function shownOutputs(schema: ResourceSchema, outputs: Values): Record<string, unknown> {
  return Object.fromEntries(schema.outputs.map(({ name }) => [name, outputs[name]]));
}

/**
 * The object after an apply, in a form that the engine accepts: known planned values stay, and only unknown ones come
 * from the driver.
 */
export function fillPlan(planned: Values, made: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(planned).map(([name, value]) => [name, value === UNKNOWN ? (made[name] ?? null) : value]),
  );
}
