import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/**
 * Trait: the service cannot hold the object before something else has happened. Create leaves it at a warning, and the
 * first update after that makes the object.
 */
export interface DeferredObject {
  readonly deferral?: Deferral;
}

/** When an object is deferred, and until what. */
export interface Deferral {
  /** By inputs and outputs. */
  readonly isDeferred: (values: Values) => boolean;
  readonly reason: Text;
  /**
   * The time, RFC 3339, before which nothing can be done: until then state stands for the object, of which the service may
   * know nothing. Of an object that is deferred without one, its list has a row, or something
   * stands for it there.
   */
  readonly dueAt?: (values: Values) => string | undefined;
}
