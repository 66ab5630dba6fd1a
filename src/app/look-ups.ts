import type { AnyResource } from "../model/definition.ts";

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

/** Every look-up of these resources, in their order. */
export function lookUpsOf(definitions: readonly AnyResource[]): LookUp[] {
  return definitions.flatMap((definition) => lookUpOf(definition) ?? []);
}

/** The look-up of a resource; undefined for one without. */
export function lookUpOf(definition: AnyResource): LookUp | undefined {
  const by = definition.naturalKey?.lookUpBy;
  if (by === undefined || definition.collection === undefined) return undefined;
  return { name: `get${definition.name}`, definition, scope: definition.collection.scope, by };
}
