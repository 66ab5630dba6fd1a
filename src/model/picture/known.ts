import * as z from "zod";

/** What nobody can tell, in place of the value: that it may be anything isn't that there is none. */
export const unknownSchema = z.strictObject({
  /** Why, as words that can follow a colon: "the API key lacks the scope organization:read". */
  unknown: z.string().describe("Why nobody can tell, as words that can follow a colon."),
});

export type Unknown = z.output<typeof unknownSchema>;

/** A value, or why it isn't known. */
export type Known<T> = T | Unknown;

/** Schema of a value that may not be known. */
export const known = <S extends z.ZodType>(schema: S): z.ZodUnion<[S, typeof unknownSchema]> =>
  z.union([schema, unknownSchema]);

/** Stands for what isn't known, and why. */
export const unknown = (why: string): Unknown => ({ unknown: why });

/** Whether a value isn't known. */
export function isUnknown(value: unknown): value is Unknown {
  return unknownSchema.safeParse(value).success;
}
