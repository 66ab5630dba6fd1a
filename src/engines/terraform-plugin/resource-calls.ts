import {
  check,
  type Context,
  create,
  diff,
  find,
  isStoredOnly,
  migrate,
  type Reporter,
  read,
  remove,
  type Stored,
  update,
} from "../../lifecycle/driver.ts";
import { type AnyResource, fieldsOf, STATE_VERSION } from "../../model/definition.ts";
import { isPartialResult, type Problem } from "../../model/diagnostics.ts";
import { sameStored } from "../../model/diff.ts";
import { formatId } from "../../model/identity.ts";
import { isRecord, type Values } from "../../model/json-value.ts";
import { UNKNOWN } from "../../model/unknown.ts";
import type { Message } from "../shared/grpc/messages.ts";
import { type Account, howToSet } from "./account.ts";
import { valueToModel } from "./attribute-types.ts";
import { attributePath, type Diagnostic, errorFrom, problemDiagnostics } from "./diagnostics.ts";
import { modelName } from "./names.ts";
import { fillPlan, planChange, planCreation, type PlannedObject } from "./plan-change.ts";
import { ID, type ResourceSchema } from "./resource-schema.ts";
import { bookkeepingOf, idOf, identityData, identityFrom, stateFrom } from "./stored-state.ts";
import { decodeValue, encodeValue } from "./values.ts";

/** What one call about a resource is given. */
export interface ResourceCall {
  readonly schema: ResourceSchema;
  readonly account: Account;
  readonly report: Reporter;
  readonly signal: AbortSignal;
}

/** A call about a resource: the request as the engine sent it, and the answer. */
export type ResourceHandler = (request: Message, call: ResourceCall) => Promise<Message>;

const objectIn = (message: unknown): Record<string, unknown> | undefined => {
  const value = decodeValue(message);
  return isRecord(value) ? value : undefined;
};

const bytesIn = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

const contextOf = ({ account, schema, report, signal }: ResourceCall, ...values: readonly Values[]): Context =>
  account.context(schema, report, signal, ...values);

/** Checks a configuration on its own; what the provider's settings may fill in counts as not known yet. */
export const validateResourceConfig: ResourceHandler = async ({ config }, call) => {
  const object = objectIn(config) ?? {};
  const { schema } = call;
  const news = withSetting(schema.definition, schema.toModel(object), UNKNOWN);
  const { problems } = await checked(news, false, call);
  const diagnostics = problemsIn(schema, problems);
  if (object[ID] !== null && object[ID] !== undefined) {
    diagnostics.push(errorFrom(`${declaredWrong(schema)}\n${ID} is what the service decides; remove it.`, ID));
  }
  return { diagnostics };
};

/** Brings a state file's object to the present shape; called for every object before anything else. */
export const upgradeResourceState: ResourceHandler = ({ rawState, version }, { schema }) => {
  const json = bytesIn((rawState as Message | undefined)?.["json"]);
  const object: unknown = JSON.parse(Buffer.from(json).toString("utf8"));
  if (!isRecord(object)) throw new Error(`The state of this ${schema.definition.name} is no object`);
  const types = new Map(schema.attributes.map(({ name, type }) => [name, type]));
  const state: Record<string, unknown> = { [STATE_VERSION]: Number(version) };
  for (const [attribute, stored] of Object.entries(object)) {
    const name = modelName(attribute);
    const type = types.get(name);
    // What an earlier shape had under other names is for the migrations.
    const value = type === undefined ? (stored ?? undefined) : valueToModel(type, stored);
    if (value !== undefined && attribute !== ID) state[name] = value;
  }
  const migrated = migrate(schema.definition, state);
  return Promise.resolve({ upgradedState: encodeValue(schema.toTerraform(migrated, idOf(object))) });
};

/** Identities have had one shape so far. */
export const upgradeResourceIdentity: ResourceHandler = ({ rawIdentity }) => {
  const json = bytesIn((rawIdentity as Message | undefined)?.["json"]);
  return Promise.resolve({ upgradedIdentity: { data: encodeValue(JSON.parse(Buffer.from(json).toString("utf8"))) } });
};

/** A refresh: null only when the object is confirmed to be gone. */
export const readResource: ResourceHandler = async ({ currentState, private: kept }, call) => {
  const { schema } = call;
  const object = objectIn(currentState);
  if (object === undefined) return { newState: encodeValue(null) };
  const state = stateFrom(schema, object, bytesIn(kept));
  const stored = await read(schema.definition, idOf(object), state, contextOf(call, state));
  if (stored === undefined) return { newState: encodeValue(null) };
  return {
    newState: encodeValue(schema.toTerraform(stored.state, stored.id)),
    private: bookkeepingOf(schema, stored.state),
    newIdentity: identityData(schema, stored.state),
  };
};

/** What an apply would do; makes no request but the shared ones of the driver's diff, and no write. */
export const planResourceChange: ResourceHandler = async (request, call) => {
  const { schema } = call;
  const config = objectIn(request["config"]);
  const prior = objectIn(request["priorState"]);
  const kept = bytesIn(request["priorPrivate"]);
  if (objectIn(request["proposedNewState"]) === undefined) {
    return { plannedState: encodeValue(null), plannedPrivate: kept };
  }
  const news = withSetting(schema.definition, schema.toModel(config ?? {}), call.account.organizationId);
  const { inputs, problems } = await checked(news, prior === undefined, call);
  if (problems.length > 0) return { diagnostics: problemsIn(schema, problems) };
  const planned =
    prior === undefined
      ? planCreation(schema, inputs)
      : await compared(idOf(prior), stateFrom(schema, prior, kept), inputs, call);
  return {
    plannedState: encodeValue(schema.toTerraform(planned.values, planned.id)),
    plannedPrivate: kept,
    requiresReplace: planned.replaces.map(attributePath),
    plannedIdentity: identityData(schema, planned.values),
  };
};

async function compared(id: string, state: Values, inputs: Values, call: ResourceCall): Promise<PlannedObject> {
  const { schema } = call;
  const { changes } = await diff(schema.definition, id, state, inputs, () => contextOf(call, state, inputs));
  const isQuiet = isStoredOnly(schema.definition, state, changes);
  return planChange(schema, { id, state, inputs, changes, isStoredOnly: isQuiet });
}

/** Creates, updates or deletes; on an error the answer holds what exists all the same. */
export const applyResourceChange: ResourceHandler = async (request, call) => {
  const prior = objectIn(request["priorState"]);
  const planned = objectIn(request["plannedState"]);
  const kept = bytesIn(request["plannedPrivate"]);
  const before = { newState: encodeValue(prior ?? null), private: kept, newIdentity: request["plannedIdentity"] };
  const { schema, account } = call;
  try {
    if (planned === undefined) return await removed(prior ?? {}, kept, call);
    return await made(prior, planned, kept, call);
  } catch (error) {
    const text = schema.inWords(account.redacted(error instanceof Error ? error.message : String(error)));
    if (!isPartialResult(error)) return { ...before, diagnostics: [errorFrom(text)] };
    const advice =
      prior === undefined
        ? "\nThe object exists and is marked as tainted, so that the next apply would delete it and make it anew. " +
          "`terraform untaint <address>` keeps it: then the next apply completes it."
        : "\nThe next apply goes on from what exists.";
    return { ...answerOf(schema, error, undefined), diagnostics: [errorFrom(text + advice)] };
  }
};

async function removed(prior: Values, kept: Uint8Array, call: ResourceCall): Promise<Message> {
  const state = stateFrom(call.schema, prior, kept);
  await remove(call.schema.definition, idOf(prior), state, contextOf(call, state));
  return { newState: encodeValue(null) };
}

async function made(
  prior: Values | undefined,
  planned: Values,
  kept: Uint8Array,
  call: ResourceCall,
): Promise<Message> {
  const { schema } = call;
  const values = schema.toModel(planned);
  const declared = schema.inputs.map(({ name }) => [name, values[name]] as const);
  const inputs = Object.fromEntries(declared.filter(([, value]) => value !== undefined && value !== UNKNOWN));
  if (prior === undefined) {
    return answerOf(schema, await create(schema.definition, inputs, contextOf(call, inputs)), planned);
  }
  const state = stateFrom(schema, prior, kept);
  const context = contextOf(call, state, inputs);
  return answerOf(schema, await update(schema.definition, idOf(prior), state, inputs, context), planned);
}

function answerOf(
  schema: ResourceSchema,
  { id, state }: Pick<Stored, "id" | "state"> | { id: string; state: Values },
  planned: Values | undefined,
): Message {
  const object = schema.toTerraform(state, id);
  return {
    newState: encodeValue(planned === undefined ? object : fillPlan(planned, object)),
    private: bookkeepingOf(schema, state),
    newIdentity: identityData(schema, state),
  };
}

/** An import by id string, whose last part may be a natural key, or by the parts of the identity. */
export const importResourceState: ResourceHandler = async ({ id, identity }, call) => {
  const { schema, account } = call;
  const parts = identityFrom(schema, identity);
  const filled = withSetting(schema.definition, parts, account.organizationId) as Record<string, string>;
  const wanted = Object.keys(parts).length === 0 ? String(id) : formatId(schema.definition.identity.parts, filled);
  const { id: found, state: whole } = await find(schema.definition, wanted, contextOf(call));
  const state = withoutDefaults(schema.definition, whole);
  const imported = {
    typeName: schema.typeName,
    state: encodeValue(schema.toTerraform(state, found)),
    private: bookkeepingOf(schema, state),
    identity: identityData(schema, state),
  };
  return { importedResources: [imported] };
};

/**
 * What an import takes: a setting that stands at the service's default counts as not declared. The engine leaves out
 * empty values when it writes a configuration, and a person leaves out what need not be said.
 */
function withoutDefaults(definition: AnyResource, state: Values): Values {
  const rules = new Map(fieldsOf(definition, "inputs"));
  const kept = Object.entries(state).filter(([name, value]) => {
    const field = rules.get(name);
    return field === undefined || !("serviceDefault" in field) || !sameStored(field, value, field.serviceDefault);
  });
  return Object.fromEntries(kept);
}

function checked(news: Values, isNew: boolean, call: ResourceCall): ReturnType<typeof check> {
  const settings = { organizationId: undefined, howToSet };
  return check(call.schema.definition, news, { settings, isNew }, () => contextOf(call, news));
}

/** Fills in what the configuration leaves to the provider's own. */
function withSetting(definition: AnyResource, news: Values, organizationId: unknown): Record<string, unknown> {
  const filled = { ...news };
  for (const [name, { fromConfig }] of fieldsOf(definition, "inputs")) {
    if (fromConfig === "organizationId" && news[name] === undefined && organizationId !== undefined) {
      filled[name] = organizationId;
    }
  }
  return filled;
}

function declaredWrong({ definition }: ResourceSchema): string {
  return `This ${definition.name} cannot be declared so`;
}

function problemsIn(schema: ResourceSchema, problems: readonly Problem[]): Diagnostic[] {
  const worded = problems.map(({ path, reason }) => ({ path, reason: schema.inWords(reason) }));
  return problemDiagnostics(declaredWrong(schema), worded);
}
