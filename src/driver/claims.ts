import type { AnyResource } from "../model/definition.ts";

/**
 * How a resource came to stand for an object in this run: `known` out of state, or `made` by a create that made it or
 * took it over.
 */
export type ClaimKind = "known" | "made";

/**
 * Which objects already stand for a resource of this run.
 *
 * Two rules rest on it: create never takes over an object that another resource stands for; and delete never removes
 * an object that a create of the same run took over. The second happens when a resource is renamed in the program
 * without an alias: the engine creates the new name first and deletes the old one last.
 */
export class Claims {
  readonly #byObject = new Map<string, ClaimKind>();
  /** Natural keys of the creates that are under way: none of them has an object yet that could be claimed. */
  readonly #underWay = new Set<string>();

  /** Notes that a resource stands for the object. */
  claim(definition: AnyResource, id: string, kind: ClaimKind): void {
    const key = keyOf(definition, id);
    if (this.#byObject.get(key) !== "made") this.#byObject.set(key, kind);
  }

  /** How the object is claimed, or undefined when it is free. */
  kindOf(definition: AnyResource, id: string): ClaimKind | undefined {
    return this.#byObject.get(keyOf(definition, id));
  }

  /** Begins a create of a natural key; false while another one of the same key is under way. */
  begin(definition: AnyResource, naturalKey: string): boolean {
    const key = keyOf(definition, naturalKey);
    if (this.#underWay.has(key)) return false;
    this.#underWay.add(key);
    return true;
  }

  /** Ends a create, however it went. */
  end(definition: AnyResource, naturalKey: string): void {
    this.#underWay.delete(keyOf(definition, naturalKey));
  }

  /** Forgets the object, after it was deleted. */
  release(definition: AnyResource, id: string): void {
    this.#byObject.delete(keyOf(definition, id));
  }
}

function keyOf(definition: AnyResource, idOrKey: string): string {
  return `${definition.objectKind ?? definition.name} ${idOrKey}`;
}
