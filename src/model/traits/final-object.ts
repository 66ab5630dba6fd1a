import type { Values } from "../json-value.ts";

/** Trait: there is a state of the object in which nothing of it can be changed any more, so that no difference is one. */
export interface FinalObject {
  /** By inputs and outputs. */
  readonly isFinal?: (values: Values) => boolean;
}
