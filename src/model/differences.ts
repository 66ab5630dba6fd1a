import { isRecord, sameValue } from "./json-value.ts";
import { UNKNOWN } from "./unknown.ts";

/** One difference inside a property. */
export interface Difference {
  /** `settings.ttl`, `records[1].value`, `tags["a.b"]`: the form of paths in Pulumi. */
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  readonly before: unknown;
  readonly after: unknown;
}

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/u;

/** The differences between two values of the property `name`, as deep as both sides have the same structure. */
export function differencesOf(name: string, before: unknown, after: unknown): Difference[] {
  if (sameValue(before, after)) return [];
  if (before === undefined || before === null) return [{ path: name, kind: "add", before, after }];
  if (after === undefined || after === null) return [{ path: name, kind: "delete", before, after }];
  if (after === UNKNOWN || before === UNKNOWN) return [{ path: name, kind: "update", before, after }];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      differencesOf(`${name}[${index}]`, before[index], after[index]),
    );
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
    return keys.flatMap((key) => differencesOf(pathBelow(name, key), before[key], after[key]));
  }
  return [{ path: name, kind: "update", before, after }];
}

function pathBelow(parent: string, key: string): string {
  return PLAIN_KEY.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`;
}
