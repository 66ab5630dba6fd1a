import type { Shape } from "../../src/model/shape.ts";

/** Writes a shape as a TypeScript type. */
export function typeText(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (shape.anyOf !== undefined) return shape.anyOf.map(typeText).join(" | ");
  switch (shape.type) {
    case "string":
    case "boolean":
    case "null":
      return shape.type;
    case "number":
    case "integer":
      return "number";
    case "array": {
      const item = typeText(shape.items ?? {});
      return item.includes("|") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return objectText(shape);
    default:
      return "unknown";
  }
}

function objectText(shape: Shape): string {
  const { properties, additionalProperties } = shape;
  if (properties === undefined) {
    const value = typeof additionalProperties === "object" ? typeText(additionalProperties) : "unknown";
    return `Record<string, ${value}>`;
  }
  const required = new Set(shape.required);
  const entries = Object.entries(properties).map(
    ([name, property]) => `readonly ${name}${required.has(name) ? "" : "?"}: ${typeText(property)}`,
  );
  return `{ ${entries.join("; ")} }`;
}
