import type * as z from "zod";

import type { Field } from "./field.ts";
import { valueAt, containsUnknown, UNKNOWN } from "./unknown.ts";

/** Issues that look into a value as a whole, so that an unknown in it may be what they find. */
const LOOK_INSIDE: ReadonlySet<string> = new Set(["custom", "invalid_union", "invalid_key", "invalid_element"]);

/** Whether an issue would be found too if what is unknown in the value were known. */
export function isCertain(given: unknown, issue: z.core.$ZodIssue): boolean {
  const inner = valueAt(given, issue.path);
  return LOOK_INSIDE.has(issue.code) ? !containsUnknown(inner) : inner !== UNKNOWN;
}

/**
 * Where a value is of another type than its field, so that it can't even be compared; one that is absent or unknown
 * never is. Neither is one without a member that a program has to give: the service keeps what it never shows to
 * itself.
 */
export function wrongTypesIn(rules: Field, value: unknown): readonly z.core.$ZodIssue[] {
  if (value === undefined || value === null) return [];
  const issues = rules.schema.safeParse(value).error?.issues ?? [];
  return issues.filter((issue) => isOfType(issue, value) && isCertain(value, issue));
}

function isOfType(issue: z.core.$ZodIssue, value: unknown): boolean {
  const inner = valueAt(value, issue.path);
  // Of the forms of a union it has none only if it is of a wrong type for each; a kind that isn't known has no form to
  // miss.
  if (issue.code === "invalid_union") {
    return issue.errors.length > 0 && issue.errors.every((form) => form.some((one) => isOfType(one, inner)));
  }
  return issue.code === "invalid_type" && !isMissing(inner, issue.path.at(-1));
}

/** An item of a list is never missing: its index in the list shows that it is there. */
function isMissing(inner: unknown, key: PropertyKey | undefined): boolean {
  return inner === undefined || (inner === null && typeof key !== "number");
}
