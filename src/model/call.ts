import type { Identity } from "./identity.ts";
import type { Values } from "./json-value.ts";

/** What every call into the service is given beside its arguments. */
export interface Call {
  /** Ends the call, down to the socket. */
  readonly signal?: AbortSignal;
  /** A write that the service has no room for now ends: who sent it looks before it is sent again. */
  readonly isThrottleFinal?: boolean;
}

/** A call that creates several objects together; creates of the same moment share it. */
export interface Bulk<Api, Body, Wire, Scope extends string = string> {
  /** The name under which resources of several kinds share the call. */
  readonly name: string;
  /** Most objects of one call. */
  readonly most: number;
  /**
   * Makes the objects and gives them in the order of the bodies; undefined if the service succeeded without returning
   * them. A refused call may have been carried out in part.
   */
  readonly create: (
    api: Api,
    scope: Identity<Scope>,
    bodies: readonly Body[],
    call: Call,
  ) => Promise<readonly Wire[] | undefined>;
}

/** What is known of an object that is to be deleted. */
export interface DeletionTarget<Wire> {
  /** Reads the object, once, for a call that needs what the service holds of it; undefined if it is gone. */
  readonly look: () => Promise<Wire | undefined>;
  /** What state holds of it. */
  readonly state: Values;
}

/** What is known of an object when a change of it is sent. */
export interface Before<Wire> {
  /** The last observation. */
  readonly wire: Wire;
  /** What state holds: of inputs that the service never shows, what was last given; empty while nothing is in state. */
  readonly state: Values;
  /** All that is to hold, also what doesn't differ. */
  readonly desired: Values;
}

/** A call that changes one input to a value. */
export type Setter<Api, Wire, Part extends string = string> = (
  api: Api,
  at: Identity<Part>,
  to: unknown,
  before: Before<Wire>,
  call: Call,
) => Promise<Wire | undefined>;
