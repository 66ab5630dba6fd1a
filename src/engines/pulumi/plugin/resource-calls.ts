import {
  check,
  type Context,
  find,
  importable,
  isServerDefault,
  plan,
  plannedOutputs,
  type Prior,
  read,
  reconcile,
  remove,
} from "../../../driver/driver.ts";
import type { CheckSettings } from "../../../model/check.ts";
import { type AnyResource, fieldsOf } from "../../../model/definition.ts";
import { withSeparateSecrets, inputOf, joinValues, splitValues } from "../../../model/parts.ts";
import { secretPaths } from "../../../model/secret-texts.ts";
import { isStableIn } from "../../../model/field.ts";
import { writeOnlyInputs } from "../../../model/write-only.ts";
import type { FieldChange } from "../../../model/field-change.ts";
import { differencesOf } from "../../../model/differences.ts";
import type { PlannedUpdate } from "../../../model/stability.ts";
import { pick, type Values } from "../../../model/json-value.ts";
import type { Message } from "../../../grpc/messages.ts";
import { type CheckFailure, checkFailuresOf } from "./failures.ts";
import { CHANGES, KIND, type Request } from "./protocol.ts";
import { fromEngine, type Opened, type Path, toEngine } from "./values.ts";

/** The places of properties in requests about resources. */
export const PROPERTIES = ["properties", "inputs", "olds", "oldInputs", "news"] as const;

/** A request about a resource; each kind of request has some of these properties. */
export type ResourceRequest = { readonly urn: string } & {
  readonly [Field in (typeof PROPERTIES)[number]]?: Values | undefined;
};

/** One call about one resource. */
export interface ResourceCall<Sent extends ResourceRequest = ResourceRequest> {
  readonly definition: AnyResource;
  readonly request: Sent;
  /** Texts that the model or the engine calls secret: no message of the call shows one. */
  readonly secrets: readonly string[];
  /** Whether the engine has configured the provider: without that, a check asks the service nothing. */
  readonly isConfigured: boolean;
  /** Creates the context when it is needed: a check of known-bad inputs needs none. */
  readonly context: () => Context;
}

/** Properties of a request; undefined when the engine sent none. */
function openedFrom({ request }: ResourceCall, field: (typeof PROPERTIES)[number]): Opened | undefined {
  const sent = request[field];
  return sent === undefined ? undefined : fromEngine(sent);
}

function valuesFrom(call: ResourceCall, field: (typeof PROPERTIES)[number]): Record<string, unknown> {
  return openedFrom(call, field)?.values ?? {};
}

/**
 * The secret places of the response: those that the model declares, and the places that the engine sent as secret in
 * these properties.
 */
export function secretsOf(definition: AnyResource, request: ResourceRequest): Path[] {
  return [...secretPaths(definition), ...PROPERTIES.flatMap((field) => fromEngine(request[field]).secrets)];
}

/**
 * The values in the state, without inputs that an import omitted. A value that the service never returns, and that the
 * program first gave after an import, is only in the inputs: a preview without a difference writes no state.
 */
function stateFrom(
  call: ResourceCall,
  state: (typeof PROPERTIES)[number],
  inputs: (typeof PROPERTIES)[number],
): Record<string, unknown> {
  const { definition } = call;
  const values = valuesFrom(call, state);
  const declared = openedFrom(call, inputs)?.values;
  if (declared === undefined) return values;
  const known = importable(definition, values, { declared, news: openedFrom(call, "news")?.values });
  const given = pick(splitValues(definition, declared), writeOnlyInputs(withSeparateSecrets(definition)));
  return joinValues(definition, { ...given, ...splitValues(definition, known) });
}

function answerOf(call: ResourceCall, values: Values): Record<string, unknown> {
  return toEngine(values, secretsOf(call.definition, call.request));
}

/** Check: defaults filled in, and everything that is wrong. */
export async function checkCall(
  call: ResourceCall,
  settings: CheckSettings,
): Promise<{ inputs: Values; failures: CheckFailure[] }> {
  const olds = valuesFrom(call, "olds");
  const held = Object.keys(olds).length === 0 ? undefined : olds;
  const options = { settings, held, isOffline: !call.isConfigured };
  const checked = await check(call.definition, valuesFrom(call, "news"), options, call.context);
  return { inputs: answerOf(call, checked.inputs), failures: checkFailuresOf(checked.problems, call.secrets) };
}

/** Diff, down to the property that differs. */
export async function diffCall(call: ResourceCall<Request<"Diff">>): Promise<Message> {
  const { definition, request } = call;
  const state = stateFrom(call, "olds", "oldInputs");
  const before = openedFrom(call, "oldInputs")?.values ?? state;
  const news = valuesFrom(call, "news");
  const prior = { id: request.id, state };
  const sides = [splitValues(definition, before), splitValues(definition, news)] as const;
  const { changes, replaces, deletesFirst } = await plan(definition, news, call.context, prior);
  return {
    changes: changes.length > 0 ? CHANGES.some : CHANGES.none,
    diffs: [...new Set(changes.map(({ path }) => inputOf(definition, path)))],
    replaces,
    stables: replaces.length > 0 ? [] : stableOutputs(definition, { state, inputs: news, changes }),
    deleteBeforeReplace: replaces.length > 0 && deletesFirst,
    hasDetailedDiff: true,
    detailedDiff: Object.fromEntries(changes.flatMap((change) => detailsOf(definition, change, sides))),
  };
}

function detailsOf(
  definition: AnyResource,
  { path, effect }: FieldChange,
  [before, news]: readonly [Values, Values],
): (readonly [path: string, detail: Message])[] {
  // A value that the service decides can also be a reason to write: an expired invite.
  const inputDiff = fieldsOf(definition, "inputs").some(([name]) => name === inputOf(definition, path));
  const found = differencesOf(path, before[path], news[path]);
  // State and inputs can differ even if the inputs are the same: a deferred setting can be set now.
  const differences = found.length > 0 ? found : [{ path, kind: "update" as const }];
  const kindOf = (kind: "add" | "delete" | "update"): number =>
    effect === "replace" ? KIND[`${kind}Replace`] : KIND[kind];
  return differences.map((one) => [one.path, { kind: kindOf(one.kind), inputDiff }] as const);
}

function stableOutputs(definition: AnyResource, update: PlannedUpdate): string[] {
  return fieldsOf(definition, "outputs")
    .filter(([name, rules]) => rules.stable === true || isStableIn(name, rules, update))
    .map(([name]) => name);
}

/** Create; a preview sends nothing, and the service's values are unknown. */
export async function createCall(call: ResourceCall<Request<"Create">>): Promise<Message> {
  const { definition, request } = call;
  const inputs = valuesFrom(call, "properties");
  if (request.preview) return { id: "", properties: answerOf(call, previewOf(definition, inputs)) };
  const made = await reconcile(definition, inputs, call.context());
  return { id: made.id, properties: answerOf(call, made.state) };
}

/** The properties that are known before the write. */
function previewOf(definition: AnyResource, inputs: Values, prior?: Prior): Values {
  return { ...plannedOutputs(definition, inputs, prior), ...inputs };
}

/**
 * Read for a refresh; or, if only an ID is known, for an import or a lookup in a program.
 *
 * Without inputs, the engine knows only the object's ID; properties might still contain a program's guesses.
 */
export async function readCall(call: ResourceCall<Request<"Read">>): Promise<Message> {
  const { definition, request } = call;
  const { id } = request;
  const inputs = openedFrom(call, "inputs")?.values ?? {};
  if (Object.keys(inputs).length === 0) {
    const found = await find(definition, id, call.context());
    const taken = importable(definition, found.inputs);
    return { id: found.id, properties: answerOf(call, found.state), inputs: answerOf(call, taken) };
  }
  const stored = await read(definition, id, stateFrom(call, "properties", "inputs"), call.context());
  if (stored === undefined) return { id: "" };
  const properties = joinValues(definition, {
    ...leftByImport(call, stored),
    ...splitValues(definition, stored.state),
  });
  return { id: stored.id, properties: answerOf(call, properties), inputs: answerOf(call, stored.inputs) };
}

/**
 * Settings with a server-side default, and secrets that the service shows: an import puts them only into the
 * properties. They stay there through a refresh, so neither a program that names a default nor the refresh shows a
 * difference.
 */
function leftByImport(call: ResourceCall, { observed }: { readonly observed: Values }): Values {
  const { definition } = call;
  const inPartsOf = (values: Values): Values => splitValues(definition, values);
  const [before, declared] = [inPartsOf(valuesFrom(call, "properties")), inPartsOf(valuesFrom(call, "inputs"))];
  const shown = inPartsOf(observed);
  const left = fieldsOf(withSeparateSecrets(definition), "inputs").filter(([name, rules]) => {
    const isLeft =
      before[name] !== undefined && declared[name] === undefined && (shown[name] ?? undefined) !== undefined;
    return isLeft && (rules.secret === true || isServerDefault(rules, shown[name]));
  });
  return pick(
    shown,
    left.map(([name]) => name),
  );
}

/** Update; the driver refuses what only a replacement could do, which `pulumi do` asks for nevertheless. */
export async function updateCall(call: ResourceCall<Request<"Update">>): Promise<Message> {
  const { definition, request } = call;
  const prior = { id: request.id, state: stateFrom(call, "olds", "oldInputs") };
  const news = valuesFrom(call, "news");
  if (request.preview) return { properties: answerOf(call, previewOf(definition, news, prior)) };
  const changed = await reconcile(definition, news, call.context(), prior);
  return { properties: answerOf(call, changed.state) };
}

/** Delete. */
export async function deleteCall(call: ResourceCall<Request<"Delete">>): Promise<Message> {
  const state = stateFrom(call, "properties", "oldInputs");
  await remove(call.definition, call.request.id, state, call.context());
  return {};
}
