/** Names of lists that a request to the route may change: every noun in it. */
function nounsIn(route: string): string[] {
  return route.split("/").filter((segment) => segment !== "" && segment !== "api" && !segment.startsWith("{"));
}

/**
 * Keeps the writes of this process off a list while it is read apart from them.
 *
 * A list of many pages does not agree with itself while a run makes or deletes what it shows. Nobody waits here unless a
 * list is read apart: then writes to its noun wait until it was read, and the reading waits for those that were sent.
 */
export class WriteGate {
  /** Writes under way, by noun. */
  readonly #writes = new Map<string, Set<Promise<unknown>>>();
  /** Readings apart, by noun. */
  readonly #readings = new Map<string, Set<Promise<unknown>>>();

  /** Sends a write as soon as no list of its nouns is being read apart. */
  async write<T>(route: string, signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> {
    const nouns = nounsIn(route);
    for (let held = heldOf(this.#readings, nouns); held.length > 0; held = heldOf(this.#readings, nouns))
      await ended(held, signal);
    return during(this.#writes, nouns, send());
  }

  /** Reads the list of a route when the writes to it that were sent have ended. */
  async readApart<T>(route: string, signal: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
    const nouns = nounsIn(route).slice(-1);
    const before = heldOf(this.#writes, nouns);
    return during(this.#readings, nouns, before.length === 0 ? read() : ended(before, signal).then(read));
  }
}

type Running = Map<string, Set<Promise<unknown>>>;

function heldOf(running: Running, nouns: readonly string[]): Promise<unknown>[] {
  return nouns.flatMap((noun) => [...(running.get(noun) ?? [])]);
}

async function during<T>(running: Running, nouns: readonly string[], action: Promise<T>): Promise<T> {
  for (const noun of nouns) running.set(noun, (running.get(noun) ?? new Set()).add(action));
  try {
    return await action;
  } finally {
    for (const noun of nouns) running.get(noun)?.delete(action);
  }
}

/** Passes when all have ended, however they ended. */
function ended(actions: readonly Promise<unknown>[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const leave = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", leave);
    void Promise.allSettled(actions).then(() => {
      signal?.removeEventListener("abort", leave);
      resolve();
    });
  });
}
