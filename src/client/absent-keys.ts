import * as z from "zod";

/** The keys that are known for an object's kind, and those that a response lacked. */
export interface KeysShown {
  readonly known: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
}

const SHOWN = new WeakMap<object, KeysShown>();

/** Stores which keys a response lacked: in the object made from it, an absent key looks like an empty one. */
export function noteAbsentKeys(schema: z.ZodType, answer: unknown, made: unknown): void {
  const known = keysOf(schema);
  if (known === undefined || !isObject(answer) || !isObject(made)) return;
  const absent = new Set([...known].filter((key) => !(key in answer)));
  if (absent.size > 0) SHOWN.set(made, { known, absent });
}

/** The keys of an object from a response, if the response lacked any. */
export function keysShown(wire: unknown): KeysShown | undefined {
  return isObject(wire) ? SHOWN.get(wire) : undefined;
}

const KEYS = new WeakMap<z.ZodType, ReadonlySet<string>>();

function keysOf(schema: z.ZodType): ReadonlySet<string> | undefined {
  if (schema instanceof z.ZodPipe) return keysOf(schema.def.in as z.ZodType); // -- pipes are typed by zod's core alone
  if (!(schema instanceof z.ZodObject)) return undefined;
  const keys = KEYS.get(schema) ?? new Set(Object.keys(schema.shape));
  KEYS.set(schema, keys);
  return keys;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
