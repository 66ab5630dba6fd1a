import {
  check,
  type CheckOptions,
  codedText,
  type Context,
  find,
  holding,
  importable,
  migrate,
  plan,
  removalRefusal,
  type Reporter,
  read,
  warnOfRemoval,
} from "../../../driver/driver.ts";
import { type AnyResource, fieldsOf, STATE_VERSION } from "../../../model/definition.ts";
import { formerForms, hasFormerForms } from "../../../model/check.ts";
import { deprecationWarningOf } from "../../../model/deprecations.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { formatId } from "../../../model/identity.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { fieldRef, message, printed } from "../../../model/messages.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { Message } from "../../../grpc/messages.ts";
import { type Account, howToSet } from "./account.ts";
import { attributePath, type Diagnostic, errorFrom, problemDiagnostics, warningFrom } from "./diagnostics.ts";
import { modelName } from "../../../model/names.ts";
import { completeMoved } from "./moves/first-refresh.ts";
import { asDeclared, isJustMoved, undeclaredIn } from "./moves/moved-marks.ts";
import { planChange, planCreation, type PlannedObject } from "./plan-change.ts";
import { ID, type ResourceSchema } from "./resource-schema.ts";
import { secretProblems, storable } from "./stored-secrets.ts";
import {
  bookkeepingOf,
  hostFrom,
  idOf,
  identityData,
  identityFrom,
  refusedRemovalIn,
  sentSecretsFrom,
  stateFrom,
  withRefusedRemoval,
} from "./stored-state.ts";
import type { Request } from "./protocol.ts";
import { decodeValue, encodeValue } from "./values.ts";
import { unknownNames, writtenNames, writtenValues } from "./written-names.ts";
import {
  attributeIn,
  comparedSides,
  isGivenWriteOnly,
  upgradedObject,
  versionsAfterRead,
  versionsIn,
  withoutSecrets,
  withWriteOnly,
  type WriteOnlyChange,
  type WriteOnlyInput,
  writeOnlyProblems,
} from "./write-only.ts";

/** The context of one call about a resource. */
export interface ResourceCall {
  readonly schema: ResourceSchema;
  readonly account: Account;
  readonly report: Reporter;
  readonly signal: AbortSignal;
}

/** A call about a resource: the request as the engine sent it, and the answer. */
export type ResourceHandler<Sent> = (request: Sent, call: ResourceCall) => Promise<Message>;

export const objectIn = (message: unknown): Record<string, unknown> | undefined => {
  const value = decodeValue(message);
  return isRecord(value) ? value : undefined;
};

export const contextOf = ({ account, schema, report, signal }: ResourceCall, ...values: readonly Values[]): Context =>
  account.context(schema, report, signal, ...values);

/** Checks a configuration on its own; settings that the provider can fill in count as unknown. */
export const validateResourceConfig: ResourceHandler<Request<"ValidateResourceConfig">> = async (
  { config, clientCapabilities },
  call,
) => {
  const object = objectIn(config) ?? {};
  const { schema } = call;
  const news = declaredIn(schema, object, UNKNOWN);
  const former = formerIn(schema, object, call);
  if (former.length > 0) return { diagnostics: problemsIn(schema, former, object) };
  const { problems } = await checked(news, UNKNOWN, call);
  const isAllowed = clientCapabilities?.writeOnlyAttributesAllowed === true;
  const diagnostics = [
    ...problemsIn(schema, [...problems, ...misspeltIn(schema, object, call)], object),
    ...writeOnlyProblems(schema.writeOnly, object, { title: declaredWrong(schema), isAllowed }),
  ];
  // The engine shows one of several that have the same summary, and counts the others.
  const deprecation = deprecationWarningOf(schema.definition);
  if (deprecation !== undefined) diagnostics.push(warningFrom(printed(deprecation, schema.spelling)));
  if (object[ID] !== null && object[ID] !== undefined) {
    diagnostics.push(errorFrom(`${declaredWrong(schema)}\nThe service decides ${ID}. Remove it.`, ID));
  }
  return { diagnostics };
};

/** Declarations in a form that the schema no longer has: the engine drops their names before it calls the provider. */
function formerIn(schema: ResourceSchema, object: Values, { account }: ResourceCall): readonly Problem[] {
  if (!hasFormerForms(schema.definition)) return [];
  const written = writtenValues(schema, object, account.blocks);
  return written.map((values) => formerForms(schema.definition, values)).find(({ length }) => length > 0) ?? [];
}

/** Names that the engine dropped before its call; searched for only if there is an object that can contain one. */
function misspeltIn(schema: ResourceSchema, object: Values, { account }: ResourceCall): Problem[] {
  const hasObjects = schema.attributes.some(({ type, decider }) => type.kind === "object" && decider !== "computed");
  return hasObjects ? unknownNames(schema, object, account.blocks) : [];
}

/** Brings a state file's object to the present shape; called for every object before anything else. */
export const upgradeResourceState: ResourceHandler<Request<"UpgradeResourceState">> = (
  { rawState, version },
  { schema },
) => {
  const object: unknown = JSON.parse(Buffer.from(rawState?.json ?? []).toString("utf8"));
  if (!isRecord(object)) throw new Error(`The state of this ${schema.typeName} is no object`);
  const state = { ...schema.toEarlierModel(object), [STATE_VERSION]: version };
  const migrated = schema.toTerraform(migrate(schema.definition, state), idOf(object));
  return Promise.resolve({ upgradedState: encodeValue(upgradedObject(schema.writeOnly, object, migrated)) });
};

/** Identities have had one shape so far. */
export const upgradeResourceIdentity: ResourceHandler<Request<"UpgradeResourceIdentity">> = ({ rawIdentity }) => {
  const identity: unknown = JSON.parse(Buffer.from(rawIdentity?.json ?? []).toString("utf8"));
  return Promise.resolve({ upgradedIdentity: { data: encodeValue(identity) } });
};

/** A refresh: null only when the object is confirmed to be gone. */
export const readResource: ResourceHandler<Request<"ReadResource">> = async ({ currentState, private: kept }, call) => {
  const { schema } = call;
  const object = objectIn(currentState);
  if (object === undefined) return { newState: encodeValue(null) };
  const state = stateFrom(schema, object, kept);
  if (isJustMoved(kept)) return readMoved(object, state, undeclaredIn(kept), call);
  const sent = sentSecretsFrom(kept);
  const stored = await read(schema.definition, idOf(object), state, contextOf(call, state));
  if (stored === undefined) return { newState: encodeValue(null) };
  const versions = versionsAfterRead(schema.writeOnly, object, sent, stored.observed);
  for (const input of schema.writeOnly) {
    const { stored: secret } = input;
    if (versions.get(input) === attributeIn(input, "version", object)) continue;
    call.report.warn(
      `${secret} of this ${schema.typeName} was changed outside\n` +
        `The service has another value than the one that was last sent for ${stored.id}. The next apply sends it again.`,
    );
  }
  const found = storable(schema, call.account, schema.toTerraform(stored.state, stored.id));
  return {
    newState: encodeValue(withoutSecrets(schema.writeOnly, {}, versions, found)),
    // Only a refresh writes nothing new here: in a refresh-only plan, it would look like a change.
    private: bookkeepingOf(schema, stored.state, { sent, host: hostFrom(kept), undeclared: undeclaredIn(kept) }),
    newIdentity: identityData(schema, stored.state),
  };
};

/** The first refresh of an object that came from another provider. */
async function readMoved(
  object: Values,
  state: Values,
  undeclared: readonly string[],
  call: ResourceCall,
): Promise<Message> {
  const { schema, account } = call;
  const context = contextOf(call, state);
  const moved = { id: idOf(object), state, undeclared, written: writtenNames(schema, object, account.blocks) };
  const completed = await completeMoved(schema.definition, moved, context);
  if (completed === undefined) return { newState: encodeValue(null) };
  // Secrets that the other provider had stored leave the state if it can't contain any.
  const secrets = schema.attributes.filter(({ secret }) => secret && !account.storesSecrets);
  const hidden = Object.fromEntries(secrets.map(({ attribute }) => [attribute, null]));
  return {
    newState: encodeValue({ ...schema.toTerraform(completed.state, completed.id), ...hidden }),
    private: bookkeepingOf(schema, completed.state, { host: account.host, undeclared: completed.undeclared }),
    newIdentity: identityData(schema, completed.state),
  };
}

/** The effect of an apply; sends only the shared requests of the driver's diff, and no write. */
export const planResourceChange: ResourceHandler<Request<"PlanResourceChange">> = async (request, call) => {
  const { schema } = call;
  const kept = request.priorPrivate;
  const prior = objectIn(request.priorState);
  if (prior !== undefined && isJustMoved(kept)) return { diagnostics: [errorFrom(refreshFirst(schema, prior))] };
  const state = prior === undefined ? undefined : stateFrom(schema, prior, kept);
  const refusal = state === undefined ? undefined : removalRefusal(schema.definition, state);
  if (objectIn(request.proposedNewState) === undefined) {
    if (refusal !== undefined) throw refusal;
    if (state !== undefined) warnOfRemoval(schema.definition, state, call.report);
    if (call.account.isKnown && prior !== undefined) holding(schema.definition, idOf(prior), contextOf(call));
    return { plannedState: encodeValue(null), plannedPrivate: kept };
  }
  // A replacement shows in nothing else: the engine plans a new object, with the bytes of the old one.
  const refused = prior === undefined ? refusedRemovalIn(kept) : undefined;
  if (refused !== undefined) return { diagnostics: [errorFrom(refused)] };
  const config = objectIn(request.config) ?? {};
  const news = declaredIn(schema, config, call.account.organizationId);
  const { inputs, problems } = await checked(news, state, call, prior === undefined && kept.length > 0);
  if (problems.length > 0) return { diagnostics: problemsIn(schema, problems, config) };
  call.account.warnIfUnknown(call.report);
  const planned =
    prior === undefined
      ? planCreation(schema, inputs)
      : await compared(
          { config, prior, sent: sentSecretsFrom(kept) },
          asDeclared(state ?? {}, inputs, kept),
          inputs,
          call,
        );
  const refusals = secretProblems(schema, call.account, config, { inputs, values: planned.values });
  if (refusals.length > 0) return { diagnostics: refusals };
  const object = storable(schema, call.account, schema.toTerraform(planned.values, planned.id));
  return {
    plannedState: encodeValue(withoutSecrets(schema.writeOnly, config, versionsIn(schema.writeOnly, config), object)),
    plannedPrivate: withRefusedRemoval(kept, refusal && printed(codedText(refusal), schema.spelling)),
    requiresReplace: planned.replaces.map((name) => replacingPath(schema, config, name)),
    plannedIdentity: identityData(schema, planned.values),
  };
};

/** Only a refresh can complete a moved object: without it, a plan would replace objects that stay. */
function refreshFirst({ typeName }: ResourceSchema, prior: Values): string {
  return `This ${typeName} was moved, and no refresh has completed it
The object is ${idOf(prior)}. Plan without \`-refresh=false\`: the refresh looks up what the other provider didn't store. Nothing was changed.`;
}

async function compared(
  change: WriteOnlyChange & { readonly prior: Values },
  before: Values,
  declared: Values,
  call: ResourceCall,
): Promise<PlannedObject> {
  const { schema } = call;
  const id = idOf(change.prior);
  const { state, inputs } = comparedSides(schema.writeOnly, change, before, declared);
  const context = (): Context => contextOf(call, state, declared);
  const planned = await plan(schema.definition, inputs, context, { id, state }, { unknownReplaces: true });
  return planChange(schema, { id, state, inputs }, planned);
}

/** The engine looks whether the attribute changes: of a secret that is given write-only, only the version does. */
function replacingPath({ writeOnly }: ResourceSchema, config: Values, name: string): Message {
  const input = writeOnly.find((one) => one.field === name && isGivenWriteOnly(one, config));
  return input === undefined ? attributePath(name) : attributePath(input.version);
}

/** An import by ID string, whose last part can be a natural key, or by the parts of the identity. */
export const importResourceState: ResourceHandler<Request<"ImportResourceState">> = async ({ id, identity }, call) => {
  const { schema, account } = call;
  const parts = identityFrom(schema, identity);
  // First, because it finds the unknown settings: the organization might be one of them.
  const context = contextOf(call);
  const filled = withSetting(schema.definition, parts, account.organizationId) as Record<string, string>;
  const wanted = Object.keys(parts).length === 0 ? id : formatId(schema.definition.identity.parts, filled);
  const { id: found, state: whole } = await find(schema.definition, wanted, context);
  const state = importable(schema.definition, whole);
  const imported = {
    typeName: schema.typeName,
    state: encodeValue(storable(schema, account, schema.toTerraform(state, found))),
    private: bookkeepingOf(schema, state, { host: account.host }),
    identity: identityData(schema, state),
  };
  return { importedResources: [imported] };
};

/**
 * Checks values of a configuration together with the state.
 *
 * @param isReplacement - the object replaces one with the same declaration, which was planned before
 */
export function checked(
  news: Values,
  held: CheckOptions["held"],
  call: ResourceCall,
  isReplacement = false,
): ReturnType<typeof check> {
  const settings = { organizationId: undefined, howToSet };
  const options: CheckOptions = { settings, held, isOffline: !call.account.isKnown };
  return check(call.schema.definition, news, options, () => {
    const { declaration, ...context } = contextOf(call, news);
    return isReplacement || declaration === undefined ? context : { ...context, declaration };
  });
}

/** A configuration in the model's form, with the values that it leaves to the provider's block. */
export function declaredIn(schema: ResourceSchema, config: Values, organizationId: unknown): Record<string, unknown> {
  const values = withWriteOnly(schema.writeOnly, config, schema.toModel(config));
  return withSetting(schema.definition, values, organizationId);
}

/** Fills in values that the configuration leaves to the provider's block. */
function withSetting(definition: AnyResource, news: Values, organizationId: unknown): Record<string, unknown> {
  const filled = { ...news };
  for (const [name, { fromConfig }] of fieldsOf(definition, "inputs")) {
    if (fromConfig === "organizationId" && news[name] === undefined && organizationId !== undefined) {
      filled[name] = organizationId;
    }
  }
  return filled;
}

function declaredWrong({ typeName }: ResourceSchema): string {
  return `This ${typeName} isn't declared correctly`;
}

/** One of the two attributes besides a secret, by the model's names. */
function besidePath({ path }: WriteOnlyInput, attribute: string): string {
  return [...path.slice(0, -1), modelName(attribute)].join(".");
}

/** Problems at the attributes of a configuration, in its words. */
export function problemsIn(schema: ResourceSchema, problems: readonly Problem[], config: Values): Diagnostic[] {
  const placed = problems.map(({ path, reason }) => {
    const input = schema.writeOnly.find((one) => one.field === path);
    if (input === undefined) return { path, reason };
    if (isGivenWriteOnly(input, config)) return { path: besidePath(input, input.value), reason };
    const value = fieldRef(besidePath(input, input.value));
    const version = fieldRef(besidePath(input, input.version));
    // Both forms are optional for the engine, which could demand only one of them.
    const isMissing = attributeIn(input, "stored", config) === null;
    return {
      path,
      reason: isMissing ? message`${reason}, or else ${value} with ${version}, which no state stores` : reason,
    };
  });
  return problemDiagnostics(declaredWrong(schema), placed, schema.spelling);
}
