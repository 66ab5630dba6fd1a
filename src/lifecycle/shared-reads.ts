/** A failed read is handed to everyone who asks within this time, so that a refused key is not tried once per resource. */
const FAILURE_KEPT_MS = 5_000;

interface Entry<T> {
  readonly value: Promise<T>;
  failedAtMs?: number;
}

/** Reads that are made once per key and shared: single flight, kept until dropped; failures are kept for 5 seconds. */
export class SharedReads<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The value of a key; `read` is called when nobody asked before. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known !== undefined && !this.#isStaleFailure(known)) return known.value;
    const entry: Entry<T> = { value: read() };
    entry.value.catch(() => {
      entry.failedAtMs = this.#now();
    });
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Forgets a key: the next one who asks causes a new read. */
  drop(key: string): void {
    this.#entries.delete(key);
  }

  #isStaleFailure(entry: Entry<T>): boolean {
    return entry.failedAtMs !== undefined && this.#now() - entry.failedAtMs > FAILURE_KEPT_MS;
  }
}
