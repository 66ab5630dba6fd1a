import * as z from "zod";

/** Schemas of values that no message shows after a response contained them. */
const SECRETS = new WeakSet<z.ZodType>();

/** The schema of a secret string: after a response contained it, no later error or event of the client shows it. */
export function secret<S extends z.ZodType>(schema: S): S {
  const own = schema.clone();
  SECRETS.add(own);
  return own;
}

/** Every item of a list, as a step of a path. */
const EACH = Symbol("each");
type Path = readonly (string | typeof EACH)[];

const PATHS = new WeakMap<z.ZodType, readonly Path[]>();

/** The secret strings in a response, by its schema. */
export function secretsInResponse(schema: z.ZodType, answer: unknown): string[] {
  const paths = PATHS.get(schema) ?? pathsIn(schema);
  PATHS.set(schema, paths);
  return paths.flatMap((path) => textsAt(answer, path));
}

function pathsIn(schema: z.ZodType): Path[] {
  if (SECRETS.has(schema)) return [[]];
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, of]) => below(key, of));
  }
  if (schema instanceof z.ZodArray) return below(EACH, schema.element as z.ZodType); // -- as zod's core types it
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return pathsIn(schema.def.innerType as z.ZodType); // -- as above
  }
  return schema instanceof z.ZodPipe ? pathsIn(schema.def.in as z.ZodType) : []; // -- as above
}

const below = (step: Path[number], schema: z.ZodType): Path[] => pathsIn(schema).map((path) => [step, ...path]);

function textsAt(value: unknown, [step, ...rest]: Path): string[] {
  if (step === undefined) return typeof value === "string" ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  if (step === EACH) return Array.isArray(value) ? value.flatMap((item) => textsAt(item, rest)) : [];
  return textsAt(Reflect.get(value, step), rest);
}
