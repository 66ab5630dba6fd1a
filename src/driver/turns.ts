/** Lets actions of the same name run one after another, in the order in which they were asked for. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the action when everything of that name before it has ended, however it ended. */
  take<T>(name: string, action: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const mine = before.then(action, action);
    this.#last.set(name, mine);
    return mine;
  }
}
