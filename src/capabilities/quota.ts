import type { ServiceContext } from "../model/guard.ts";
import type { Identity } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";

/** Requests with a quota for a period, and their owner. */
export interface Quota<Api, Wire, Part extends string> {
  /** The name under which several resources share the quota. Each list has one. */
  readonly name: string;
  /** Whether a change of the object counts. Without an object, its create counts. */
  readonly takes: (wire: Wire) => boolean;
  /** Whether this service has the quota. A service without it refuses for another reason, which is an error. */
  readonly isKept: (at: Identity<Part>, ask: ServiceContext<Api>) => Promise<boolean>;
  /** The object until that time. `wire` is the service's current object. */
  readonly pending: (inputs: Values, dueAt: string, wire: Wire | undefined) => Wire;
}

/**
 * The service limits the requests that create the object, or send it again, in a period. Objects above the limit stay
 * pending until the time that the refusal names, without a request before it. So a quota includes a pending creation.
 *
 * A process stores the time once for all objects of a quota. A refusal for another reason is an error, and so is one
 * where `isKept` can't tell.
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
