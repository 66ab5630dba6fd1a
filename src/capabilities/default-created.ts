import type { ServiceContext } from "../model/guard.ts";

/**
 * Why an object needn't be declared, as words that complete "it is there because"; undefined for other objects.
 *
 * @param isRootDeclared - whether the stack declares the organization, and so also creates the objects that come with
 * it
 */
export type DefaultReason<Api, Wire, At> = (
  wire: Wire,
  at: At,
  ask: ServiceContext<Api>,
  isRootDeclared: boolean,
) => Promise<string | undefined>;

/**
 * Some objects exist by default: a drift report lists them separately, with the reason.
 *
 * If the reason can't be determined, the object is reported like any other.
 *
 * @see src/driver/hooks/default-created.ts
 * @see test/unit/capabilities/default-created.test.ts
 */
export function defaultCreated<Api, Wire, At>(
  reason: DefaultReason<Api, Wire, At>,
): { readonly name: string; readonly defaultCreated: DefaultReason<Api, Wire, At> } {
  return { name: "default created", defaultCreated: reason };
}
