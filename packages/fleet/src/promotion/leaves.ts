import type { Value } from "../expansion/expand.ts";

/** A value that isn't an object, with its path among the values of an organization. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: Value;
}

type Values = Readonly<Record<string, Value>>;

/** All leaves of values; a list and an empty object are leaves. */
export function leavesOf(values: Values, above: readonly string[] = []): Leaf[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const path = [...above, name];
    return isObject(value) && Object.keys(value).length > 0 ? leavesOf(value, path) : [{ path, value }];
  });
}

/** The value at a path; undefined if there is none. */
export function valueAt(values: Values, path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>(
    (value, name) => (value !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    values,
  );
}

/** Values with one leaf changed. */
export function withLeaf(values: Values, { path: [name = "", ...rest], value }: Leaf): Values {
  const before = values[name];
  const below = before !== undefined && isObject(before) ? before : {};
  return { ...values, [name]: rest.length === 0 ? value : withLeaf(below, { path: rest, value }) };
}

const isObject = (value: Value): value is Record<string, Value> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
