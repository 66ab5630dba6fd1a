import * as z from "zod";

/** A text that must have something in it. */
export const nonEmptyText = z.string().min(1, "expected a text with at least one character");

/** A date-time as the service writes it; kept as text. */
export const instantText = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), "expected an ISO 8601 date-time");

/** A text or null; an absent key reads as null. */
export const textOrNull = z.string().nullable().default(null);

/** A text or null; an absent key stays absent. */
export const textOrNullIfAny = z.string().nullable().optional();

/** A date-time or null; an absent key reads as null. */
export const instantOrNull = instantText.nullable().default(null);

/** A yes, a no or null; an absent key reads as null. */
export const flagOrNull = z.boolean().nullable().default(null);

/** A whole number from 0, also spelled as text: one contract of the service says text, the service sends numbers. */
export const countNumber = z
  .union([z.number().int().min(0), z.string().regex(/^\d+$/)], "expected an integer from 0")
  .transform(Number);

/** A whole number or null; an absent key reads as null. */
export const wholeOrNull = z.number().int().nullable().default(null);

/** A JSON object of any content. */
export const jsonObject = z.record(z.string(), z.unknown());

/** JSON as it is, or spelled as text: one contract of the service says text, the service sends JSON. */
export function jsonOrText<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === "string" ? jsonFrom(value) : value), schema);
}

/** Text that is no JSON stays as it is, for the schema to refuse; no text is no value. */
function jsonFrom(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Any JSON; absent when the service did not send it. */
export const anything = z.unknown().optional();
