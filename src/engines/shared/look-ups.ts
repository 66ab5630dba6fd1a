import type { AnyResource } from "../../model/definition.ts";
import { resources } from "../../resources/index.ts";

/** A look-up that engines offer: one object of a resource by one of some fields. */
export interface LookUp {
  /** `getDomain`. */
  readonly name: string;
  readonly definition: AnyResource;
  /** Fields that choose the list, for instance the organization. */
  readonly scope: readonly string[];
  /** Fields by each of which one object can be asked for. */
  readonly by: readonly string[];
}

/** Every look-up, in the order of the resources. */
export const lookUps: readonly LookUp[] = resources.flatMap((definition) => {
  const by = definition.naturalKey?.lookUpBy;
  if (by === undefined || definition.collection === undefined) return [];
  return [{ name: `get${definition.name}`, definition, scope: definition.collection.scope, by }];
});
