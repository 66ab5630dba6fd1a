import type { AnyResource } from "../model/definition.ts";

/** A lookup that engines offer: one object of a resource by one of several fields. */
export interface LookUp {
  /** `getDomain`. */
  readonly name: string;
  readonly definition: AnyResource;
  /** Fields that choose the list, such as the organization. */
  readonly scope: readonly string[];
  /** Fields that can each identify one object. */
  readonly by: readonly string[];
}

/** Every lookup of these resources, in their order. */
export function lookUpsOf(definitions: readonly AnyResource[]): LookUp[] {
  return definitions.flatMap((definition) => lookUpOf(definition) ?? []);
}

/** The lookup of a resource; undefined if it has none. */
export function lookUpOf(definition: AnyResource): LookUp | undefined {
  const by = definition.naturalKey?.lookUpBy;
  if (by === undefined || definition.collection === undefined) return undefined;
  return { name: `get${definition.name}`, definition, scope: definition.collection.scope, by };
}
