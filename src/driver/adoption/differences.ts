import { fieldsOf } from "../../model/definition.ts";
import { hasServiceDefault, isSomeDefault } from "../../model/service-default.ts";
import { effectOf, normalized, sameStored } from "../../model/diff.ts";
import { isHidden } from "../../model/field.ts";
import { isForProvider } from "../../model/on-change.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldName, joined, message, type Text } from "../../model/messages.ts";
import { isFinal } from "../hooks.ts";
import type { Operation } from "../operation.ts";
import { keptInputs } from "../hooks/unsupported-inputs.ts";
import type { Found } from "./candidates.ts";

/** Differences in one line. */
export function differencesText(differences: readonly Text[]): Text {
  return joined(differences, "; ");
}

/** One input in which an existing object differs from the declaration. */
export interface Difference {
  /** `name is <observed>, declared is <declared>`; secret values are omitted. */
  readonly text: Text;
  /** Nothing but a replacement of the object would change it. */
  readonly isFixed: boolean;
  /** The object still has the server-side default there. */
  readonly isUntouched: boolean;
}

/** The declared inputs in which an object differs from the declaration. */
export function differencesOf({ definition, inputs }: Operation, found: Found): Difference[] {
  const observed: Values = definition.fromWire(found.wire, found.at, inputs);
  if (isFinal(definition, observed)) return [];
  const differences: Difference[] = [];
  const kept = keptInputs(definition, { wire: found.wire, observed, declared: inputs, held: {} });
  for (const [name, rules] of fieldsOf(definition, "inputs")) {
    const declared = inputs[name];
    if (declared === undefined || kept.includes(name) || isForProvider(rules) || isHidden(rules, observed[name]))
      continue;
    if (sameStored(rules, declared, observed[name])) continue;
    differences.push({
      text:
        rules.secret === true
          ? message`${fieldName(name)} differs (secret)`
          : message`${fieldName(name)} is ${JSON.stringify(observed[name] ?? null)}, declared is ${JSON.stringify(declared)}`,
      isFixed: effectOf(definition, rules, { before: observed[name], after: declared }) === "replace",
      isUntouched: isSomeDefault(rules, normalized(rules, observed[name])),
    });
  }
  return differences;
}

/** Values of an object that are neither declared nor the server-side default: no attempt of this program set them. */
export function undeclaredOf({ definition, inputs }: Operation, found: Found): Text[] {
  const observed: Values = definition.fromWire(found.wire, found.at, inputs);
  return fieldsOf(definition, "inputs").flatMap(([name, rules]) => {
    const value = observed[name] ?? null;
    if (inputs[name] !== undefined || isForProvider(rules) || !hasServiceDefault(rules)) return [];
    if (value === null || isSomeDefault(rules, normalized(rules, value))) return [];
    return [
      rules.secret === true
        ? message`${fieldName(name)} is set (secret) and not declared`
        : message`${fieldName(name)} is ${JSON.stringify(value)} and not declared`,
    ];
  });
}
