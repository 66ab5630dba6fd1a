import type { AnyResource } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import type { Message } from "./engine-process.ts";
import type { ProcessTime } from "./scenario-clock.ts";

/** An engine's state of an object. */
export interface Entry {
  readonly id: string;
  /** Inputs and outputs together. */
  readonly state: Values;
}

/** The result of a read. */
export interface ReadEntry extends Entry {
  /** The inputs that the engine will compare with the program. */
  readonly inputs: Values;
}

/** One process of an engine's provider, in words that are the same for every engine; `UNKNOWN` marks unknown values. */
export interface EngineRun {
  readonly messages: readonly Message[];
  /** The same process, for another declaration than the default one of its calls. */
  as(name: string): EngineRun;
  /** `before` are the checked inputs of an existing object, absent for a new one. */
  check(
    resource: string,
    before: Values | undefined,
    inputs: Values,
  ): Promise<{ inputs: Values; problems: readonly string[] }>;
  diff(resource: string, entry: Entry, inputs: Values): Promise<{ changes: boolean; replaces: readonly string[] }>;
  create(resource: string, inputs: Values): Promise<Entry>;
  /** A refresh; undefined means that the engine drops the object from its state. */
  read(resource: string, entry: Entry): Promise<ReadEntry | undefined>;
  /** An import, with only the ID. */
  find(resource: string, id: string): Promise<ReadEntry | undefined>;
  update(resource: string, entry: Entry, inputs: Values): Promise<Entry>;
  delete(resource: string, entry: Entry): Promise<void>;
}

/** The settings of a process. */
export interface RunOptions {
  readonly host: string;
  readonly apiKey: string;
  readonly organizationId?: string;
  /** Further settings of the provider by name. */
  readonly config?: Readonly<Record<string, string>>;
  /** The resources that are served; all there are when absent. */
  readonly definitions?: readonly AnyResource[];
  /** The folder of records; the run's folder if absent. */
  readonly records?: string | undefined;
  /** The speed of the process's clock; the usual speed of tests if absent. */
  readonly time?: ProcessTime;
}

/** An engine under test: one adapter object each, everything else of the tables is shared. */
export interface Engine {
  readonly name: string;
  /** Whether the engine announces a replacement for an unknown value of a field whose change replaces. */
  readonly unknownReplaces: boolean;
  /** Where an import puts secret inputs; not among the inputs if the engine would print them as code. */
  readonly importsSecretsInto: "state and inputs" | "state" | "nothing";
  /** A partially failed update is marked in its entry; `false` if only the difference leads to the next one. */
  readonly marksPartialUpdates: boolean;
  /** Whether a user sees how far a wait is; elsewhere it is in the engine's log. */
  readonly showsProgress: boolean;
  start(options: RunOptions): EngineRun;
  /** The engine's state after a failed call: the object exists, but isn't complete. */
  partialOf(error: unknown): Entry | undefined;
}
