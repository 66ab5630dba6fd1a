import type { Call } from "./call.ts";
import type { IdentityParts } from "./identity.ts";

/** One entry of the service's log of changes. */
export interface Activity {
  /** The last part of the object's identity. */
  readonly object: string;
  /** Name or address of who did it. */
  readonly by: string;
  /** UTC, RFC 3339. */
  readonly at: string;
}

/** The service's log of what was done to the objects of a resource; one call for all of them. */
export interface ActivityLog<Api> {
  /** The name under which resources of several kinds share the log. */
  readonly name: string;
  /** The identity parts that choose the log. */
  readonly scope: readonly string[];
  /** The newest entries, newest first; fails where the key may not read them. */
  readonly list: (api: Api, scope: IdentityParts, call: Call) => Promise<readonly Activity[]>;
}
