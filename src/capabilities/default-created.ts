import type { ServiceContext } from "../model/guard.ts";

/**
 * Why nobody has to declare an object, as words that complete "it is there because"; undefined for any other.
 *
 * @param isRootDeclared - whether the stack declares the organization: what comes with that one is its work
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
 * An object whose reason can't be found out is reported like any other.
 *
 * @see src/driver/hooks/default-created.ts
 * @see test/unit/capabilities/default-created.test.ts
 */
export function defaultCreated<Api, Wire, At>(
  reason: DefaultReason<Api, Wire, At>,
): { readonly name: string; readonly defaultCreated: DefaultReason<Api, Wire, At> } {
  return { name: "default created", defaultCreated: reason };
}
