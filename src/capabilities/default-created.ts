import type { Capability } from "../model/capability.ts";
import type { ServiceContext } from "../model/guard.ts";

/** Why nobody has to declare an object; the hook says in which words. */
export type DefaultReason<Api, Wire, At> = (
  wire: Wire,
  at: At,
  ask: ServiceContext<Api>,
  isRootDeclared: boolean,
) => Promise<string | undefined>;

/** Some of the objects exist although nobody declares them: a report of drift lists them apart, with the reason. */
export function defaultCreated<Api, Wire, At>(reason: DefaultReason<Api, Wire, At>): Capability<Api, Wire> {
  return { name: "default-created", defaultCreated: reason };
}
