import type { Capability } from "./capability.ts";

/** A hook of which a resource has one: that of the first capability with it. */
export function hookOf<Name extends keyof Capability>(
  { capabilities = [] }: { readonly capabilities?: readonly Capability[] | undefined },
  name: Name,
): Capability[Name] | undefined {
  return capabilities.find((one) => one[name] !== undefined)?.[name];
}
