import type { Values } from "../../model/json-value.ts";

/** One declaration of a program, as far as an engine tells it from others. */
export interface Declaration {
  /** All declarations of the program that the engine asks about. */
  readonly among: Declarations;
  /** Equal for two calls about one declaration, and for no others; absent if the engine doesn't provide it. */
  readonly key?: string | symbol;
  /** Its name in a message; absent if the engine doesn't provide it. */
  readonly name?: string;
}

/** A declaration's relation to an object. */
export interface Declared {
  readonly by: Declaration;
  readonly inputs: Values;
  /** The engine's state has the object. */
  readonly isHeld: boolean;
  /** The engine can then ask about the same declaration as about a new object. */
  readonly mayBeReplaced: boolean;
}

/**
 * The declarations of a program by object, during one pass of the engine over the program: the life of one process, or
 * one pass of an engine that keeps the process for several.
 */
export class Declarations {
  /** By session, because objects of two accounts can have the same names. */
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
