import type { ServiceContext } from "../model/guard.ts";
import type { Identity } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";

/** Requests of which the service takes so many in a time, and whose they are. */
export interface Quota<Api, Wire, Part extends string> {
  /** The name under which resources of several kinds share it; there is one for each list. */
  readonly name: string;
  /** Whether a change of the object is such a request; without an object, its create is. */
  readonly takes: (wire: Wire) => boolean;
  /** Whether this service has the quota: one that has none refuses for another reason, which is an error. */
  readonly isKept: (at: Identity<Part>, ask: ServiceContext<Api>) => Promise<boolean>;
  /** The object as it stands until the time; `wire` is what the service holds of it. */
  readonly pending: (inputs: Values, dueAt: string, wire: Wire | undefined) => Wire;
}

/**
 * The service limits the requests that create the object, or send it again, in a period. Objects above the limit stay
 * pending until the time that the refusal names, without a request before it. So a quota includes a pending creation.
 *
 * A process notes the time once for all objects of a quota. A refusal for another reason is an error, and so is one where
 * `isKept` can't tell.
 *
 * @see src/driver/hooks/quota.ts
 * @see src/driver/session/quotas.ts
 * @see test/unit/capabilities/quota.test.ts
 */
export function quota<Api, Wire, Part extends string>(
  rules: Quota<Api, Wire, Part>,
): { readonly name: string; readonly quota: Quota<Api, Wire, Part> } {
  return { name: "quota", quota: rules };
}
