import type { Values } from "../../src/model/json-value.ts";
import type { Engine, EngineRun, Entry } from "./engine-under-test.ts";

/** A resource in an engine's state. */
export interface StateEntry extends Entry {
  readonly inputs: Values;
  /** The last call failed and left an object: the next run updates it whatever the comparison says. */
  readonly isIncomplete: boolean;
}

/** One resource of a program with its entry in state, driven by the engine's rules. */
export class Program {
  entry: StateEntry | undefined;
  readonly #engine: Engine;
  readonly #resource: string;
  readonly #declared: Values;

  constructor(engine: Engine, resource: string, declared: Values, entry?: StateEntry) {
    this.#engine = engine;
    this.#resource = resource;
    this.#declared = declared;
    this.entry = entry;
  }

  /** One run that applies the declaration to the object. Returns the error. */
  async up(run: EngineRun): Promise<unknown> {
    const resource = this.#resource;
    const before = this.entry;
    const checked = await run.check(resource, before?.inputs, this.#declared).catch((error: unknown) => ({ error }));
    // A preview asks the service, too: nothing is kept of one that fails.
    if ("error" in checked) return checked.error;
    const { inputs } = checked;
    return this.#keeping(inputs, async () => {
      if (before === undefined) return run.create(resource, inputs);
      const { changes, replaces } = await run.diff(resource, before, inputs);
      if (replaces.length > 0) {
        await run.delete(resource, before);
        this.entry = undefined;
        return run.create(resource, inputs);
      }
      return changes || before.isIncomplete ? run.update(resource, before, inputs) : { ...before };
    });
  }

  /** One run that deletes the object; returns what went wrong. */
  async destroy(run: EngineRun): Promise<unknown> {
    if (this.entry === undefined) return undefined;
    try {
      await run.delete(this.#resource, this.entry);
      this.entry = undefined;
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** One refresh; returns what went wrong. */
  async refresh(run: EngineRun): Promise<unknown> {
    if (this.entry === undefined) return undefined;
    try {
      const read = await run.read(this.#resource, this.entry);
      this.entry = read === undefined ? undefined : { ...read, isIncomplete: false };
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** A failed call keeps the old entry, unless it returns a partial result. */
  async #keeping(inputs: Values, call: () => Promise<Entry>): Promise<unknown> {
    try {
      const { id, state } = await call();
      this.entry = { id, state, inputs, isIncomplete: false };
      return undefined;
    } catch (error) {
      const left = this.#engine.partialOf(error);
      if (left !== undefined) this.entry = { ...left, inputs, isIncomplete: true };
      return error;
    }
  }
}
