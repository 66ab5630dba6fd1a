import { printed, type Text } from "../../../model/messages.ts";
import type { Shape } from "../../../model/shape.ts";

/** How a part of a type is written: unchanged, or as a value that can be unknown until later. */
export type PartText = (text: string) => string;

const asItStands: PartText = (text) => text;

/**
 * Writes a shape as a TypeScript type; `part` is applied to the members of objects, lists and records in it.
 *
 * @param docOf - what stands before a member that has a text of its own
 */
export function typeText(
  shape: Shape,
  part: PartText = asItStands,
  docOf: (member: Shape) => string = () => "",
): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (shape.anyOf !== undefined) return shape.anyOf.map((one) => typeText(one, part, docOf)).join(" | ");
  switch (shape.type) {
    case "string":
    case "boolean":
    case "null":
      return shape.type;
    case "number":
    case "integer":
      return "number";
    case "array": {
      const item = part(typeText(shape.items ?? {}, part, docOf));
      return /^[^<]*\|/u.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return objectText(shape, part, docOf);
    default:
      return "unknown";
  }
}

function objectText(shape: Shape, part: PartText, docOf: (member: Shape) => string): string {
  const { properties, additionalProperties } = shape;
  if (properties === undefined) {
    const value =
      typeof additionalProperties === "object" ? part(typeText(additionalProperties, part, docOf)) : "unknown";
    return `Record<string, ${value}>`;
  }
  const required = new Set(shape.required);
  const entries = Object.entries(properties).map(
    ([name, property]) =>
      `${docOf(property)}readonly ${name}${required.has(name) ? "" : "?"}: ${part(typeText(property, part, docOf))}`,
  );
  return `{ ${entries.join("; ")} }`;
}

/** A text before a member of a type, on lines of its own. */
export function memberDoc({ doc }: Shape): string {
  return doc === undefined ? "" : `\n/** ${printed(doc)} */\n`;
}

/** The tag that marks deprecated names for editors and linters. */
export function tagOf(deprecation: Text | undefined): string {
  return deprecation === undefined ? "" : ` @deprecated ${printed(deprecation)}`;
}
