import type { Capability } from "../model/capability.ts";

/** Warnings of what no difference shows; see the hooks for when each is asked. */
export function warnings(hooks: Pick<Capability, "inputWarnings" | "planWarnings">): Capability {
  return { name: "warnings", ...hooks };
}
