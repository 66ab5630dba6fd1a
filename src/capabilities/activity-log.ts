import type { Activity } from "../model/activity.ts";
import type { CallContext } from "../model/call-context.ts";
import type { Identity } from "../model/identity.ts";

/** The service's log of changes to the objects of a resource, from one call for all of them. */
export interface ActivityLog<Api, Part extends string = string> {
  /** The name under which resources of several kinds share the log. */
  readonly name: string;
  /** The identity parts that choose the log. */
  readonly scope: readonly Part[];
  /** The latest entries, newest first; undefined if the service has no such log. Fails if the key can't read them. */
  readonly list: (api: Api, scope: Identity<Part>, call: CallContext) => Promise<readonly Activity[] | undefined>;
}

/**
 * The service logs changes of the objects: a drift report names who last changed one, and when.
 *
 * The log is read once for all objects of a scope. If the key can't read it, the report only lacks the names.
 *
 * @see src/driver/hooks.ts
 * @see test/unit/capabilities/activity-log.test.ts
 */
export function activityLog<Api, Part extends string>(
  log: ActivityLog<Api, Part>,
): { readonly name: string; readonly activity: ActivityLog<Api, Part> } {
  return { name: "activity log", activity: log };
}
