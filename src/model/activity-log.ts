import type { CallContext } from "./call-context.ts";
import type { Identity } from "./identity.ts";

/** The service's log of changes to the objects of a resource; one call for all of them. */
export interface ActivityLog<Api, Part extends string = string> {
  /** The name under which resources of several kinds share the log. */
  readonly name: string;
  /** The identity parts that choose the log. */
  readonly scope: readonly Part[];
  /** The latest entries, newest first; undefined if the service has no such log. Fails if the key can't read them. */
  readonly list: (api: Api, scope: Identity<Part>, call: CallContext) => Promise<readonly Activity[] | undefined>;
}

/** One entry of the service's log of changes. */
export interface Activity {
  /** The last part of the object's identity. */
  readonly object: string;
  /** Name or email of the author. */
  readonly by: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** The name that the author's program gave itself; absent if the service doesn't know it. */
  readonly client?: string;
  /** Names of the changed fields, in the service's spelling; absent if the log doesn't have them. */
  readonly fields?: readonly string[];
}
