import type { IdentityParts } from "./identity.ts";
import type { Values } from "./json-value.ts";

/** What every call into the service is given beside its arguments. */
export interface Call {
  /** Ends the call, down to the socket. */
  readonly signal?: AbortSignal;
}

/** A call that makes several objects at once; creates of the same moment share it. */
export interface Bulk<Api, Body, Wire> {
  /** The name under which resources of several kinds share the call. */
  readonly name: string;
  /** Most objects of one call. */
  readonly most: number;
  /**
   * Makes the objects and gives them in the order of the bodies; undefined when the service said yes without sending
   * them. A refused call may have been carried out in part.
   */
  readonly create: (
    api: Api,
    scope: IdentityParts,
    bodies: readonly Body[],
    call: Call,
  ) => Promise<readonly Wire[] | undefined>;
}

/** What is known of an object that is to be deleted. */
export interface Doomed<Wire> {
  /** The object as it was just read; absent where no read was needed. */
  readonly wire?: Wire;
  /** What state holds of it. */
  readonly state: Values;
}
