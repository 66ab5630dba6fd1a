/** What can be asked of work that is under way, by key. */
export interface Traffic {
  /** Whether some of that key runs or waits. */
  readonly isHeld: (key: string) => boolean;
  /** How often it was asked for. */
  readonly askedFor: (key: string) => number;
}

/** Counts what is under way, by key. */
export class UnderWay implements Traffic {
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

  isHeld(key: string): boolean {
    return (this.#running.get(key) ?? 0) > 0;
  }

  askedFor(key: string): number {
    return this.#asked.get(key) ?? 0;
  }

  #change(key: string, by: number): void {
    this.#running.set(key, (this.#running.get(key) ?? 0) + by);
  }
}
