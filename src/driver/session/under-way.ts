/** Counts what is under way, by key. */
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
