import { type AnyResource, definitionOf } from "../../model/definition.ts";
import type { ServiceContext } from "../../model/guard.ts";
import { listHookOf } from "../../model/hook-of.ts";
import type { IdentityParts } from "../../model/identity.ts";

/** Whether the objects are derived from the rows of another list. */
export function isDerived(definition: AnyResource): boolean {
  return listHookOf(definition, "derivedFrom") !== undefined;
}

/** The resource whose list is read for the objects of a definition: another one if they are derived from its rows. */
export function listedFor(definition: AnyResource): AnyResource {
  const of = listHookOf(definition, "derivedFrom")?.resource;
  return of === undefined ? definition : definitionOf(of);
}

/** The objects of a definition, from the rows that were read for it. */
export async function derived(
  definition: AnyResource,
  rows: readonly unknown[],
  scope: IdentityParts,
  ask: ServiceContext<unknown>,
): Promise<readonly unknown[]> {
  const make = listHookOf(definition, "derivedFrom")?.make;
  return make === undefined ? rows : make(rows as never[], scope, ask); // -- the rows are those of the resource
}
