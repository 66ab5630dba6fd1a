/** Names of lists that a request to the route can change: every noun in it. */
function nounsIn(route: string): string[] {
  return route.split("/").filter((segment) => segment !== "" && segment !== "api" && !segment.startsWith("{"));
}

/**
 * Delays the writes of this process while a list is read apart from them.
 *
 * A list of many pages contradicts itself if a run creates or deletes its objects meanwhile. Nobody waits unless a list
 * is read apart: then writes to its noun wait until it was read, and the reading waits for writes that were already
 * sent.
 */
export class WriteGate {
  /** Running writes, by noun. */
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

  /** Reads the list of a route after the writes to it that were already sent have ended. */
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

/** Resolves when all have ended, whether they failed or not. */
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
