import * as z from "zod";

/** What an answer showed of an object: the keys that are known of its kind, and those of them that it lacked. */
export interface KeysShown {
  readonly known: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
}

const SHOWN = new WeakMap<object, KeysShown>();

/** Notes which keys an answer lacked: in the object that is made of it, an absent one looks like an empty one. */
export function noteAbsentKeys(schema: z.ZodType, answer: unknown, made: unknown): void {
  const known = keysOf(schema);
  if (known === undefined || !isObject(answer) || !isObject(made)) return;
  const absent = new Set([...known].filter((key) => !(key in answer)));
  if (absent.size > 0) SHOWN.set(made, { known, absent });
}

/** The keys of an object that an answer made, where it lacked any. */
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
