/** A failed read is returned to every caller within this time, so a refused key isn't tried once per resource. */
const FAILURE_KEPT_MS = 5_000;

/** Reads a value; the signal aborts when no caller waits for the value any longer. */
export type Read<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Reads that are made once per key and shared: single flight, kept until a fresh read; failures are kept for 5 seconds.
 *
 * A read has its own signal. A caller whose signal aborts leaves immediately with that signal's reason, without an
 * effect on the others. When the last caller has left, the read ends, and nothing of it is kept.
 */
export class SingleFlightCache<T> {
  readonly #flights = new Map<string, Flight<T>>();
  /** Fresh reads that were asked for and not begun. */
  readonly #asked = new Map<string, Flight<T>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The value of a key; `read` is called by the first caller. */
  async get(key: string, read: Read<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const known = this.#flights.get(key);
    if (known !== undefined && this.#isUsable(known)) return known.join(signal);
    const flight = new Flight(read, this.#now);
    this.#flights.set(key, flight);
    return flight.join(signal);
  }

  /**
   * The value of a key from a new read, shared by all callers before it begins and kept for later ones. It begins when
   * no other read of the key is running, so many successive callers share a few reads.
   */
  async fresh(key: string, read: Read<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const asked = this.#asked.get(key);
    if (asked !== undefined && !asked.isAbandoned) return asked.join(signal);
    const before = this.#flights.get(key)?.ended;
    const readInTurn: Read<T> = async (own) => {
      await before;
      await endOfTurn();
      if (this.#asked.get(key) === flight) this.#asked.delete(key);
      own.throwIfAborted();
      this.#flights.set(key, flight);
      return read(own);
    };
    const flight = new Flight(readInTurn, this.#now);
    this.#asked.set(key, flight);
    return flight.join(signal);
  }

  /** Makes the next caller read the value again; callers that already wait for it still get it. */
  forget(key: string): void {
    this.#flights.delete(key);
  }

  #isUsable({ isAbandoned, failedAtMs }: Flight<T>): boolean {
    return !isAbandoned && (failedAtMs === undefined || this.#now() - failedAtMs <= FAILURE_KEPT_MS);
  }
}

/** One read, and those who wait for it. */
class Flight<T> {
  /** Passes when the read is over, however it ended. */
  readonly ended: Promise<void>;
  failedAtMs: number | undefined;
  readonly #value: Promise<T>;
  readonly #own = new AbortController();
  #waiting = 0;
  #isOver = false;

  constructor(read: Read<T>, now: () => number) {
    const { signal } = this.#own;
    this.#value = new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      read(signal).then(resolve, reject);
    });
    this.ended = this.#value.then(
      () => {
        this.#isOver = true;
      },
      () => {
        this.#isOver = true;
        this.failedAtMs = now();
      },
    );
  }

  /** Whether everybody left before the read was over. */
  get isAbandoned(): boolean {
    return this.#own.signal.aborted;
  }

  /** Waits for the value, until the signal aborts. */
  join(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting += 1;
    if (signal === undefined) return this.#value;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason);
        this.#waiting -= 1;
        if (this.#waiting === 0 && !this.#isOver) this.#own.abort();
      };
      signal.addEventListener("abort", leave);
      this.#value.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    });
  }
}

/** Passes when everything that is ready to run has run: who asks for the same side by side has asked by then. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
