import type { Call } from "../call.ts";
import type { Identity } from "../identity.ts";
import type { Text } from "../messages.ts";

/** Trait: something has to happen outside before the resource counts as created. */
export interface Waiting<Api, Wire, Part extends string> {
  readonly wait?: Wait<Api, Wire, Part>;
}

/** A request that makes the service look now for what is awaited. */
export interface Prompt<Api, Wire, Part extends string = string> {
  /** Sends it; undefined when the answer says nothing about the object. */
  readonly ask: (api: Api, at: Identity<Part>, call: Call) => Promise<Wire | undefined>;
  /** Whether a failed ask means "this key may not ask": the driver then only watches. */
  readonly isNotAllowed: (error: unknown) => boolean;
  /** Whether a failed ask means "it has happened already". */
  readonly isAlreadyDone: (error: unknown) => boolean;
  /** Who can ask in place of a key that may not. */
  readonly whoCanAsk: Text;
}

/** Something that has to happen outside before the resource counts as created. */
export interface Wait<Api, Wire, Part extends string = string> {
  /** Whether it has happened. */
  readonly isDone: (wire: Wire) => boolean;
  /** Why it will not happen any more, with the way out; undefined while it may. Absent: it always may. */
  readonly whyNever?: (wire: Wire) => Text | undefined;
  /** What is awaited, with everything a person needs to make it happen. */
  readonly describe: (wire: Wire) => Text;
  /**
   * What a person needs, in lines of at most 80 columns: each is a message of its own when the wait begins, since
   * engines cut a status at the width of the terminal. Empty while nobody can do anything.
   */
  readonly facts?: (wire: Wire) => readonly string[];
  /** Absent: the service looks by itself, and the driver only watches. */
  readonly prompt?: Prompt<Api, Wire, Part>;
  /**
   * What the service itself finds wrong when the time is over, in lines; absent where it cannot be asked. It may fail, and
   * on a service without such a route it is asked once per process: the message then does without.
   */
  readonly diagnose?: (api: Api, at: Identity<Part>, call: Call) => Promise<readonly Text[]>;
  /** The input field that limits the wait, in seconds. */
  readonly timeoutField: string;
  /** The input field that holds the pause between two looks, in seconds. */
  readonly intervalField: string;
}
