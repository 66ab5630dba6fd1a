/** One process that takes turns. */
export interface TurnTaker {
  /** Called once when the turn begins; `hadOthers` if another process had one since this process's last turn. */
  readonly begin: (hadOthers: boolean) => void;
}

/** The process that has a turn, and the processes that wait for it. */
interface Line {
  /** The first one has the turn. */
  readonly takers: { readonly taker: TurnTaker; readonly who: object }[];
  /** Which process had the turn last. */
  last: object | undefined;
}

/**
 * Turns of a fleet's processes, by credential and name: when processes change something that belongs to the account,
 * such as its current organization, only one process changes it at a time, in the order of their requests.
 */
export class TurnBook {
  readonly #lines = new Map<string, Line>();

  /**
   * Requests a turn; returns a function that ends the turn or withdraws the request.
   *
   * @param who - the requesting process; the same object each time
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
