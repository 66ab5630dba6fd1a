import type { Call } from "../call.ts";
import type { Text } from "../messages.ts";

/** Trait: another rule than the general one says what create does with an object that exists already. */
export interface TakeOverRule<Api, Wire> {
  /**
   * Replaces the general rule (equal, or still at the server-side defaults): why the object found by natural key cannot be
   * the program's own earlier try, or undefined when it surely is.
   */
  readonly whyNotOwn?: (api: Api, wire: Wire, context: TakeOverContext) => Promise<Text | undefined>;
  /** Lets create make a second object of the same natural key when this input is true. */
  readonly allowDuplicateField?: string;
}

/** What a takeover rule may look at. */
export interface TakeOverContext {
  /** The service's time, from its Date header; undefined when none was sent. */
  readonly serviceNow: Date | undefined;
  readonly call: Call;
}
