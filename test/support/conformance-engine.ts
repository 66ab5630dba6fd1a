import type { Values } from "../../src/model/json-value.ts";
import { UNKNOWN } from "../../src/model/unknown.ts";
import { fromPulumi, toPulumi } from "../../src/engines/pulumi/dynamic/values.ts";
import { EngineProcess, withCode } from "./engine-process.ts";
import type { Engine, Entry } from "./engine-under-test.ts";
import { isInFull } from "./extent.ts";
import { pulumiPlugin } from "./plugin-process.ts";
import { fastTime } from "./scenario-clock.ts";
import { terraform } from "./terraform-engine.ts";

const pulumiDynamic: Engine = {
  name: "pulumi-dynamic",
  // It would delete dependents of the object for a replacement that might not happen.
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
      // The engine doesn't say which declaration it asks about.
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

/** Every engine; another engine is another object here. */
export const ENGINES: readonly Engine[] = [pulumiDynamic, pulumiPlugin, terraform];

/** The engine's marker for an unknown value. */
export { UNKNOWN };

/** The engines of a story about a resource: by day only the first one, because the story tests the driver. */
export const STORY_ENGINES: readonly Engine[] = isInFull() ? ENGINES : ENGINES.slice(0, 1);

/** The engines of a story with values of many shapes: by day, the first engine and the one with its own types. */
export const TYPED_ENGINES: readonly Engine[] = isInFull()
  ? ENGINES
  : ENGINES.filter((engine) => engine === ENGINES[0] || engine === terraform);
