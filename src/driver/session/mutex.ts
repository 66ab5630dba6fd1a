import type { Traffic } from "./under-way.ts";

/** Mutual exclusion by key: actions of the same key never overlap. */
export class KeyedMutex implements Traffic {
  /** The end of the last action of each key that is held or waited for. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #asked = new Map<string, number>();

  /** Runs the action when every action of that key before it has ended, however it ended; in the order of asking. */
  run<T>(key: string, action: () => Promise<T>): Promise<T> {
    this.#asked.set(key, this.askedFor(key) + 1);
    const before = this.#last.get(key);
    const running = before === undefined ? action() : before.then(action);
    const release = (): void => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    };
    const ended = running.then(release, release);
    this.#last.set(key, ended);
    return running;
  }

  /** How often an action of that key was asked for. */
  askedFor(key: string): number {
    return this.#asked.get(key) ?? 0;
  }

  /** Whether an action of that key runs or waits. */
  isHeld(key: string): boolean {
    return this.#last.has(key);
  }

  /** Runs the action unless another one of that key runs or waits: then nothing is run, and the answer is undefined. */
  runUnlessHeld<T>(key: string, action: () => Promise<T>): Promise<T> | undefined {
    return this.isHeld(key) ? undefined : this.run(key, action);
  }
}
