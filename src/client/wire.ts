import * as z from "zod";

/** A string that isn't empty. */
export const nonEmptyText = z.string().min(1, "expected a text with at least one character");

/** A date-time as the service writes it; kept as a string. */
export const instantText = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), "expected an ISO 8601 date-time");

/** A string or null; an absent key reads as null. */
export const textOrNull = z.string().nullable().default(null);

/** A string or null; an absent key stays absent. */
export const textOrNullIfAny = z.string().nullable().optional();

/** A date-time or null; an absent key reads as null. */
export const instantOrNull = instantText.nullable().default(null);

/** A Boolean or null; an absent key reads as null. */
export const flagOrNull = z.boolean().nullable().default(null);

/** An integer from 0, also spelled as a string: one contract of the service has strings, and the service sends numbers. */
export const countNumber = z
  .union([z.number().int().min(0), z.string().regex(/^\d+$/)], "expected an integer from 0")
  .transform(Number);

/** An integer or null; an absent key reads as null. */
export const wholeOrNull = z.number().int().nullable().default(null);

/** A JSON object of any content. */
export const jsonObject = z.record(z.string(), z.unknown());

/** JSON, or a string with JSON in it: one contract of the service has strings, and the service sends JSON. */
export function jsonOrText<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === "string" ? jsonFrom(value) : value), schema);
}

/** A string that isn't JSON stays unchanged, so the schema refuses it. An empty string isn't a value. */
function jsonFrom(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Any JSON; absent if the service didn't send it. */
export const anything = z.unknown().optional();
