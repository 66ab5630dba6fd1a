import { check, type Checked, type CheckSettings } from "./check.ts";
import { type AnyFunction, argumentsOf, contradictionsIn } from "./function.ts";
import type { Values } from "./json-value.ts";

/** Validates arguments and fills in defaults; makes no request. A confirmation that is not the right one is a problem. */
export function checkArguments(definition: AnyFunction, args: Values, settings: CheckSettings): Checked {
  const { name } = definition;
  const inputs = Object.fromEntries(argumentsOf(definition));
  const validate = (checked: Values) => contradictionsIn(definition, checked);
  return check({ name, inputs, outputs: {}, validate }, args, settings);
}
