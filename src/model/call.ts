import type { Identity } from "./identity.ts";
import type { Values } from "./json-value.ts";

/** Passed to every request to the service, besides its arguments. */
export interface Call {
  /** Ends the request, down to the socket. */
  readonly signal?: AbortSignal;
  /** A write that the service has no capacity for now ends: the caller looks for its effect before it sends the write again. */
  readonly isThrottleFinal?: boolean;
}

/** A call that creates several objects together; concurrent creates share it. */
export interface Bulk<Api, Body, Wire, Scope extends string = string> {
  /** The name under which resources of several kinds share the call. */
  readonly name: string;
  /** Maximum number of objects in one call. */
  readonly most: number;
  /**
   * Creates the objects and returns them in the order of the bodies; undefined if the service succeeded without
   * returning them. A refused call might have been carried out in part.
   */
  readonly create: (
    api: Api,
    scope: Identity<Scope>,
    bodies: readonly Body[],
    call: Call,
  ) => Promise<readonly Wire[] | undefined>;
}

/** What is known about an object to delete. */
export interface DeletionTarget<Wire> {
  /** Reads the object once, for a call that needs its current form; undefined if it is gone. */
  readonly look: () => Promise<Wire | undefined>;
  /** The object's values in the state. */
  readonly state: Values;
}

/** What is known about an object before a change of it is sent. */
export interface Before<Wire> {
  /** The last observation. */
  readonly wire: Wire;
  /**
   * The values in the state, including the last values of inputs that the service never shows; empty if nothing is in
   * the state.
   */
  readonly state: Values;
  /** All desired values, including those that don't differ. */
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
