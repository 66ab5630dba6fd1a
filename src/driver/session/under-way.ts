/** Counts running actions, by key. */
export class UnderWay {
  readonly #running = new Map<string, number>();
  readonly #asked = new Map<string, number>();

  /** Runs the action, and counts it until it has ended, however it ends. */
  async run<T>(key: string, action: () => Promise<T>): Promise<T> {
    this.#asked.set(key, this.askedFor(key) + 1);
    this.#change(key, 1);
    try {
      return await action();
    } finally {
      this.#change(key, -1);
    }
  }

  /** Whether some of that key runs or waits. */
  isHeld(key: string): boolean {
    return this.#running.has(key);
  }

  /** How often some of that key was asked for. */
  askedFor(key: string): number {
    return this.#asked.get(key) ?? 0;
  }

  #change(key: string, by: number): void {
    const count = (this.#running.get(key) ?? 0) + by;
    if (count > 0) this.#running.set(key, count);
    else this.#running.delete(key);
  }
}

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
