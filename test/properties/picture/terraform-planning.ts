import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { isRecord, sameValue, type Values } from "../../../src/model/json-value.ts";
import { snakeName } from "../../../src/model/names.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { terraformIn } from "../../support/provider-in-world.ts";
import { configOf, type KeptObject, passed, stateOf, type TerraformProcess } from "../../support/terraform-process.ts";
import { typeNameOf } from "../../../src/engines/terraform/provider/names.ts";
import { ResourceSchema } from "../../../src/engines/terraform/provider/resource-schema.ts";
import type { EngineCommand, PlannedObject, PlanningEngine } from "./planned-stack.ts";

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };

const addressOf = ({ name, resource }: PlannedObject): string => `${typeNameOf({ name: resource })}.${name}`;

/** The Terraform provider, as Terraform's core calls it. */
export const terraformPlanning: PlanningEngine<KeptObject> = {
  name: "terraform",
  start: async (world) => {
    const process = await terraformIn(world);
    return commandOf(process);
  },
  idOf: ({ object }) => String(object?.["id"]),
  valuesOf: (object, kept) => stateOf(schemaOf(object), kept),
  /** What `terraform show -json` prints of a plan. */
  print: (plans) => {
    const printed = plans.flatMap((plan) => plan.printed).filter(isRecord);
    return {
      format_version: "1.2",
      planned_values: {},
      resource_changes: printed.map(({ expressions: _expressions, ...change }) => change),
      configuration: {
        root_module: { resources: printed.map(({ address, expressions }) => ({ address, expressions })) },
      },
    };
  },
};

function schemaOf({ resource }: PlannedObject): ResourceSchema {
  const definition = resources.find(({ name }) => name === resource);
  if (definition === undefined) throw new Error(`There is no resource ${resource}.`);
  return ResourceSchema.of(definition);
}

function commandOf(process: TerraformProcess): EngineCommand<KeptObject> {
  const validated = async (schema: ResourceSchema, config: Values): Promise<void> => {
    passed(await process.call("ValidateResourceConfig", { typeName: schema.typeName, config: encodeValue(config) }));
  };

  /** The plan, as if for a new object if the first one would replace the object. */
  const planned = async (schema: ResourceSchema, prior: KeptObject, config: Values) => {
    const first = await process.plan(schema, prior, config);
    passed(first);
    const isReplaced = prior.object !== null && (first.message["requiresReplace"] as readonly unknown[]).length > 0;
    if (!isReplaced) return { ...first, isReplaced };
    const { plannedPrivate } = first.message;
    const second = await process.plan(schema, { ...NOTHING, private: plannedPrivate as Uint8Array }, config);
    passed(second);
    return { ...second, isReplaced };
  };

  const applied = async (schema: ResourceSchema, prior: KeptObject, config: Values): Promise<KeptObject> => {
    const plan = await planned(schema, prior, config);
    if (plan.isReplaced) throw new Error(`${schema.typeName} wasn't deleted before its replacement.`);
    if (sameValue(plan.planned, prior.object)) return prior;
    const { plannedPrivate, plannedIdentity } = plan.message;
    const kept = { object: prior.object, private: plannedPrivate as Uint8Array, identity: plannedIdentity };
    const answer = await process.apply(schema, kept, plan.planned, config);
    passed(answer);
    const { private: bytes, newIdentity } = answer.message;
    return { object: answer.object, private: bytes as Uint8Array, identity: newIdentity };
  };

  return {
    async plan(object, held = NOTHING, declared) {
      const schema = schemaOf(object);
      if (declared === undefined) {
        passed(await process.plan(schema, held, null));
        const printed = [changeOf(object, held, null, ["delete"])];
        return { inputs: undefined, values: undefined, isReplaced: false, printed };
      }
      const config = configOf(schema, declared);
      await validated(schema, config);
      const plan = await planned(schema, held, config);
      const values = schema.toModel(plan.planned);
      const actions = plan.isReplaced ? ["delete", "create"] : held.object === null ? ["create"] : ["update"];
      const isSame = sameValue(plan.planned, held.object);
      const names = new Set(schema.inputs.map(({ name }) => name));
      return {
        inputs: Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))),
        values,
        isReplaced: plan.isReplaced,
        printed: [changeOf(object, held, plan.planned, isSame ? ["no-op"] : actions)],
      };
    },
    async apply(object, held = NOTHING, declared) {
      const schema = schemaOf(object);
      return applied(schema, held, configOf(schema, declared));
    },
    async delete(object, held) {
      const schema = schemaOf(object);
      const plan = await process.plan(schema, held, null);
      passed(plan);
      const { plannedPrivate, plannedIdentity } = plan.message;
      const kept = { object: held.object, private: plannedPrivate as Uint8Array, identity: plannedIdentity };
      passed(await process.apply(schema, kept, null));
    },
    async import(object, id) {
      const schema = schemaOf(object);
      const answer = await process.call("ImportResourceState", { typeName: schema.typeName, id });
      passed(answer);
      const [{ state, private: bytes, identity } = {}] = answer.message["importedResources"] as Values[];
      const found = await process.call("ReadResource", {
        typeName: schema.typeName,
        currentState: state,
        private: bytes,
        currentIdentity: identity,
      });
      passed(found);
      const { newState, private: read, newIdentity } = found.message;
      return { object: decodeValue(newState) as Values, private: read as Uint8Array, identity: newIdentity };
    },
  };
}

/** A planned change as the engine prints it, with the expressions of its block. */
function changeOf(object: PlannedObject, held: KeptObject, after: Values | null, actions: readonly string[]): Values {
  const type = typeNameOf({ name: object.resource });
  return {
    address: addressOf(object),
    mode: "managed",
    type,
    name: object.name,
    expressions: expressionsOf(object),
    change: {
      actions,
      before: held.object,
      after: after === null ? null : withoutUnknown(after),
      after_unknown: after === null ? false : unknownIn(after),
    },
  };
}

/** The references of a block, each with its beginnings. */
function expressionsOf({ references = {} }: PlannedObject): Values {
  return Object.fromEntries(
    Object.entries(references).map(([input, { of, resource, output }]) => {
      const block = addressOf({ name: of, resource });
      return [snakeName(input), { references: [`${block}.${snakeName(output)}`, block] }];
    }),
  );
}

/** Unknown attributes are absent, and unknown items of lists are null. @source terraform internal/command/jsonplan, omitUnknowns */
function withoutUnknown(value: unknown): unknown {
  if (value === UNKNOWN) return null;
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (!isRecord(value)) return value;
  const known = Object.entries(value).filter(([, inner]) => inner !== UNKNOWN);
  return Object.fromEntries(known.map(([key, inner]) => [key, withoutUnknown(inner)]));
}

/** Where a value is unknown. @source terraform internal/command/jsonstate, unknownAsBool */
function unknownIn(value: unknown): unknown {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.map(unknownIn);
  if (!isRecord(value)) return false;
  const inner = Object.entries(value).map(([key, one]) => [key, unknownIn(one)] as const);
  return Object.fromEntries(inner.filter(([, one]) => one !== false));
}
