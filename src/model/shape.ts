import * as z from "zod";

import type { Field } from "./field.ts";

/** A field's type as JSON Schema (draft 2020-12), the neutral form from which engines and docs derive their own. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly default?: unknown;
}

/** Describes the type of a field without zod. */
export function shapeOf(declared: Field): Shape {
  return z.toJSONSchema(declared.schema, { io: "input", unrepresentable: "any" }) as Shape;
}
