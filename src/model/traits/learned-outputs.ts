import type { CallContext } from "../definition.ts";
import type { Identity, IdentityParts } from "../identity.ts";

/** Trait: some outputs are learned once, when an object is made or imported, since neither it nor its id shows them. */
export interface LearnedOutputs<Api, Part extends string> {
  readonly learned?: {
    /** Names of the outputs; beside an identity, calls are given what state holds of them. */
    readonly names: readonly string[];
    /** What can be learned of them; a failure leaves them out. */
    readonly learn: (api: Api, at: Partial<Identity<Part>>, call: CallContext) => Promise<IdentityParts>;
  };
}
