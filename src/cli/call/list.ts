import { isOptional } from "../../model/field.ts";
import { type AnyFunction, argumentsOf, givesRows } from "../../model/function.ts";
import { printed } from "../../model/messages.ts";
import { kebabName } from "../../model/names.ts";
import { type Shape, shapeOf } from "../../model/shape.ts";

/** What there is to know of a function for a program that chooses one. */
export function functionFacts(definition: AnyFunction): Record<string, unknown> {
  const { name, effect, repeat, scopes, doc } = definition;
  return {
    name,
    command: kebabName(name),
    doc: printed(doc),
    effect,
    repeat,
    scopes,
    givesRows: givesRows(definition),
    arguments: Object.fromEntries(argumentsOf(definition).map(([argument, rules]) => [argument, argumentFacts(rules)])),
  };
}

function argumentFacts(rules: Parameters<typeof shapeOf>[0]): Record<string, unknown> {
  const { $schema: _, ...schema } = shapeOf(rules) as Shape & { readonly $schema?: string };
  return { doc: printed(rules.doc), required: !isOptional(rules) && rules.fromConfig === undefined, schema };
}

/** All functions, one line each. */
export function functionTable(functions: readonly AnyFunction[]): string {
  const width = Math.max(...functions.map(({ name }) => kebabName(name).length)) + 2;
  return functions
    .map(({ name, effect, doc }) => `${kebabName(name).padEnd(width)}${effect.padEnd(12)}${printed(doc)}\n`)
    .join("");
}
