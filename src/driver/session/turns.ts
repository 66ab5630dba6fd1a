import { UnderWay } from "./under-way.ts";

/** The right of this process to a turn, among all processes that take turns with it. */
export interface TurnLease {
  /** Another process has had a turn since this one's last. */
  readonly hadOthers: boolean;
  /** Releases the turn. */
  readonly end: () => void;
}

/** A sender of requests that depend on something shared. */
export interface Turn<Call> {
  /** The name of the shared thing. */
  readonly name: string;
  /** Waiting requests of one group share a turn; a request without a group has its own turn. */
  readonly group?: string | undefined;
  /** Asks the other processes for the turn; absent if no others are known. */
  readonly lease?: (() => Promise<TurnLease | undefined>) | undefined;
  /** Waits for a moment in which others of the same group can join, before the shared thing is restored. */
  readonly linger: () => Promise<void>;
  /** The context and calls for the end of the turn. */
  readonly call: () => Call;
}

/** A task that runs once after a turn, when nobody of its group waits any longer. It never fails. */
type Ending<Call> = (call: Call) => Promise<void>;

/** One that waits for its turn. */
interface Waiting<Call> {
  readonly turn: Turn<Call>;
  /** Runs the action. Returns a function that passes the result to its caller. */
  readonly act: () => Promise<() => void>;
  readonly refuse: (error: unknown) => void;
}

/** The common knowledge about something shared, and its waiting callers. */
interface Shared<Call> {
  readonly waiting: Waiting<Call>[];
  isHeld: boolean;
  known: unknown;
  ending: Ending<Call> | undefined;
}

/**
 * Requests of one account that change something shared, or depend on it, such as the account's current organization.
 * They run one after another, and those of one group together, so their precondition is set once for all of them and
 * restored once.
 */
export class Turns<Call = unknown> extends UnderWay {
  readonly #shared = new Map<string, Shared<Call>>();

  /** Runs the action in a turn; what the turn has to restore is restored before the last of its actions has ended. */
  take<T>(turn: Turn<Call>, action: () => Promise<T>): Promise<T> {
    return this.run(turn.name, () => this.#wait(turn, action));
  }

  /** The knowledge about the shared thing; undefined if another process might have changed it. */
  known(name: string): unknown {
    return this.#of(name).known;
  }

  /** Stores knowledge about it; undefined if it might have changed. */
  note(name: string, known: unknown): void {
    this.#of(name).known = known;
  }

  /** Runs a task when the turn ends. If there already is one, the first one counts. */
  onTurnEnd(name: string, ending: Ending<Call>): void {
    this.#of(name).ending ??= ending;
  }

  #of(name: string): Shared<Call> {
    const shared = this.#shared.get(name) ?? { waiting: [], isHeld: false, known: undefined, ending: undefined };
    this.#shared.set(name, shared);
    return shared;
  }

  #wait<T>(turn: Turn<Call>, action: () => Promise<T>): Promise<T> {
    const shared = this.#of(turn.name);
    return new Promise<T>((resolve, reject) => {
      const act = (): Promise<() => void> =>
        action().then(
          (value) => () => resolve(value),
          (error: unknown) => () => reject(error),
        );
      shared.waiting.push({ turn, act, refuse: reject });
      if (!shared.isHeld) void this.#serve(shared);
    });
  }

  /** One turn after another, in the order of requests, until nobody waits. */
  async #serve(shared: Shared<Call>): Promise<void> {
    shared.isHeld = true;
    for (let first = shared.waiting.shift(); first !== undefined; first = shared.waiting.shift()) {
      const { turn, refuse } = first;
      try {
        const leased = await turn.lease?.();
        if (leased?.hadOthers === true) shared.known = undefined;
        await this.#together(shared, first, () => leased?.end());
      } catch (error) {
        refuse(error);
      }
    }
    shared.isHeld = false;
  }

  /** One turn: the first caller and all of its group that come meanwhile. */
  async #together(shared: Shared<Call>, first: Waiting<Call>, end: () => void): Promise<void> {
    for (let one = first; ;) {
      const tell = await one.act();
      const next = nextOf(shared, one) ?? (await this.#lingered(shared, one));
      if (next === undefined) {
        const { ending } = shared;
        shared.ending = undefined;
        try {
          await ending?.(one.turn.call());
        } finally {
          end();
          tell();
        }
        return;
      }
      tell();
      one = next;
    }
  }

  /** A caller of the same group that came before the shared thing was restored. */
  async #lingered(shared: Shared<Call>, one: Waiting<Call>): Promise<Waiting<Call> | undefined> {
    if (shared.ending === undefined) return undefined;
    await one.turn.linger();
    return nextOf(shared, one);
  }
}

/** The next one of the same group. */
function nextOf<Call>({ waiting }: Shared<Call>, { turn: { group } }: Waiting<Call>): Waiting<Call> | undefined {
  const index = group === undefined ? -1 : waiting.findIndex(({ turn }) => turn.group === group);
  return index === -1 ? undefined : waiting.splice(index, 1)[0];
}
