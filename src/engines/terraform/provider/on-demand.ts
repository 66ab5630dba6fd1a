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
    const make = this.#makers.get(name);
    return make === undefined ? undefined : this.#one(name, make);
  }

  /** All of them, in their order. */
  all(): Map<string, T> {
    return new Map([...this.#makers].map(([name, make]) => [name, this.#one(name, make)]));
  }

  #one(name: string, make: () => T): T {
    const one = this.#made.get(name) ?? make();
    this.#made.set(name, one);
    return one;
  }
}
