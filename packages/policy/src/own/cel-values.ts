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
  if (Array.isArray(value)) return filled([], Object.entries(value), () => name);
  return isObject(value) ? filled({}, Object.entries(value), (field) => field) : value;
}

/** The objects of a list as expressions see them. */
export const celValues = (values: readonly unknown[]): unknown[] => values.map((one) => celValue(one));

/** Adds fields; reading an unknown one throws. */
function filled(
  target: object,
  fields: readonly (readonly [string, unknown])[],
  nameOf: (field: string) => string,
): object {
  for (const [field, value] of fields) {
    const name = nameOf(field);
    const isOpen = isObject(value) && isUnknown(value);
    const read = isOpen ? unreadable(name, value.unknown) : { value: celValue(value, name) };
    Object.defineProperty(target, field, { ...read, enumerable: true });
  }
  return target;
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
