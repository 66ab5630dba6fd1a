import { sameValue } from "./json-value.ts";

/**
 * The effect of a change of an input on the object.
 *
 * - `update`: the object is changed in place (the default);
 * - `replace`: the object is deleted and created again;
 * - `replaceIfOther(kindOf)`: the object is replaced if the new value is of another kind, and changed in place
 *   otherwise;
 * - `none`: an argument that only the provider uses; a change is stored and nothing is sent;
 * - `resend`: also an argument that only the provider uses; a new value sends all write-only inputs again.
 */
export type OnChange = "update" | "replace" | ReplaceIf | "none" | "resend";

/** A change in place that replaces the object for some values. */
interface ReplaceIf {
  /** At least one of the two is defined. */
  readonly replaceIf: (before: unknown, after: unknown) => boolean;
}

/** Replaces the object if the kinds of the two values differ; an absent value has no kind. */
export function replaceIfOther(kindOf: (value: unknown) => unknown): ReplaceIf {
  return {
    replaceIf: (before, after) =>
      before === undefined || after === undefined || !sameValue(kindOf(before), kindOf(after)),
  };
}

/** Whether only the provider uses an input, so the service never receives it. */
export function isForProvider({ onChange }: { readonly onChange?: OnChange }): boolean {
  return onChange === "none" || onChange === "resend";
}
