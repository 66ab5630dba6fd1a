import type { Capability } from "./capability.ts";
import type { AnyResource } from "./definition.ts";

/** A hook of which a resource has one: that of the first capability with it. */
export function hookOf<Name extends keyof Capability>(
  { capabilities = [] }: Pick<AnyResource, "capabilities">,
  name: Name,
): Capability[Name] | undefined {
  return capabilities.find((one) => one[name] !== undefined)?.[name];
}
