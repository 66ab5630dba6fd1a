import { isServerDefault } from "../../../../driver/driver.ts";
import { servedNamed } from "../../../../app/served.ts";
import { fieldsOf } from "../../../../model/definition.ts";
import { normalized } from "../../../../model/diff.ts";
import { modelName } from "../../../../model/names.ts";
import { isSecretValue } from "../../../../model/secret-texts.ts";
import type { Values } from "../../../../model/json-value.ts";
import { ResourceSchema } from "../resource-schema.ts";
import { MoveRefusal, SourceState } from "./source-state.ts";
import { type VendorType, vendorTypes } from "./vendor-types.ts";

/**
 * The inputs that a plan after an import resets if the program doesn't declare them. Only the configuration decides
 * their attributes, and the vendor's state has a value that isn't the service's default. The fields' marks identify
 * them. Secrets are omitted, because an import doesn't read them.
 *
 * @param type - the vendor's type
 * @param attributes - the object in the vendor's state
 * @param settings - further inputs from a separate object, by Orgform's attributes
 * @returns values in the model's form, by Orgform's attributes
 */
export function undeclaredInputs(
  type: string,
  attributes: Values,
  settings: Values = {},
): ReadonlyMap<string, unknown> {
  const vendorType = vendorTypes.get(type);
  const definition = vendorType === undefined ? undefined : servedNamed(vendorType.resource);
  if (vendorType === undefined || definition === undefined) return new Map();
  const named = Object.entries(settings).map(([attribute, value]) => [modelName(attribute), value] as const);
  const values: Values = { ...Object.fromEntries(named), ...mapped(vendorType, attributes) };
  const schema = ResourceSchema.of(definition);
  const rulesOf = new Map(fieldsOf(definition, "inputs"));
  const found = new Map<string, unknown>();
  for (const { name, attribute, decider } of schema.inputs) {
    const rules = rulesOf.get(name);
    if (decider !== "optional" || rules === undefined) continue;
    const value = normalized(rules, values[name]);
    if (value === undefined || value === null || isServerDefault(rules, value) || isSecretValue(rules, value)) continue;
    found.set(attribute, value);
  }
  return found;
}

/** An object in the model's form; empty if Orgform can't adopt it, which the plan reports. */
function mapped({ map }: VendorType, attributes: Values): Values {
  try {
    return map(new SourceState(attributes)).values;
  } catch (error) {
    if (!(error instanceof MoveRefusal)) throw error;
    return {};
  }
}
