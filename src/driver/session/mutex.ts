import { UnderWay } from "./under-way.ts";

/** Mutual exclusion by key: actions of the same key never overlap. */
export class KeyedMutex extends UnderWay {
  /** The end of the last action of each key that is held or waited for. */
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the action when every action of that key before it has ended, however it ended; in the order of asking. */
  override run<T>(key: string, action: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const running = super.run(key, () => (before === undefined ? action() : before.then(action)));
    const release = (): void => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    };
    const ended = running.then(release, release);
    this.#last.set(key, ended);
    return running;
  }

  /** Runs the action unless another one of that key runs or waits: then nothing is run, and the answer is undefined. */
  runUnlessHeld<T>(key: string, action: () => Promise<T>): Promise<T> | undefined {
    return this.isHeld(key) ? undefined : this.run(key, action);
  }
}
