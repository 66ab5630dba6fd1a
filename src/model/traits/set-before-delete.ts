import type { Fields, ValuesOf } from "../field.ts";
import type { Values } from "../json-value.ts";

/** Trait: the service deletes the object only while it holds certain values. */
export interface SetBeforeDelete<I extends Fields> {
  /** These values; set first where state holds others. A function makes them out of what state holds, or wants none. */
  readonly beforeDelete?: Partial<ValuesOf<I>> | ((state: Values) => Partial<ValuesOf<I>> | undefined);
}
