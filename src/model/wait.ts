import type { Call } from "./call.ts";
import type { IdentityParts } from "./identity.ts";

/** Something that has to happen outside before the resource counts as created. */
export interface Wait<Api, Wire> {
  /** Whether it has happened. */
  readonly isDone: (wire: Wire) => boolean;
  /** Asks the service to look now; undefined when its answer says nothing about the object. */
  readonly ask: (api: Api, at: IdentityParts, call: Call) => Promise<Wire | undefined>;
  /** Whether a failed ask means "this key may not ask": the driver then only watches. */
  readonly isNotAllowed: (error: unknown) => boolean;
  /** Whether a failed ask means "it has happened already". */
  readonly isAlreadyDone: (error: unknown) => boolean;
  /** What is awaited, with everything a person needs to make it happen. */
  readonly describe: (wire: Wire) => string;
  /** Who can ask in place of a key that may not. */
  readonly whoCanAsk: string;
  /** The input field that limits the wait, in seconds. */
  readonly timeoutField: string;
  /** The input field that holds the pause between two looks, in seconds. */
  readonly intervalField: string;
}
