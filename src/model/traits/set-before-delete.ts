import type { Fields, ValuesOf } from "../field.ts";

/** Trait: the service deletes the object only while it holds certain values. */
export interface SetBeforeDelete<I extends Fields> {
  /** These values; set first where state holds others. */
  readonly beforeDelete?: Partial<ValuesOf<I>>;
}
