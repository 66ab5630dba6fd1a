/** One process that takes turns. */
export interface TurnTaker {
  /** Told once, when the turn is its own; `hadOthers` where another process had one since its last. */
  readonly begin: (hadOthers: boolean) => void;
}

/** Who has a turn, and who waits for it. */
interface Line {
  /** The first one has the turn. */
  readonly takers: { readonly taker: TurnTaker; readonly who: object }[];
  /** Which process had the turn last. */
  last: object | undefined;
}

/**
 * Turns of the processes of a fleet, by credential and name: what they change of an account beside each other, such as its
 * current organization, one process changes at a time, in the order of asking.
 */
export class TurnBook {
  readonly #lines = new Map<string, Line>();

  /**
   * Asks for a turn; returns what ends it, or takes the ask back.
   *
   * @param who - the process that asks; the same object each time
   */
  take(credential: string, name: string, who: object, taker: TurnTaker): () => void {
    const key = JSON.stringify([credential, name]);
    const line = this.#lines.get(key) ?? { takers: [], last: undefined };
    this.#lines.set(key, line);
    const place = { taker, who };
    line.takers.push(place);
    if (line.takers.length === 1) begin(line);
    return () => {
      const index = line.takers.indexOf(place);
      if (index === -1) return;
      line.takers.splice(index, 1);
      if (index === 0) begin(line);
    };
  }
}

/** The first in line has the turn. */
function begin(line: Line): void {
  const [first] = line.takers;
  if (first === undefined) return;
  const hadOthers = line.last !== undefined && line.last !== first.who;
  line.last = first.who;
  first.taker.begin(hadOthers);
}
