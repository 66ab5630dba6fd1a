import type * as z from "zod";

import type { Field } from "./field.ts";
import { isRecord } from "./json-value.ts";
import { valueAt } from "./unknown.ts";

/** A value with its defaults, and what is wrong with it. */
export interface Parsed {
  readonly value: unknown;
  readonly issues: readonly z.core.$ZodIssue[];
}

/**
 * What the schema of a field says of a value. Where an object stands in place of a text or a list, zod compares its
 * `length` as well: issues about that are left out.
 */
export function parsedBy({ schema }: Field, value: unknown): Parsed {
  const { success, data, error } = outcomeOf(schema, value);
  if (success) return { value: data, issues: [] };
  return { value, issues: error.issues.filter((issue) => !isSizeOfObject(issue, value)) };
}

function outcomeOf(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(value);
  } catch {
    return schema.safeParse(comparable(value));
  }
}

/** A copy whose objects can all be compared with a number. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  const { toString: _, valueOf: __, ...others } = value;
  return Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, comparable(inner)]));
}

function isSizeOfObject(issue: z.core.$ZodIssue, value: unknown): boolean {
  return (issue.code === "too_small" || issue.code === "too_big") && isRecord(valueAt(value, issue.path));
}
