import type { CallContext } from "./call-context.ts";
import type { Identity } from "./identity.ts";

/** The service's log of what was done to the objects of a resource; one call for all of them. */
export interface ActivityLog<Api, Part extends string = string> {
  /** The name under which resources of several kinds share the log. */
  readonly name: string;
  /** The identity parts that choose the log. */
  readonly scope: readonly Part[];
  /** The newest entries, newest first; undefined if the service has no such log. Fails where the key may not read them. */
  readonly list: (api: Api, scope: Identity<Part>, call: CallContext) => Promise<readonly Activity[] | undefined>;
}

/** One entry of the service's log of changes. */
export interface Activity {
  /** The last part of the object's identity. */
  readonly object: string;
  /** Name or address of who did it. */
  readonly by: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** What the program by which it was done calls itself; absent if the service doesn't know it. */
  readonly client?: string;
  /** Names of the fields that it changed, as the service has them; absent if the log doesn't say it. */
  readonly fields?: readonly string[];
}
