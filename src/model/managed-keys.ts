import type { AnyResource } from "./definition.ts";
import type { ServiceContext } from "./guard.ts";
import type { ManagedObject } from "./traits/shared-object.ts";
import { parseId } from "./identity.ts";
import type { Values } from "./json-value.ts";

/**
 * What tells the object of a resource from all others: the one notion of "the same object".
 *
 * Resources of one `objectKind` share their objects; those of another one stand for something else, even at the same id
 * (the settings of a domain, and the domain).
 */
export function objectKey({ name, objectKind = name }: AnyResource, id: string): string {
  return keyOf({ kind: objectKind, id });
}

/**
 * Keys of all objects that a resource answers for: its own, and those that its declaration covers beside it. An object
 * of which one key is among those of a declared resource is managed.
 */
export function managedKeys(definition: AnyResource, id: string, declared: Values): string[] {
  const covered = definition.covers?.(parseId(definition.identity.parts, id), declared) ?? [];
  return [objectKey(definition, id), ...covered.map(keyOf)];
}

/** Keys of the objects that a declaration leaves to somebody else: nobody reports them as undeclared. */
export async function leftKeys(
  definition: AnyResource,
  id: string,
  declared: Values,
  ask: ServiceContext<unknown>,
): Promise<string[]> {
  const left = await definition.leaves?.(parseId(definition.identity.parts, id), declared, ask);
  return left?.map(keyOf) ?? [];
}

function keyOf({ kind, id }: ManagedObject): string {
  return `${kind} ${id}`;
}
