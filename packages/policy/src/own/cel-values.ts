import { isUnknown } from "../picture/known.generated.ts";

/** Thrown when an expression reads an unknown value. Operators that don't depend on it ignore it, as CEL specifies. */
export class UnknownValueError extends Error {
  readonly field: string;
  readonly why: string;

  constructor(field: string, why: string) {
    super(`${field} is not known: ${why}`);
    this.field = field;
    this.why = why;
  }
}

/**
 * A part of a picture as expressions see it: whole numbers are integers, and reading an unknown value throws.
 *
 * @param name - its name in reports
 */
export function celValue(value: unknown, name = ""): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return listOf(value, name);
  return isObject(value) ? mapOf(value) : value;
}

/** The objects of a list as expressions see them. */
export const celValues = (values: readonly unknown[]): unknown[] => values.map((one) => celValue(one));

function mapOf(object: object): object {
  const map: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(object)) {
    if (isUnknown(value)) define(map, field, unreadable(field, value.unknown));
    // An assignment would change what the map inherits.
    else if (field === "__proto__") define(map, field, { value: celValue(value, field) });
    // Defining each field would take many times longer.
    else map[field] = celValue(value, field);
  }
  return map;
}

function listOf(values: readonly unknown[], name: string): unknown[] {
  const list: unknown[] = [];
  for (const [index, value] of values.entries()) {
    if (isUnknown(value)) define(list, String(index), unreadable(name, value.unknown));
    else list[index] = celValue(value, name);
  }
  return list;
}

function define(target: object, field: string, read: PropertyDescriptor): void {
  Object.defineProperty(target, field, { ...read, enumerable: true });
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A field that throws when an expression reads it. */
export function unreadable(field: string, why: string): { get: () => never } {
  return {
    get: () => {
      throw new UnknownValueError(field, why);
    },
  };
}
