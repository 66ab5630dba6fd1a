/** A plain record of values by name, as engines pass it. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether a value is a plain record. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Compares two JSON values by content. The order of keys doesn't matter, and absent equals undefined. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameValue(left[key], right[key]));
}

/** The given entries of a record that are present (not undefined). */
export function pick<T>(values: Readonly<Record<string, T>>, names: Iterable<string>): Record<string, T> {
  const picked: Record<string, T> = {};
  for (const name of names) if (values[name] !== undefined) picked[name] = values[name];
  return picked;
}

/** The strings in a list; none if it isn't a list. */
export function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

/** The strings in a record, by their names; none if it isn't a record. */
export function textsByName(record: unknown): Record<string, string> {
  const entries = Object.entries(isRecord(record) ? record : {});
  return Object.fromEntries(entries.flatMap(([name, one]) => (typeof one === "string" ? [[name, one] as const] : [])));
}

/** A value as canonical JSON: without spaces and with sorted keys, because engines pass keys in any order. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/** The value of a JSON string; undefined if it isn't JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a string is JSON. */
export function isJson(text: string): boolean {
  return parsedJson(text) !== undefined;
}

/** A JSON string without spaces and with sorted keys: the form in which two are compared. */
export function canonicalJson(text: string): string {
  return isJson(text) ? jsonText(parsedJson(text)) : text;
}
