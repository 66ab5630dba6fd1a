import type { CallContext } from "../model/call-context.ts";
import type { IdentityParts } from "../model/identity.ts";

/** What tells more of an object whose list no longer shows anything; without it, the list is read once more 30 s later. */
export interface EmptyList<Api, Wire> {
  /** Whether the list shows nothing where the object would be; when absent, whether it shows no object of the kind. */
  readonly isEmpty?: (rows: readonly Wire[], at: IdentityParts) => boolean;
  /** Outputs that tell more of the object: the calls beside are given what state holds of them. */
  readonly knownBy?: readonly string[];
  /** Asks for the object by itself; undefined where this service, or this state, gives no way to. */
  readonly ask?: (api: Api, at: IdentityParts, call: CallContext) => Promise<Asked<Wire> | undefined>;
}

/** What the service says of an object that is asked for apart from its list; without `wire` it is not there. */
export interface Asked<Wire> {
  readonly wire?: Wire | undefined;
  /** Why the list cannot be whole by that, as the end of a sentence. */
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
