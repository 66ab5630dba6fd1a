import type { ServiceContext } from "../guard.ts";
import type { Identity } from "../identity.ts";

/** Trait: some of the objects exist although nobody declares them, and a comparison lists them apart. */
export interface ImpliedObject<Api, Wire, Part extends string> {
  /**
   * Why nobody has to declare an object, as words that complete "it is there because"; undefined for any other.
   *
   * @param isRootDeclared - whether the stack declares the organization: what comes with that one is its work
   */
  readonly whyImplied?: (
    wire: Wire,
    at: Identity<Part>,
    ask: ServiceContext<Api>,
    isRootDeclared: boolean,
  ) => Promise<string | undefined>;
}
