import type { Values } from "../../model/json-value.ts";

/** One declaration of a program, as far as an engine tells it from others. */
export interface Declaration {
  /** All declarations of the program that the engine asks about. */
  readonly among: Declarations;
  /** Equal for two calls about one declaration, and no others; absent where the engine does not tell. */
  readonly key?: string | symbol;
  /** How a message names it; absent where the engine does not tell. */
  readonly name?: string;
}

/** What a declaration says of an object. */
export interface Declared {
  readonly by: Declaration;
  readonly inputs: Values;
  /** The engine's state holds the object. */
  readonly isHeld: boolean;
  /** The engine can then ask about the same declaration as that of a new object. */
  readonly mayBeReplaced: boolean;
}

/**
 * Which declarations of a program stand for which object, while the engine goes through it once: as long as one process
 * lives, or one walk of an engine that keeps the process for several.
 */
export class Declarations {
  /** By session, since objects of two accounts may have the same names. */
  readonly #bySession = new WeakMap<object, Map<string, Declared[]>>();

  /** Notes a declaration, and gives one that was noted before for the same object of the session. */
  note(session: object, object: string, next: Declared): Declared | undefined {
    const byObject = this.#bySession.get(session) ?? new Map<string, Declared[]>();
    this.#bySession.set(session, byObject);
    const noted = byObject.get(object) ?? [];
    byObject.set(object, noted);
    const index = noted.findIndex((one) => isSame(one, next));
    if (index >= 0) {
      noted[index] = next;
      return undefined;
    }
    noted.push(next);
    return noted.find((one) => one !== next && !(one.isHeld && next.isHeld));
  }
}

/** Whether two calls are about one declaration. Without a key that is so of a replacement: the engine plans it in two. */
function isSame(before: Declared, next: Declared): boolean {
  if (before.by.key !== undefined && next.by.key !== undefined) return before.by.key === next.by.key;
  return before.isHeld && (next.isHeld || before.mayBeReplaced);
}
