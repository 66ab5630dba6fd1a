import { sameValue } from "./json-value.ts";

/**
 * What a change of an input does to the object.
 *
 * - `update`: the object is changed in place (the default);
 * - `replace`: the object is deleted and created again;
 * - `replaceIfOther(kindOf)`: changed in place, and replaced where the new value is of another kind;
 * - `none`: an argument for the provider alone; a change is stored and nothing is sent;
 * - `resend`: an argument for the provider alone as well; a new value sends all write-only inputs once more.
 */
export type OnChange = "update" | "replace" | ReplaceIf | "none" | "resend";

/** A change in place that replaces the object for some values. */
interface ReplaceIf {
  /** At least one of the two is defined. */
  readonly replaceIf: (before: unknown, after: unknown) => boolean;
}

/** Replaces the object where a value is of another kind than the one before; a value is of another kind than none. */
export function replaceIfOther(kindOf: (value: unknown) => unknown): ReplaceIf {
  return {
    replaceIf: (before, after) =>
      before === undefined || after === undefined || !sameValue(kindOf(before), kindOf(after)),
  };
}

/** Whether an input is an argument for the provider alone, of which the service hears nothing. */
export function isForProvider({ onChange }: { readonly onChange?: OnChange }): boolean {
  return onChange === "none" || onChange === "resend";
}
