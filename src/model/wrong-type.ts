import type * as z from "zod";

import type { Field } from "./field.ts";
import { parsedBy } from "./parsing.ts";
import { valueAt, containsUnknown, UNKNOWN } from "./unknown.ts";

/** Issues about a value as a whole, which an unknown part of it might have caused. */
const LOOK_INSIDE: ReadonlySet<string> = new Set(["custom", "invalid_union", "invalid_key", "invalid_element"]);

/** Whether an issue would also occur if the unknown parts of the value were known. */
export function isCertain(given: unknown, issue: z.core.$ZodIssue): boolean {
  const inner = valueAt(given, issue.path);
  return LOOK_INSIDE.has(issue.code) ? !containsUnknown(inner) : inner !== UNKNOWN;
}

/**
 * The issues of a value whose type differs from that of its field, so it can't even be compared. An absent or unknown
 * value has none. Neither has a value without a required field: the service never shows some fields.
 */
export function wrongTypesIn(rules: Field, value: unknown): readonly z.core.$ZodIssue[] {
  if (value === undefined || value === null) return [];
  return parsedBy(rules, value).issues.filter((issue) => isOfType(issue, value) && isCertain(value, issue));
}

function isOfType(issue: z.core.$ZodIssue, value: unknown): boolean {
  const inner = valueAt(value, issue.path);
  // A union counts as wrong only if every form is of a wrong type; an unknown kind has no form to miss.
  if (issue.code === "invalid_union") {
    return issue.errors.length > 0 && issue.errors.every((form) => form.some((one) => isOfType(one, inner)));
  }
  return issue.code === "invalid_type" && !isMissing(inner, issue.path.at(-1));
}

/** An item of a list is never missing: its index in the list shows that it exists. */
function isMissing(inner: unknown, key: PropertyKey | undefined): boolean {
  return inner === undefined || (inner === null && typeof key !== "number");
}
