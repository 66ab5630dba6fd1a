import type { Capability } from "./hooks/capability.ts";
import type { ListCapability } from "./hooks/list-capability.ts";

/** A hook of which a resource has only one: from the first capability that has it. */
export function hookOf<Name extends keyof Capability>(
  { capabilities = [] }: { readonly capabilities?: readonly Capability[] | undefined },
  name: Name,
): Capability[Name] | undefined {
  return capabilities.find((one) => one[name] !== undefined)?.[name];
}

/** A hook of the list with the objects of a resource: from the first capability of the list that has it. */
export function listHookOf<Name extends keyof ListCapability>(
  { collection }: { readonly collection?: { readonly capabilities?: readonly ListCapability[] } | undefined },
  name: Name,
): ListCapability[Name] | undefined {
  return collection?.capabilities?.find((one) => one[name] !== undefined)?.[name];
}

/** Whether a replacement deletes the old object before it creates the new one; sends no request. */
export function deletesBeforeReplacement({
  capabilities = [],
}: {
  readonly capabilities?: readonly Capability[];
}): boolean {
  return !capabilities.some(({ replacesFirst }) => replacesFirst === "create");
}
