import type { ManagedObject } from "./capability.ts";
import type { AnyResource } from "./definition.ts";
import type { ServiceContext } from "./guard.ts";
import { hookOf } from "./hook-of.ts";
import { parseId } from "./identity.ts";
import type { Values } from "./json-value.ts";

/**
 * What tells the object of a resource from all others: the one notion of "the same object".
 *
 * Resources of one kind share their objects; those of another one represent something else, even at the same id
 * (the settings of a domain, and the domain).
 */
export function objectKey(definition: AnyResource, id: string): string {
  return keyOf({ kind: hookOf(definition, "managedObjects")?.kind ?? definition.name, id });
}

/** Whether other resources represent the same objects for a part of their life each. */
export function isCombined(definition: AnyResource): boolean {
  return hookOf(definition, "managedObjects")?.isCombined === true;
}

/**
 * Keys of all objects that a declaration manages: its own, and those of other kinds. An object of which one key is among
 * them is managed.
 */
export function managedKeys(definition: AnyResource, id: string, declared: Values): string[] {
  const others =
    hookOf(definition, "managedObjects")?.manages?.(parseId(definition.identity.parts, id), declared) ?? [];
  return [objectKey(definition, id), ...others.map(keyOf)];
}

/** Keys of the objects that a declaration leaves to somebody else: nobody reports them as undeclared. */
export async function excludedKeys(
  definition: AnyResource,
  id: string,
  declared: Values,
  ask: ServiceContext<unknown>,
): Promise<string[]> {
  const { excludes } = hookOf(definition, "managedObjects") ?? {};
  const excluded = await excludes?.(parseId(definition.identity.parts, id), declared, ask);
  return excluded?.map(keyOf) ?? [];
}

function keyOf({ kind, id }: ManagedObject): string {
  return `${kind} ${id}`;
}
