import type { CallContext } from "./call-context.ts";
import type { Identity, IdentityParts } from "./identity.ts";
import type { Values } from "./json-value.ts";
import type { Reporter, Text } from "./messages.ts";
import type { ListOf } from "./resource-reference.ts";

/** The object that a hook works on, and what the driver does for the hook. */
export interface Subject<Api, Wire> {
  /** The name of the resource. */
  readonly resource: string;
  /** How messages name the object. */
  readonly title: Text;
  readonly inputs: Values;
  readonly at: IdentityParts;
  readonly api: Api;
  readonly call: CallContext;
  readonly report: Reporter;
  /** Reads the object separately; undefined if its deletion is confirmed. */
  readonly look: () => Promise<Wire | undefined>;
  /** Stores the object from a response for all callers. */
  readonly note: (wire: Wire) => void;
  /**
   * Repeats a check until there is nothing more to wait for. The last check runs at the timeout.
   *
   * @param look - returns what is still awaited, in words that follow "waiting for"; undefined if nothing is
   * @returns false after a timeout
   */
  readonly poll: (limits: PollLimits, look: () => Promise<Text | undefined>) => Promise<boolean>;
}

/** The timeout and the interval of checks. */
export interface PollLimits {
  readonly timeoutSeconds: number;
  /** Pause between two checks. */
  readonly intervalSeconds: number;
}

/** An earlier moment with more knowledge than an observation. */
export type Carried<Wire> =
  /** The object is in the state. */
  | { readonly by: "state"; readonly state: Values }
  /** This program has created it, or recovered its own earlier attempt. */
  | { readonly by: "create" }
  /** The input that resends write-only inputs changed, so a one-time value is requested again. */
  | { readonly by: "renewal" }
  /** A write has changed it. */
  | { readonly by: "write"; readonly before: Wire };

/** The rows of a resource's list; none until it is read. Sends no request. */
export type Seen = <Wire, Scope extends string>(of: ListOf<Wire, Scope>, scope: Identity<NoInfer<Scope>>) => Wire[];
