import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/**
 * Trait: the service cannot hold the object before something else has happened. Create leaves it at a warning, and the
 * first update after that makes the object. While it is deferred, its list has a row for it.
 */
export interface DeferredObject {
  readonly deferral?: Deferral;
}

/** When an object is deferred, and until what. */
export interface Deferral {
  /** By inputs and outputs. */
  readonly isDeferred: (values: Values) => boolean;
  readonly reason: Text;
}
