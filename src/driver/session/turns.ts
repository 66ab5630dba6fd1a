import { UnderWay } from "./under-way.ts";

/** The right of this process to a turn, among all processes that take turns with it. */
export interface TurnLease {
  /** Another process has had a turn since this one's last. */
  readonly hadOthers: boolean;
  /** Gives the right back. */
  readonly end: () => void;
}

/** What sends requests that depend on something shared. */
export interface Turn<Call> {
  /** The name of what is shared. */
  readonly name: string;
  /** Requests of one group, as long as some wait, have one turn together; one without a group has a turn of its own. */
  readonly group?: string | undefined;
  /** Asks the other processes for the turn; absent where nobody knows of others. */
  readonly lease?: (() => Promise<TurnLease | undefined>) | undefined;
  /** Waits for a moment in which others of the same group may come, before what has to be put back is. */
  readonly linger: () => Promise<void>;
  /** What the end of the turn may know and send. */
  readonly call: () => Call;
}

/** What a turn leaves to do, once, when nobody of its group waits any longer. It never fails. */
type Ending<Call> = (call: Call) => Promise<void>;

/** One that waits for its turn. */
interface Waiting<Call> {
  readonly turn: Turn<Call>;
  /** Carries it out; gives what tells its caller how it ended. */
  readonly act: () => Promise<() => void>;
  readonly refuse: (error: unknown) => void;
}

/** What all know of something shared, and who waits for it. */
interface Shared<Call> {
  readonly waiting: Waiting<Call>[];
  isHeld: boolean;
  known: unknown;
  ending: Ending<Call> | undefined;
}

/**
 * Requests of one account that change something shared, or depend on it, such as the account's current organization: one
 * after another, and those of one group together, so that what they need is set once for all of them and put back once.
 */
export class Turns<Call = unknown> extends UnderWay {
  readonly #shared = new Map<string, Shared<Call>>();

  /** Runs the action in a turn; what the turn has to put back is put back before the last of them has ended. */
  take<T>(turn: Turn<Call>, action: () => Promise<T>): Promise<T> {
    return this.run(turn.name, () => this.#wait(turn, action));
  }

  /** What is known of what is shared; undefined when another process may have changed it. */
  known(name: string): unknown {
    return this.#of(name).known;
  }

  /** Notes what is known of it; undefined when it may have changed. */
  note(name: string, known: unknown): void {
    this.#of(name).known = known;
  }

  /** Does something when the turn ends; where that is set already, the first one counts. */
  lastly(name: string, ending: Ending<Call>): void {
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

  /** One turn after another, in the order of asking, until nobody waits. */
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

  /** One turn: the first one and all of its group that come meanwhile. */
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

  /** Who has joined the same group while what is to be put back was left as it is. */
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
