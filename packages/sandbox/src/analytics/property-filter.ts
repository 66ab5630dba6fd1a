import { invalidInput, sandboxError } from "../pipeline/service-error.ts";
import { isDictionary } from "../wire/read-value.ts";
import type { Properties } from "./rows.ts";

/** One condition of the query parameter `properties`. */
export type PropertyFilter = {
  readonly key: string;
  readonly value: unknown;
  readonly operator: string;
  readonly type: string;
};

/** Conditions, of which all or any must hold. */
export type FilterGroup = { readonly type: "AND" | "OR"; readonly values: readonly (FilterGroup | PropertyFilter)[] };

/** The values that a condition is checked against. */
export type FilterSubject = {
  readonly person: Properties;
  readonly event: Properties;
  readonly isInCohort: (id: number) => boolean;
};

const NO_FILTER: FilterGroup = { type: "AND", values: [] };

/** Types of conditions that need data that the sandbox doesn't store. */
const UNKNOWN_TYPES = new Set(["group", "element", "session", "recording", "behavioral", "hogql", "feature"]);

/**
 * Reads the query parameter: a list, a group, or the old form of keys with operators.
 * @source live notes on persons and events, 6
 */
export function readFilters(text: string | null): FilterGroup {
  if (text === null || text === "") return NO_FILTER;
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    throw invalidInput("Properties are unparsable!", null);
  }
  return filtersFrom(written);
}

/** The same for a parsed JSON value. */
export function filtersFrom(written: unknown): FilterGroup {
  if (Array.isArray(written)) return { type: "AND", values: written.flatMap(readItem) };
  if (typeof written !== "object" || written === null) return NO_FILTER;
  if ("values" in written) return readItem(written)[0] as FilterGroup;
  const values = Object.entries(written).map(([name, value]): PropertyFilter => {
    const [key = "", operator = "exact"] = name.split("__");
    return { key, value, operator, type: "event" };
  });
  return { type: "AND", values };
}

/** An item that can't be parsed is dropped silently, which widens the result. @source as above */
function readItem(item: unknown): (FilterGroup | PropertyFilter)[] {
  if (!isDictionary(item)) return [];
  const { key, value, values } = item;
  if (Array.isArray(values)) {
    return [{ type: item["type"] === "OR" ? "OR" : "AND", values: values.flatMap(readItem) }];
  }
  const operator = typeof item["operator"] === "string" ? item["operator"] : "exact";
  const type = typeof item["type"] === "string" ? item["type"] : "event";
  if (UNKNOWN_TYPES.has(type)) {
    throw sandboxError(501, "not_implemented", `The sandbox has no data for filters of type ${type}.`);
  }
  const needsValue = operator !== "is_set" && operator !== "is_not_set";
  if (typeof key !== "string" || (needsValue && value === undefined)) return [];
  return [{ key, value, operator, type }];
}

/** Whether the conditions hold; without conditions, always. */
export function holds(filter: FilterGroup | PropertyFilter, subject: FilterSubject): boolean {
  if ("values" in filter) {
    const check = (each: FilterGroup | PropertyFilter): boolean => holds(each, subject);
    return filter.type === "OR" && filter.values.length > 0 ? filter.values.some(check) : filter.values.every(check);
  }
  if (filter.type === "cohort") return subject.isInCohort(Number(filter.value));
  const properties = filter.type === "person" ? subject.person : subject.event;
  const value = Object.hasOwn(properties, filter.key) ? properties[filter.key] : undefined;
  return compare(filter.operator, value, filter.value);
}

/** Whether any condition is about events. */
export function looksAtEvents(filter: FilterGroup | PropertyFilter): boolean {
  return "values" in filter ? filter.values.some(looksAtEvents) : filter.type !== "person" && filter.type !== "cohort";
}

type Comparison = (actual: unknown, wanted: unknown) => boolean;

const not =
  (comparison: Comparison): Comparison =>
  (actual, wanted) =>
    !comparison(actual, wanted);

const isSet: Comparison = (actual) => actual !== undefined && actual !== null;
const anyOf =
  (comparison: Comparison): Comparison =>
  (actual, wanted) =>
    Array.isArray(wanted) ? wanted.some((each) => comparison(actual, each)) : comparison(actual, wanted);
const exact = anyOf((actual, wanted) => isSet(actual, wanted) && comparableText(actual) === comparableText(wanted));
const contains = anyOf(
  (actual, wanted) =>
    isSet(actual, wanted) && comparableText(actual).toLowerCase().includes(comparableText(wanted).toLowerCase()),
);
const matches = anyOf(
  (actual, wanted) => isSet(actual, wanted) && patternOf(comparableText(wanted))?.test(comparableText(actual)) === true,
);
const byNumber =
  (judge: (actual: number, wanted: number) => boolean): Comparison =>
  (actual, wanted) => {
    const [left, right] = [numberOf(actual), numberOf(wanted)];
    return !Number.isNaN(left) && !Number.isNaN(right) && judge(left, right);
  };
const byDate =
  (judge: (actual: number, wanted: number) => boolean): Comparison =>
  (actual, wanted) => {
    const [left, right] = [Date.parse(comparableText(actual)), Date.parse(comparableText(wanted))];
    return !Number.isNaN(left) && !Number.isNaN(right) && judge(left, right);
  };

const DAY_MS = 86_400_000;

/** @source live notes on persons and events, 6 */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  exact,
  is_not: not(exact),
  icontains: contains,
  not_icontains: not(contains),
  regex: matches,
  not_regex: not(matches),
  gt: byNumber((actual, wanted) => actual > wanted),
  gte: byNumber((actual, wanted) => actual >= wanted),
  lt: byNumber((actual, wanted) => actual < wanted),
  lte: byNumber((actual, wanted) => actual <= wanted),
  is_set: isSet,
  is_not_set: not(isSet),
  is_date_exact: byDate((actual, wanted) => Math.floor(actual / DAY_MS) === Math.floor(wanted / DAY_MS)),
  is_date_before: byDate((actual, wanted) => actual < wanted),
  is_date_after: byDate((actual, wanted) => actual > wanted),
};

function compare(operator: string, actual: unknown, wanted: unknown): boolean {
  const comparison = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  if (comparison !== undefined) return comparison(actual, wanted);
  throw sandboxError(501, "not_implemented", `The sandbox doesn't support the operator ${operator}.`);
}

/** Values are compared as strings. @source live notes on persons and events, 3.11 */
export function comparableText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text);
  } catch {
    return undefined;
  }
}
