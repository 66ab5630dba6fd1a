import type * as z from "zod";

const schemas = new WeakSet<z.ZodType>();

/** Marks the type of a field as any JSON: engines without such a type use a JSON string. */
export function anyJson<S extends z.ZodType>(schema: S): S {
  schemas.add(schema);
  return schema;
}

/** Whether a field accepts any JSON. */
export function isAnyJson({ schema }: { readonly schema: z.ZodType }): boolean {
  return schemas.has(schema);
}
