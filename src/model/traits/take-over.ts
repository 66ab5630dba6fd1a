import type { Call } from "../call.ts";
import type { CallContext } from "../definition.ts";
import type { Values } from "../json-value.ts";
import type { Text } from "../messages.ts";

/** Trait: what create may know, without a record of its own, of an object that exists already. */
export interface TakeOverRule<Api, Wire> {
  /**
   * Replaces the general rule: why the object found by natural key cannot be the program's own earlier try, or undefined
   * when it surely is.
   */
  readonly whyNotOwn?: (api: Api, wire: Wire, context: TakeOverContext) => Promise<Text | undefined>;
  /** A person exists without a program: whoever is there is meant. */
  readonly isWhoeverIsThere?: true;
  /**
   * An object that is as declared is meant, whoever made it: it holds nothing beside what is declared. State remembers in the
   * output `existed` that this program did not make it.
   */
  readonly isMeantIfSame?: true;
  /** When the object was made, ISO 8601; absent where the service does not show it. */
  readonly madeAt?: (wire: Wire) => string | undefined;
  /**
   * Whether the account of the key made the object; undefined where the row shows no maker, or the key may not ask who it
   * is. Absent where the service never shows who made it.
   */
  readonly isMadeByAccount?: (api: Api, wire: Wire, call: CallContext) => Promise<boolean | undefined>;
  /** Whether the service makes the object by itself with a new parent: whoever made that one made this one. */
  readonly isMadeWithParent?: (wire: Wire) => boolean;
  /**
   * Why the service says that the natural key is taken although nothing of it is listed, and the way out; the general
   * words when undefined.
   */
  readonly whyTaken?: (api: Api, inputs: Values, context: TakenContext<Wire>) => Promise<Text | undefined>;
  /** Lets create make a second object of the same natural key when this input is true. */
  readonly allowDuplicateField?: string;
}

/** What is known of a natural key that is taken. */
export interface TakenContext<Wire> {
  /** Objects of the key that are on their way out. */
  readonly going: readonly Wire[];
  readonly call: Call;
}

/** What a takeover rule may look at. */
export interface TakeOverContext {
  /** The service's time, from its Date header; undefined when none was sent. */
  readonly serviceNow: Date | undefined;
  readonly call: Call;
}
