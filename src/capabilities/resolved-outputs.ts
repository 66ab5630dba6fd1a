import type { Capability, ResolvedOutputs } from "../model/capability.ts";

/** Some outputs are resolved once, when an object is made or imported, since neither it nor its id shows them. */
export function resolvedOutputs<Api, Part extends string>(rules: ResolvedOutputs<Api, Part>): Capability<Api> {
  return { name: "resolved outputs", resolvedOutputs: rules };
}
