import type { CallContext } from "../model/call-context.ts";
import type { IdentityParts } from "../model/identity.ts";

/**
 * Another source about an object whose list no longer shows anything. Without it, the list is read again 30 s later.
 */
export interface EmptyList<Api, Wire> {
  /** Whether the list is empty in the object's part. If absent, whether it shows no object of the kind. */
  readonly isEmpty?: (rows: readonly Wire[], at: IdentityParts) => boolean;
  /** Outputs that identify the object further. The calls get their values from the state. */
  readonly knownBy?: readonly string[];
  /** Requests the object separately; undefined if this service or this state doesn't allow it. */
  readonly ask?: (api: Api, at: IdentityParts, call: CallContext) => Promise<Asked<Wire> | undefined>;
}

/** The service's response about an object that is requested separately. Without `wire`, it doesn't exist. */
export interface Asked<Wire> {
  readonly wire?: Wire | undefined;
  /** Why the list can't be complete by this response, as the end of a sentence. */
  readonly contradiction?: string;
}

/**
 * Only the list shows the objects, and an empty list proves little: a cache or a starting service can return one. The
 * driver checks the object by another request.
 *
 * @see src/driver/lists/empty-list.ts
 * @see src/driver/location.ts
 * @see test/unit/capabilities/empty-list.test.ts
 */
export function emptyList<Api, Wire>(
  rules: EmptyList<Api, Wire>,
): { readonly name: string; readonly emptyList: EmptyList<Api, Wire> } {
  return { name: "empty list", emptyList: rules };
}
