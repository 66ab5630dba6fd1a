/**
 * Things by their names, each made when it is asked for first: the process starts several times for a command and
 * mostly needs few of them.
 */
export class OnDemand<T> {
  readonly #makers: ReadonlyMap<string, () => T>;
  readonly #made = new Map<string, T>();

  constructor(makers: Iterable<readonly [string, () => T]>) {
    this.#makers = new Map(makers);
  }

  get(name: string): T | undefined {
    const known = this.#made.get(name) ?? this.#makers.get(name)?.();
    if (known !== undefined) this.#made.set(name, known);
    return known;
  }

  /** All of them, in their order. */
  all(): Map<string, T> {
    return new Map([...this.#makers.keys()].map((name) => [name, this.get(name) as T])); // -- each name has a maker
  }
}
