import * as z from "zod";

/** Represents an unknown value. An unknown value can be anything, so it differs from an absent one. */
export const unknownSchema = z.strictObject({
  /** Why, as words that can follow a colon: "the API key lacks the scope organization:read". */
  unknown: z.string().describe("Why nobody can tell, as words that can follow a colon."),
  origin: z
    .string()
    .optional()
    .describe(
      "Address of the object that gets the value as its ID when the plan is applied. Equal origins mean equal IDs.",
    ),
});

export type Unknown = z.output<typeof unknownSchema>;

/** A value, or why it is unknown. */
export type Known<T> = T | Unknown;

/** Schema of a value that can be unknown. */
export const known = <S extends z.ZodType>(schema: S): z.ZodUnion<[S, typeof unknownSchema]> =>
  z.union([schema, unknownSchema]);

/** An unknown value, and why it is unknown. */
export const unknown = (why: string): Unknown => ({ unknown: why });

/** Whether a value is unknown. */
export function isUnknown(value: unknown): value is Unknown {
  // Most values are known, and a schema takes long to refuse one.
  return typeof value === "object" && value !== null && "unknown" in value && unknownSchema.safeParse(value).success;
}
