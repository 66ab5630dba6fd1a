import type { AnyResource } from "../../model/definition.ts";
import { objectKey } from "../../model/managed-keys.ts";

/**
 * How a resource came to own an object in this run: `known` from the state, or `made` by a create that made it or
 * adopted it.
 */
export type OwnershipKind = "known" | "made";

/**
 * The objects that a resource of this run owns.
 *
 * Two rules depend on it: create never adopts an object that another resource owns; and delete never removes an object
 * that a create of the same run adopted. The second happens if a resource is renamed in the program without an alias:
 * the engine creates the new name first and deletes the old one last.
 */
export class Ownership {
  readonly #byObject = new Map<string, OwnershipKind>();

  readonly #held = new Set<string>();

  /** Notes that the engine's state has the object, whatever happens to it. */
  hold(definition: AnyResource, id: string): void {
    this.#held.add(objectKey(definition, id));
  }

  /** Whether the engine's state has the object, as far as its calls have shown. */
  isHeld(definition: AnyResource, id: string): boolean {
    return this.#held.has(objectKey(definition, id));
  }

  /** Notes that a resource owns the object. */
  own(definition: AnyResource, id: string, kind: OwnershipKind): void {
    const key = objectKey(definition, id);
    if (this.#byObject.get(key) !== "made") this.#byObject.set(key, kind);
  }

  /** How the object is owned, or undefined when it is free. */
  kindOf(definition: AnyResource, id: string): OwnershipKind | undefined {
    return this.#byObject.get(objectKey(definition, id));
  }

  /** Whether this run made or adopted any object of the kind. */
  hasMade(definition: AnyResource): boolean {
    const kind = objectKey(definition, "");
    return [...this.#byObject].some(([key, how]) => how === "made" && key.startsWith(kind));
  }

  /** Forgets the object, after it was deleted. */
  release(definition: AnyResource, id: string): void {
    this.#byObject.delete(objectKey(definition, id));
  }
}
