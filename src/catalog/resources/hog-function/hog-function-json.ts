import { isRecord, jsonText, parsedJson, sameValue, type Values } from "../../../model/json-value.ts";

/** The service's additions to conditions. @source service 2026-09, hog-functions.md, secrets */
const ADDED: ReadonlySet<string> = new Set(["bytecode", "bytecode_error", "transpiled", "order"]);

/** Null, and values that mean the same. */
const NOTHING: readonly unknown[] = [null, undefined, "", false];

const isNothing = (value: unknown): boolean =>
  NOTHING.includes(value) || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function kept(values: Values, isKept: (value: unknown, key: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => isKept(value, key)));
}

/** JSON without the service's additions, at any depth. */
function withoutAdded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdded);
  if (!isRecord(value)) return value;
  const own = Object.entries(value).filter(([key]) => !ADDED.has(key));
  return Object.fromEntries(own.map(([key, inner]) => [key, withoutAdded(inner)]));
}

/** The service's additions to filters, which are removed before filters are sent back. */
const ADDED_TO_FILTERS: ReadonlySet<string> = new Set(["bytecode", "bytecode_error", "transpiled"]);

/** The service's filters in the form that it accepts. */
export function resendableFilters(filters: unknown): unknown {
  return isRecord(filters) ? kept(filters, (_value, key) => !ADDED_TO_FILTERS.has(key)) : filters;
}

/** Conditions without the service's additions and without defaults. */
function bareFilters(value: unknown): unknown {
  const own = withoutAdded(value);
  return isRecord(own) ? kept(own, (one, key) => !isNothing(one) && !(key === "source" && one === "events")) : own;
}

/** The definitions of inputs, without false flags. */
function bareSchema(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (isRecord(item) ? kept(item, (one) => one !== null && one !== false) : item));
}

/** Inputs of a mapping, each with its value. The content of a value belongs to the program. */
function bareInputs(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, input]) => {
    const isKept = (one: unknown, name: string): boolean =>
      !isNothing(one) && !ADDED.has(name) && !(name === "templating" && one === "hog");
    return [key, isRecord(input) ? kept(input, isKept) : input] as const;
  });
  return Object.fromEntries(entries.filter(([, input]) => !isNothing(input)));
}

function bareMapping(value: unknown): unknown {
  if (!isRecord(value)) return value;
  // A mapping can't be disabled: the service drops the field. @source service 2026-09, hog-functions.md, fields
  const { inputs_schema, inputs, filters, disabled: _disabled, ...rest } = value;
  const bare = {
    ...rest,
    inputs_schema: bareSchema(inputs_schema),
    inputs: bareInputs(inputs),
    filters: bareFilters(filters),
  };
  return kept(bare, (one) => !isNothing(one));
}

/** Creates the comparison form of a JSON string. An empty list counts as null. */
const comparing =
  (bare: (value: unknown) => unknown) =>
  (text: string): string | null => {
    const value = bare(parsedJson(text));
    return value === null || (Array.isArray(value) && value.length === 0) ? null : jsonText(value);
  };

export const sameFilters = comparing(bareFilters);
export const sameSchema = comparing(bareSchema);
/** Values of inputs, without inputs that have no value. */
export const sameInputs = comparing((value) =>
  isRecord(value) ? kept(value, (one) => one === false || !NOTHING.includes(one)) : value,
);
export const sameMasking = comparing((value) =>
  isRecord(value) ? kept(value, (one, key) => one !== null && !ADDED.has(key)) : value,
);
export const sameMappings = comparing((value) => (Array.isArray(value) ? value.map(bareMapping) : value));

/**
 * The comparison form of a function's filters. It omits the source of the events if the service adds it by default.
 * Functions for the service's own events always have it.
 *
 * @source service 2026-09, hog-functions.md, filters
 */
export function filtersFromWire(
  { type, filters }: { readonly type: string; readonly filters?: unknown },
  declared: unknown,
): string | null {
  const own = typeof declared === "string" ? parsedJson(declared) : undefined;
  const source = isRecord(own) ? own["source"] : undefined;
  const isAdded = type === "internal_destination" && isRecord(filters) && filters["source"] === "internal-events";
  return shownJson(sameFilters, isAdded ? { ...filters, source } : (filters ?? {}));
}

/** The service's value in that form; null if it shows nothing. */
export function shownJson(same: (text: string) => string | null, shown: unknown): string | null {
  return shown === undefined || shown === null ? null : same(jsonText(shown));
}

/**
 * The service's value; null if it comes from the template and no program declares it.
 *
 * @param of - the template's value; undefined without a template
 */
export function unlessGiven<T>(shown: T, declared: unknown, of: unknown): T | null {
  const isDeclared = declared !== undefined && declared !== null;
  return !isDeclared && of !== undefined && of !== null && sameValue(shown, of) ? null : shown;
}
