import type { CallContext } from "../model/call-context.ts";
import type { Identity, IdentityParts } from "../model/identity.ts";

/** Outputs that are resolved when an object enters the state. */
export interface ResolvedOutputs<Api, Part extends string> {
  /** Names of the outputs. Besides the identity, calls get their values from the state. */
  readonly names: readonly string[];
  /** The outputs that can be resolved. A failure omits them. */
  readonly resolve: (api: Api, at: Partial<Identity<Part>>, call: CallContext) => Promise<IdentityParts>;
}

/**
 * Some outputs are resolved only once, at a create or an import, because neither the object nor its ID shows them.
 *
 * The state keeps them, and later calls get them from there. A create or import succeeds without those that can't be resolved.
 *
 * @see src/driver/hooks/resolved-outputs.ts
 * @see src/driver/location.ts
 * @see test/unit/capabilities/resolved-outputs.test.ts
 */
export function resolvedOutputs<Api, Part extends string>(
  rules: ResolvedOutputs<Api, Part>,
): { readonly name: string; readonly resolvedOutputs: ResolvedOutputs<Api, Part> } {
  return { name: "resolved outputs", resolvedOutputs: rules };
}
