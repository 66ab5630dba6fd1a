import type { AnyResource } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import { UNKNOWN } from "../../src/model/unknown.ts";
import { fromPulumi, toPulumi } from "../../src/engines/pulumi/dynamic/values.ts";
import { EngineProcess, type Message, withCode } from "./engine-process.ts";
import { isInFull } from "./extent.ts";
import { pulumiPlugin } from "./plugin-process.ts";
import { fastTime, type ProcessTime } from "./scenario-clock.ts";
import { terraform } from "./terraform-engine.ts";

/** What an engine keeps of an object. */
export interface Entry {
  readonly id: string;
  /** Inputs and outputs together. */
  readonly state: Values;
}

/** What a read gives. */
export interface ReadEntry extends Entry {
  /** The inputs that the engine will compare with the program. */
  readonly inputs: Values;
}

/** One process of an engine's provider, in words that are the same for every engine; `UNKNOWN` marks unknown values. */
export interface EngineRun {
  readonly messages: readonly Message[];
  /** The same process, for another declaration than the one that calls are about otherwise. */
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
  /** An import: nothing but the id is known. */
  find(resource: string, id: string): Promise<ReadEntry | undefined>;
  update(resource: string, entry: Entry, inputs: Values): Promise<Entry>;
  delete(resource: string, entry: Entry): Promise<void>;
}

/** What a process is started with. */
export interface RunOptions {
  readonly host: string;
  readonly apiKey: string;
  readonly organizationId?: string;
  /** Further settings of the provider by name. */
  readonly config?: Readonly<Record<string, string>>;
  /** The resources that are served; all there are when absent. */
  readonly definitions?: readonly AnyResource[];
  /** The folder of records; that of the whole run when absent. */
  readonly records?: string | undefined;
  /** How fast the process lives; the usual speed of tests when absent. */
  readonly time?: ProcessTime;
}

/** An engine under test: one adapter object each, everything else of the tables is shared. */
export interface Engine {
  readonly name: string;
  /** Whether an unknown value of a field whose change replaces is announced as a replacement; the engine's own rule. */
  readonly unknownReplaces: boolean;
  /** Where an import puts secret inputs; not among the inputs where the engine would print them as code. */
  readonly importsSecretsInto: "state and inputs" | "state" | "nothing";
  /** An update that failed in part is marked in its entry; `false` where the difference alone leads to the next one. */
  readonly marksPartialUpdates: boolean;
  /** Whether a user sees how far a wait is; elsewhere it is in the engine's log. */
  readonly showsProgress: boolean;
  start(options: RunOptions): EngineRun;
  /** What the engine keeps although a call failed: the object exists, but is not complete. */
  partialOf(error: unknown): Entry | undefined;
}

const pulumiDynamic: Engine = {
  name: "pulumi-dynamic",
  // It would delete what depends on the object for a replacement that may turn out to be none.
  unknownReplaces: false,
  importsSecretsInto: "state and inputs",
  marksPartialUpdates: true,
  showsProgress: true,
  start({ time = fastTime(), ...options }) {
    const process = new EngineProcess({ ...options, time });
    const known = (values: Values): Values => fromPulumi(values);
    const entryOf = (id: string, outs: Values): Entry => ({ id, state: known(outs) });
    const coded = (values: Values): Record<string, unknown> => withCode(toPulumi(values));
    const readWith = async (resource: string, id: string, properties: Record<string, unknown>) => {
      const { id: found, props, inputs } = await process.provider(resource).read(id, properties);
      if (found === undefined || found === "") return undefined;
      return { ...entryOf(found, props ?? {}), inputs: known(inputs ?? {}) };
    };
    return {
      messages: process.messages,
      // The engine does not tell which declaration it asks about.
      as() {
        return this;
      },
      async check(resource, before, inputs) {
        const olds = before === undefined ? {} : coded(before);
        const checked = await process.provider(resource).check(olds, coded(inputs));
        const problems = checked.failures.map(({ property, reason }) => `${property}: ${reason}`);
        return { inputs: known(checked.inputs), problems };
      },
      async diff(resource, { id, state }, inputs) {
        const { changes, replaces } = await process.provider(resource).diff(id, coded(state), coded(inputs));
        return { changes, replaces };
      },
      async create(resource, inputs) {
        const { id, outs } = await process.provider(resource).create(coded(inputs));
        return entryOf(id, outs);
      },
      read: (resource, { id, state }) => readWith(resource, id, coded(state)),
      find: (resource, id) => readWith(resource, id, withCode({})),
      async update(resource, { id, state }, inputs) {
        const { outs } = await process.provider(resource).update(id, coded(state), coded(inputs));
        return entryOf(id, outs);
      },
      delete: (resource, { id, state }) => process.provider(resource).delete(id, coded(state)),
    };
  },
  partialOf(error) {
    const { id, properties } = error as { id?: unknown; properties?: Record<string, unknown> };
    return typeof id === "string" && properties !== undefined ? { id, state: fromPulumi(properties) } : undefined;
  },
};

/** Every engine; a further one is one more object here. */
export const ENGINES: readonly Engine[] = [pulumiDynamic, pulumiPlugin, terraform];

/** The engine's sign for a value that is not known yet. */
export { UNKNOWN };

/** The engines of a story that is about a resource: by day the first one, since the driver does what the story tells. */
export const STORY_ENGINES: readonly Engine[] = isInFull() ? ENGINES : ENGINES.slice(0, 1);

/** Those of a story whose values are of many shapes: by day the first one, and the one with types of its own. */
export const TYPED_ENGINES: readonly Engine[] = isInFull()
  ? ENGINES
  : ENGINES.filter((engine) => engine === ENGINES[0] || engine === terraform);
