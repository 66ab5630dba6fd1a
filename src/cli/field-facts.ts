import { defaultOf, type Field, isOptional } from "../model/field.ts";
import { printed, type Spelling } from "../model/messages.ts";
import { type Shape, shapeOf } from "../model/shape.ts";

/** The type of a field as JSON Schema, with what members of an object are in `description`. */
export function fieldSchema(rules: Field, spelling?: Spelling): Record<string, unknown> {
  const { $schema: _, ...schema } = shapeOf(rules) as Shape & { readonly $schema?: string };
  return schemaFrom(schema, spelling);
}

function schemaFrom(shape: Shape, spelling: Spelling | undefined): Record<string, unknown> {
  const { doc, secret, isShown: _, properties, items, anyOf, additionalProperties, ...rest } = shape;
  const inner = (one: Shape): Record<string, unknown> => schemaFrom(one, spelling);
  return {
    ...(doc === undefined ? {} : { description: printed(doc, spelling) }),
    ...(secret === true ? { secret } : {}),
    ...rest,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])) }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === "object" ? inner(additionalProperties) : additionalProperties,
        }),
  };
}

/** The facts about an input for a program that writes it. */
export function inputFacts(rules: Field, spelling?: Spelling): Record<string, unknown> {
  const { doc, secret, fromConfig } = rules;
  const fallback = isOptional(rules) ? defaultOf(rules) : undefined;
  return {
    doc: printed(doc, spelling),
    required: !isOptional(rules) && fromConfig === undefined,
    ...(fromConfig === undefined ? {} : { default: `the setting ${fromConfig} of the provider` }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(secret === true ? { secret } : {}),
    schema: fieldSchema(rules, spelling),
  };
}
