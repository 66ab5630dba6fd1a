import type { AnyResource } from "./definition.ts";
import type { ServiceContext } from "./guard.ts";
import { hookOf } from "./hook-of.ts";
import { parseId } from "./identity.ts";
import type { Values } from "./json-value.ts";

/**
 * The key that distinguishes the object of a resource from all others: the only notion of "the same object".
 *
 * Resources of one kind share their objects. A resource of another kind represents something else, even with the same
 * ID (the settings of a domain, and the domain).
 */
export function objectKey(definition: AnyResource, id: string): string {
  return keyOf({ kind: hookOf(definition, "managedObjects")?.kind ?? definition.name, id });
}

/** Whether other resources represent the same objects, each for a part of their life. */
export function isCombined(definition: AnyResource): boolean {
  return hookOf(definition, "managedObjects")?.isCombined === true;
}

/**
 * Keys of all objects that a declaration manages: its own, and those of other kinds. An object is managed if one of its
 * keys is among them.
 */
export function managedKeys(definition: AnyResource, id: string, declared: Values): string[] {
  const others =
    hookOf(definition, "managedObjects")?.manages?.(parseId(definition.identity.parts, id), declared) ?? [];
  return [objectKey(definition, id), ...others.map(keyOf)];
}

/** Keys of the objects that a declaration leaves to somebody else: they aren't reported as unmanaged. */
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

function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}
