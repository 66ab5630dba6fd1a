import type { CallContext } from "../call-context.ts";
import type { IdentityParts } from "../identity.ts";

/** What the service says of an object that is asked for apart from its list; without `wire` it is not there. */
export interface Asked<Wire> {
  readonly wire?: Wire | undefined;
  /** Why the list cannot be whole by that, as the end of a sentence. */
  readonly contradiction?: string;
}

/**
 * Trait of a collection that alone shows its objects: what tells whether one is gone where the list shows nothing any more.
 * Without it a list that shows none of the kind is read once more, 30 s after the first look.
 */
export interface EmptiedList<Api, Wire> {
  readonly emptied?: {
    /** Whether the list shows nothing where the object would be; when absent, whether it shows no object of the kind. */
    readonly isEmpty?: (rows: readonly Wire[], at: IdentityParts) => boolean;
    /** Outputs that tell more of the object: the calls beside are given what state holds of them. */
    readonly knownBy?: readonly string[];
    /** Asks for the object by itself; undefined where this service, or this state, gives no way to. */
    readonly ask?: (api: Api, at: IdentityParts, call: CallContext) => Promise<Asked<Wire> | undefined>;
  };
}
