import * as z from "zod";

import type { Field } from "./field.ts";
import { Message, type Text } from "./messages.ts";

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
  /** The description of a field of an object, for users. */
  readonly doc?: Text;
  /** The field is a secret inside of an object that isn't. */
  readonly secret?: boolean;
  /** The service returns that secret. */
  readonly isShown?: boolean;
}

const shapes = new WeakMap<z.ZodType, Shape>();

const lookedUp = new WeakSet<z.ZodType>();

/** Marks the type of a field that a lookup shows: secret fields are omitted from its shape. */
export function asLookedUp(schema: z.ZodType): z.ZodType {
  lookedUp.add(schema);
  return schema;
}

/** Describes the type of a field without zod. */
export function shapeOf({ schema }: Pick<Field, "schema">): Shape {
  return lookedUp.has(schema) ? withoutSecretMembers(wholeShapeOf(schema)) : wholeShapeOf(schema);
}

/** Describes the type of a field in the form of lookups: without secret fields. */
export function lookedUpShapeOf({ schema }: Pick<Field, "schema">): Shape {
  return withoutSecretMembers(wholeShapeOf(schema));
}

function withoutSecretMembers(shape: Shape): Shape {
  const { properties, required } = shape;
  if (properties === undefined) return shape;
  const shown = Object.entries(properties).filter(([, inner]) => inner.secret !== true);
  const names = new Set(shown.map(([name]) => name));
  return {
    ...shape,
    properties: Object.fromEntries(shown.map(([name, inner]) => [name, withoutSecretMembers(inner)])),
    ...(required === undefined ? {} : { required: required.filter((name) => names.has(name)) }),
  };
}

function wholeShapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const made = withMessages(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape);
  shapes.set(schema, made);
  return made;
}

/** zod returns plain JSON: this converts a text that names fields to a message again. */
function withMessages(shape: Shape): Shape {
  const { doc, properties } = shape;
  return {
    ...shape,
    ...(doc === undefined || typeof doc === "string" ? {} : { doc: new Message(doc.parts) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, withMessages(inner)]),
          ),
        }),
  };
}

/** The possible names in an object inside a value; undefined if there is no object with declared fields. */
export function membersAt(shape: Shape, path: readonly PropertyKey[]): readonly string[] | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return shape.properties === undefined ? undefined : Object.keys(shape.properties);
  const entries = typeof shape.additionalProperties === "object" ? shape.additionalProperties : undefined;
  const inside = typeof step === "number" ? shape.items : (shape.properties?.[String(step)] ?? entries);
  return inside === undefined ? undefined : membersAt(inside, rest);
}
