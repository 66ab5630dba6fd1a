import { CHANGES } from "../../../src/engines/pulumi/plugin/protocol.ts";
import { fromEngine, toEngine } from "../../../src/engines/pulumi/plugin/values.ts";
import type { Message } from "../../../src/grpc/messages.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { isRecord, type Values } from "../../../src/model/json-value.ts";
import { secretPaths } from "../../../src/model/secret-texts.ts";
import type { PluginObject } from "../../support/chain-stacks.ts";
import type { PluginProcess } from "../../support/plugin-process.ts";
import { pluginIn } from "../../support/provider-in-world.ts";
import type { EngineCommand, ObjectPlan, PlannedObject, PlanningEngine } from "./planned-stack.ts";

const SIGNATURE = "4dabf18193072939515e22adb298388d";

const typeOf = ({ resource }: PlannedObject): string => `orgform:index:${resource}`;
const urnOf = (object: PlannedObject): string => `urn:pulumi:dev::test::${typeOf(object)}::${object.name}`;

/** Values as the engine prints them: without secrets. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (!isRecord(value)) return value;
  if (value[SIGNATURE] !== undefined) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(inner)]));
}

/** The native plugin, as Pulumi's engine calls it. */
export const pulumiPlanning: PlanningEngine<PluginObject> = {
  name: "pulumi",
  start: async (world) => {
    const process = await pluginIn(world);
    return commandOf(process);
  },
  idOf: ({ id }) => id,
  valuesOf: (_object, { properties }) => fromEngine(properties).values,
  /** What `pulumi preview --json --show-replacement-steps` prints. */
  print: (plans) => ({ config: {}, steps: plans.flatMap(({ printed }) => printed) }),
};

function commandOf(process: PluginProcess): EngineCommand<PluginObject> {
  const call = (
    name: "Check" | "Create" | "Diff" | "Read" | "Update" | "Delete",
    object: PlannedObject,
    request: Message,
  ): Promise<Message> => process.call(name, { urn: urnOf(object), ...request });

  const checked = async (object: PlannedObject, held: PluginObject | undefined, declared: Values): Promise<Values> => {
    const definition = resources.find(({ name }) => name === object.resource);
    const news = toEngine(declared, definition === undefined ? [] : secretPaths(definition));
    const { inputs, failures } = await call("Check", object, { olds: held?.inputs ?? {}, news });
    const [failure] = failures as readonly { readonly reason: string }[];
    if (failure !== undefined) throw new Error(failure.reason);
    return inputs as Values;
  };

  const compared = async (object: PlannedObject, held: PluginObject, inputs: Values) => {
    const asked = { id: held.id, olds: held.properties, oldInputs: held.inputs, news: inputs };
    const { changes, replaces, detailedDiff } = await call("Diff", object, asked);
    return {
      asked,
      isChanged: changes === CHANGES.some,
      isReplaced: (replaces as readonly string[]).length > 0,
      detailedDiff: detailedDiff as Values,
    };
  };

  return {
    async plan(object, held, declared) {
      if (declared === undefined) {
        return { inputs: undefined, values: undefined, isReplaced: false, printed: stepsOf(object, held) };
      }
      const inputs = await checked(object, held, declared);
      const difference = held === undefined ? undefined : await compared(object, held, inputs);
      if (difference === undefined || difference.isReplaced) {
        const { properties } = await call("Create", object, { properties: inputs, preview: true });
        return planOf(object, held, { inputs, properties: properties as Values, isReplaced: held !== undefined });
      }
      const { asked, isChanged, detailedDiff } = difference;
      // The engine prints nothing of an object that stays as it is.
      if (!isChanged) {
        const values = fromEngine(held?.properties).values;
        return { inputs: fromEngine(inputs).values, values, isReplaced: false, printed: [] };
      }
      const { properties } = await call("Update", object, { ...asked, preview: true });
      return planOf(object, held, {
        inputs,
        properties: properties as Values,
        isReplaced: false,
        detailedDiff,
      });
    },
    async apply(object, held, declared) {
      const inputs = await checked(object, held, declared);
      if (held === undefined) {
        const { id, properties } = await call("Create", object, { properties: inputs });
        return { id: String(id), inputs, properties: properties as Values };
      }
      const { asked, isChanged } = await compared(object, held, inputs);
      if (!isChanged) return { ...held, inputs };
      const { properties } = await call("Update", object, asked);
      return { id: held.id, inputs, properties: properties as Values };
    },
    async delete(object, { id, inputs, properties }) {
      await call("Delete", object, { id, properties, oldInputs: inputs });
    },
    async import(object, id) {
      const { inputs, properties } = await call("Read", object, { id, properties: {} });
      return { id, inputs: inputs as Values, properties: properties as Values };
    },
  };
}

interface Planned {
  readonly inputs: Values;
  readonly properties: Values;
  readonly isReplaced: boolean;
  readonly detailedDiff?: Values;
}

function planOf(object: PlannedObject, held: PluginObject | undefined, planned: Planned): ObjectPlan {
  return {
    inputs: fromEngine(planned.inputs).values,
    values: fromEngine(planned.properties).values,
    isReplaced: planned.isReplaced,
    printed: stepsOf(object, held, planned),
  };
}

/** The steps for an object. */
function stepsOf(object: PlannedObject, held: PluginObject | undefined, planned?: Planned): unknown[] {
  const type = typeOf(object);
  const step = { urn: urnOf(object) };
  const oldState = held && { type, id: held.id, inputs: shown(held.inputs), outputs: shown(held.properties) };
  if (planned === undefined) return [{ ...step, op: "delete", oldState }];
  const { inputs, properties, isReplaced, detailedDiff } = planned;
  const newState = {
    type,
    inputs: shown(inputs),
    outputs: shown(properties),
    propertyDependencies: dependenciesOf(object),
  };
  if (held === undefined) return [{ ...step, op: "create", newState }];
  if (!isReplaced) return [{ ...step, op: "update", oldState, newState: { ...newState, id: held.id }, detailedDiff }];
  return [
    { ...step, op: "delete-replaced", oldState },
    { ...step, op: "replace", oldState, newState },
    { ...step, op: "create-replacement", oldState, newState },
  ];
}

/** The objects that each input depends on. */
function dependenciesOf({ references = {} }: PlannedObject): Values {
  const urns = Object.entries(references).map(([input, { of, resource }]) => [input, [urnOf({ name: of, resource })]]);
  return Object.fromEntries(urns) as Values;
}
