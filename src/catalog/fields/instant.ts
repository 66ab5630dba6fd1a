import * as z from "zod";

/** Date, time to the second, fraction, and offset; all except the date are optional. */
const INSTANT =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2})?)(?:\.(?<fraction>\d{1,6}))?(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/iu;

/** A point in time in the service's form: UTC by default, and midnight for a date only. @source flow 7:132-159 */
export function instant(): z.ZodString {
  return z
    .string()
    .refine((text) => instantOf(text) !== undefined, "expected a time such as 2026-11-20T08:00:00Z, or a date");
}

/** The same point in time in the service's spelling: UTC, no zeros at the end of the fraction. */
export function sameInstant(text: string): string {
  return instantOf(text) ?? text;
}

function instantOf(text: string): string | undefined {
  const { date, time = "00:00", fraction = "", offset = "Z" } = INSTANT.exec(text)?.groups ?? {};
  const ms = Date.parse(`${date ?? ""}T${time}${offset.toUpperCase()}`);
  if (Number.isNaN(ms)) return undefined;
  const rest = fraction.replace(/0+$/u, "");
  return new Date(ms).toISOString().replace(/\.\d+Z$/u, rest === "" ? "Z" : `.${rest}Z`);
}
