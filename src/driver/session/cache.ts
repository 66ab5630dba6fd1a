/** A failed read is handed to everyone who asks within this time, so that a refused key is not tried once per resource. */
const FAILURE_KEPT_MS = 5_000;

interface Entry<T> {
  readonly value: Promise<T>;
  failedAtMs?: number;
}

/** Reads that are made once per key and shared: single flight, kept until renewed; failures are kept for 5 seconds. */
export class SingleFlightCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  /** Renewals that were asked for and not begun. */
  readonly #renewals = new Map<string, Promise<T>>();
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

  /**
   * The value of a key as it is from now on: read anew, once for all who ask before the read begins, and kept for those
   * who ask afterwards. It begins when no other read of the key is under way: so many who ask one after the other share
   * a few reads.
   */
  fresh(key: string, read: () => Promise<T>): Promise<T> {
    const asked = this.#renewals.get(key);
    if (asked !== undefined) return asked;
    const underWay = this.#entries.get(key)?.value.catch(() => undefined);
    const renewal = Promise.resolve(underWay)
      .then(endOfTurn)
      .then(() => {
        this.#renewals.delete(key);
        this.#entries.delete(key);
        return this.get(key, read);
      });
    this.#renewals.set(key, renewal);
    return renewal;
  }

  #isStaleFailure(entry: Entry<T>): boolean {
    return entry.failedAtMs !== undefined && this.#now() - entry.failedAtMs > FAILURE_KEPT_MS;
  }
}

/** Passes when everything that is ready to run has run: who asks for the same side by side has asked by then. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
