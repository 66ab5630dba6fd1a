import * as z from "zod";

import type { Field } from "./field.ts";
import { pathText } from "./field-path.ts";
import type { Text } from "./messages.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** The marks of a field in an object that an input contains, besides its type. */
interface MemberMarks {
  /** One sentence for users, with limits and units. */
  readonly doc: Text;
  /** The value is encrypted in state, never printed, and never returned by the service. */
  readonly secret?: boolean;
  /** For a secret: the service returns it anyway, so it's compared like any other string, without surrounding spaces. */
  readonly isShown?: boolean;
}

/**
 * Declares a field of an object that an input contains: `z.strictObject({ entityId: member(z.string(), { doc: "..." })
 * })`.
 *
 * The schema stores the marks, so its shape has them too. A secret field is compared separately, with the value that
 * was given before: changes of the other fields are found separately.
 */
export function member<S extends z.ZodType>(schema: S, marks: MemberMarks): S {
  return schema.meta({ ...marks });
}

/** A secret inside of an input. */
export interface SecretMember {
  /** Its path: `["saml", "x509Cert"]`, beginning with the name of the input. */
  readonly path: readonly string[];
  /** The same as a string, under which the state stores its hash: `saml.x509Cert`. */
  readonly name: string;
  readonly doc: Text;
  /** The object can't be declared without it. */
  readonly isRequired: boolean;
  /** The service returns it. */
  readonly isShown: boolean;
}

const found = new WeakMap<Field, Map<string, readonly SecretMember[]>>();

/** The secrets inside of an input, at any depth. */
export function secretMembers(name: string, rules: Field): readonly SecretMember[] {
  const byName = found.get(rules) ?? new Map<string, readonly SecretMember[]>();
  found.set(rules, byName);
  const members = byName.get(name) ?? (hasSecretMembers(rules) ? secretsIn(shapeOf(rules), [name]) : []);
  byName.set(name, members);
  return members;
}

/** Whether an input contains a secret, at any depth: describing every type takes half of a provider's start time. */
export function hasSecretMembers({ schema }: Field): boolean {
  return isMarkedInside(schema);
}

function isMarkedInside(schema: z.ZodType): boolean {
  return innerTypes(schema).some((inner) => inner.meta()?.["secret"] === true || isMarkedInside(inner));
}

/** The types that a type directly contains or wraps. */
function innerTypes(schema: z.ZodType): z.ZodType[] {
  const { def } = schema;
  const inner: unknown[] = ["innerType" in def ? def.innerType : undefined];
  if (schema instanceof z.ZodObject) inner.push(...Object.values<unknown>(schema.shape));
  if (schema instanceof z.ZodUnion) inner.push(...schema.options);
  if (schema instanceof z.ZodArray) inner.push(schema.element);
  if (schema instanceof z.ZodRecord) inner.push(schema.valueType);
  if (schema instanceof z.ZodPipe) inner.push(schema.in);
  return inner.filter((one) => one instanceof z.ZodType);
}

function secretsIn(shape: Shape, path: readonly string[]): SecretMember[] {
  const { properties = {}, required = [], items, additionalProperties, anyOf = [] } = shape;
  const unnamed = [items, additionalProperties, ...anyOf].filter((one) => typeof one === "object");
  // Nobody could tell which of them changed.
  if (unnamed.some((one) => one.secret === true || secretsIn(one, path).length > 0)) {
    throw new Error(`${pathText(path)} has secrets that no name leads to`);
  }
  return Object.entries(properties).flatMap(([name, inner]) => {
    const below = [...path, name];
    if (inner.secret !== true) return secretsIn(inner, below);
    const { doc = "", isShown = false } = inner;
    return [{ path: below, name: pathText(below), doc, isRequired: required.includes(name), isShown }];
  });
}
