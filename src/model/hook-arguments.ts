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
  /** Notes for all who ask what an answer shows of the object. */
  readonly note: (wire: Wire) => void;
  /**
   * Looks again and again until a look finds nothing more to wait for; the last look is made when the time is over.
   *
   * @param look - what is still awaited, in words that follow "waiting for"; undefined when nothing is
   * @returns false when the time was over first
   */
  readonly poll: (limits: PollLimits, look: () => Promise<Text | undefined>) => Promise<boolean>;
}

/** How long something is looked for, and how often. */
export interface PollLimits {
  readonly timeoutSeconds: number;
  /** Pause between two looks. */
  readonly intervalSeconds: number;
}

/** The earlier moment that knew more than an observation shows. */
export type Carried<Wire> =
  /** The object is in state. */
  | { readonly by: "state"; readonly state: Values }
  /** This program has made it, or recovered its own earlier attempt. */
  | { readonly by: "create" }
  /** An input whose change resends the write-only ones changes: what the service gives once is asked for again. */
  | { readonly by: "renewal" }
  /** A write has changed it. */
  | { readonly by: "write"; readonly before: Wire };

/** The rows of the list of a resource; none while nobody has read it. Makes no request. */
export type Seen = <Wire, Scope extends string>(of: ListOf<Wire, Scope>, scope: Identity<NoInfer<Scope>>) => Wire[];
