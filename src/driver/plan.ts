import { type Checked, type CheckSettings, wronglyTyped } from "../model/check.ts";
import { identityIn } from "../model/declared-identity.ts";
import {
  type AnyResource,
  DEFERRED_FIELDS,
  fieldsOf,
  STATE_VERSION,
  STATUS,
  WITHOUT_EFFECT,
} from "../model/definition.ts";
import { diffInputs, effectOf, type FieldChange } from "../model/diff.ts";
import { argumentProblem, OrgformProblem } from "../model/diagnostics.ts";
import { type Field, isStableFor } from "../model/field.ts";
import { type IdentityParts, parseId } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { checkBeside } from "../model/left-out-secrets.ts";
import { inParts, splitValues } from "../model/parts.ts";
import { deletesBeforeReplacement } from "../model/replacement-order.ts";
import { isAction } from "../model/action.ts";
import { declaredTitleOf, titleOf } from "../model/title.ts";
import { fieldNames, message } from "../model/messages.ts";
import { UNKNOWN } from "../model/unknown.ts";
import { refuseSecondDeclaration } from "./declared-twice.ts";
import { comparisonWith } from "./fingerprint.ts";
import { guardPreview } from "./guards.ts";
import {
  asServed,
  filledIn,
  isFinal,
  outputChange,
  pendingChange,
  warnAhead,
  warnInPlan,
  whyPending,
} from "./hooks.ts";
import { mayHaveToSettle } from "./hooks/settle.ts";
import { asDeclared, placedBy } from "./place.ts";
import { Operation } from "./operation.ts";
import { foreseeing, refuseTaken, warnIfNowhere } from "./preview.ts";
import { refuseUnknownReferences } from "./references.ts";
import type { Context } from "./session/session.ts";
import { declaredIn, migrate, type Prior } from "./state.ts";
import { seekingAdopted } from "./adoption/resolve-id.ts";
import { warnOfRerun } from "./action.ts";
import { canBeMadeNow, isPendingCreation } from "./hooks/pending-creation.ts";
import { deferredFieldsIn, settableNow } from "./hooks/deferred-fields.ts";
import { isSupportedEverywhere, warnOfUnsupported } from "./unsupported-settings.ts";
import { refuseUnsupportedChange, refuseUnsupportedOfNew } from "./hooks/unsupported-inputs.ts";

/** What a check knows beside what the user wrote. */
export interface CheckOptions {
  readonly settings: CheckSettings;
  /** What state holds; undefined for a new object, `UNKNOWN` where the engine asks without its state. */
  readonly held: Values | typeof UNKNOWN | undefined;
  /** Host or key are not known: the service is asked nothing. */
  readonly asksNothing?: boolean;
}

/** Validates what the user wrote and fills in defaults; for a new object, guards that can judge now are asked. */
export async function check(
  definition: AnyResource,
  news: Values,
  options: CheckOptions,
  context: () => Context,
): Promise<Checked> {
  const isConfigured = options.settings.organizationId !== undefined;
  const whole = isConfigured ? news : await filledIn(definition, news, context);
  const checked = checkBeside(definition, whole, options.held, options.settings);
  if (options.held === undefined && options.asksNothing !== true && checked.problems.length === 0) {
    await foreseeCreate(inParts(definition), splitValues(definition, checked.inputs), context);
  }
  return checked;
}

/** Asks the service whether it would let the create pass. */
async function foreseeCreate(definition: AnyResource, inputs: Values, context: () => Context): Promise<void> {
  const at = placedBy(definition, identityIn(definition, inputs) as IdentityParts, inputs);
  const foreseen = { definition, verb: "create", title: declaredTitleOf(definition, inputs), at } as const;
  refuseSecondDeclaration(definition, at, inputs, context());
  await foreseeing(foreseen, context, async () => {
    await refuseUnsupportedOfNew(definition, at, inputs, context);
    const look = () => guardPreview(definition, { verb: "create", inputs, state: undefined }, at, context);
    await seekingAdopted(new Operation(definition, inputs, at, context()), look);
    await refuseTaken(definition, at, inputs, context());
    await refuseUnknownReferences({ ...foreseen, inputs }, context());
    warnIfNowhere(foreseen, context());
    await warnAhead(definition, { verb: "create", inputs, state: undefined }, context);
  });
  await warnInPlan(definition, at, { inputs, state: undefined }, context);
}

/** Notes that the engine's state holds an object of which it asks nothing now: no create of the preview is refused for it. */
export function holding(definition: AnyResource, id: string, { session }: Context): void {
  session.ownership.hold(inParts(definition), id);
}

/** What an apply would do to an object that state holds. */
export interface Plan {
  /** Field by field; empty when nothing is to be done. */
  readonly changes: readonly FieldChange[];
  /** Names of the fields that make the object be replaced; empty for a change in place. */
  readonly replaces: readonly string[];
  /** Whether a replacement deletes the old object before it creates the new one. */
  readonly deletesFirst: boolean;
  /** What the service decides, as it will be: what the apply surely leaves as it is, and `UNKNOWN`. */
  readonly outputs: Values;
}

/** What an engine makes of a plan. */
export interface PlanOptions {
  /**
   * The engine carries out the kind of change that was announced, also when a value turns out to be another one: an
   * unknown value of a field whose change replaces the object counts as a replacement. Else it counts as a change in
   * place until it is known, because an engine deletes dependents for a replacement.
   */
  readonly unknownReplaces?: boolean;
}

/**
 * Compares state and declaration; at most one shared listing is read, and only for settings that were deferred and for
 * guards that judge in a preview by the object.
 *
 * A setting that waits for the precondition is no difference until it is met: then it is one, once.
 *
 * @throws arguments_invalid for inputs that no check let pass: of another type than their field
 */
export async function plan(
  definition: AnyResource,
  inputs: Values,
  context: () => Context,
  prior: Prior,
  { unknownReplaces = false }: PlanOptions = {},
): Promise<Plan> {
  // First, since it knows what no message may show.
  const { ownership } = context().session;
  const problems = wronglyTyped(definition, inputs);
  if (problems.length > 0) throw argumentProblem(definition, problems, "inputs");
  const state = migrate(definition, prior.state);
  const place = placedBy(definition, parseId(definition.identity.parts, prior.id), state);
  const at = asDeclared(definition, place, inputs);
  // From here on no create of this run takes the object over.
  ownership.own(definition, prior.id, "known");
  ownership.hold(definition, prior.id);
  const found = await changesIn(definition, at, { state, inputs }, context);
  const served = await asServed(definition, at, found, context);
  const changes = unknownReplaces ? served.map((change) => announced(definition, { state, inputs }, change)) : served;
  const replaces = replacing(changes);
  refuseSecondDeclaration(definition, at, inputs, context(), { id: prior.id, isChanged: changes.length > 0 });
  if (changes.length > 0) await foreseeChange(definition, { id: prior.id, at, state, inputs, changes }, context);
  const held = changes.length === 0 ? state : undefined;
  if (replaces.length === 0) {
    const kept = Object.fromEntries(
      Object.entries(inputs).filter(([name]) => !changes.some(({ path }) => path === name)),
    );
    const title = titleOf(definition, prior.id);
    if (state[WITHOUT_EFFECT] !== undefined) warnOfUnsupported({ title, state, declared: kept }, context().report);
  }
  if (replaces.length === 0) await warnInPlan(definition, at, { inputs, state: held }, context);
  if (isAction(definition)) warnOfRerun(definition, inputs, changes, context());
  return {
    changes,
    replaces,
    deletesFirst: deletesBeforeReplacement(definition),
    outputs: outputsAfter(definition, { state, inputs, changes }),
  };
}

/** Asks the service whether it would let a change pass. */
async function foreseeChange(
  definition: AnyResource,
  { id, at, state, inputs, changes }: Compared & { readonly id: string; readonly at: IdentityParts },
  context: () => Context,
): Promise<void> {
  const isReplaced = replacing(changes).length > 0;
  const asked = isReplaced
    ? ({ verb: "delete", inputs: declaredIn(definition, state), state } as const)
    : ({ verb: "update", inputs, state } as const);
  const looks = async (): Promise<void> => {
    await refuseUnsupportedChange(definition, at, { inputs, changes }, context);
    await guardPreview(definition, asked, at, context);
    if (changes.some(({ effect }) => effect === "update")) await warnAhead(definition, asked, context);
  };
  const foreseen = { definition, verb: "update", title: titleOf(definition, id) } as const;
  const looksAtAll = async (): Promise<void> => {
    await looks();
    // What was learned of the object that is there holds for one that takes its place only where it lies in the same place.
    const where = isReplaced ? placedBy(definition, identityIn(definition, inputs) as IdentityParts, inputs) : at;
    const changed = new Set(changes.map(({ path }) => path));
    await refuseUnknownReferences({ ...foreseen, at: where, inputs, changed }, context());
  };
  // A change that is only stored asks the service for nothing, whatever the key may do.
  await (changes.every(({ effect }) => effect === "store") ? looks() : foreseeing(foreseen, context, looksAtAll));
}

/** Names of the fields whose change replaces the object. */
function replacing(changes: readonly FieldChange[]): string[] {
  return changes.filter((change) => change.effect === "replace").map((change) => change.path);
}

/** A change to a value that is not known yet, as the most that it may turn out to be. */
function announced(definition: AnyResource, { state, inputs }: Sides, change: FieldChange): FieldChange {
  const { path, kind } = change;
  const rules = fieldsOf(definition, "inputs").find(([name]) => name === path)?.[1];
  if (kind !== "unknown" || rules === undefined) return change;
  return { ...change, effect: effectOf(definition, rules, { before: state[path], after: inputs[path] }) };
}

/**
 * What only a replacement can do is never done in place, whatever engine asks for it.
 *
 * @throws replacement_needed
 */
export function refuseReplacement(definition: AnyResource, id: string, changes: readonly FieldChange[]): void {
  const names = replacing(changes);
  if (names.length === 0) return;
  throw new OrgformProblem(
    "replacement_needed",
    `${titleOf(definition, id)} cannot be changed in place`,
    message`A change of ${fieldNames(names)} replaces the object: delete it and create it anew. Nothing was sent.`,
  );
}

/** What is compared. */
interface Sides {
  /** What state holds, in the present shape. */
  readonly state: Values;
  /** What is declared. */
  readonly inputs: Values;
}

/** Two sides, and in what they were found to differ. */
interface Compared extends Sides {
  readonly changes: readonly FieldChange[];
}

/**
 * What is known of the outputs before a create or a change in place: for an engine that asks for them by themselves.
 * Makes no request.
 *
 * @param prior - what state holds of the object; absent for a new one
 * @throws replacement_needed
 */
export function plannedOutputs(definition: AnyResource, inputs: Values, prior?: Prior): Values {
  if (prior === undefined) return newOutputs(definition);
  const state = migrate(definition, prior.state);
  const changes = inputChanges(definition, { state, inputs });
  refuseReplacement(definition, prior.id, changes);
  // Asked for although no input differs: the object has a pending update.
  return changes.length === 0
    ? changedOutputs(definition, { state, inputs, changes })
    : outputsAfter(definition, { state, inputs, changes });
}

function outputsAfter(definition: AnyResource, compared: Compared): Values {
  const { state, changes } = compared;
  if (replacing(changes).length > 0) return newOutputs(definition);
  const isKept = changes.length === 0 || isStoredOnly(definition, compared);
  if (!isKept) return changedOutputs(definition, compared);
  return Object.fromEntries(outputsOf(definition).map(([name]) => [name, state[name]]));
}

/** Of a new object nothing that the service decides is known. */
function newOutputs(definition: AnyResource): Values {
  const unknown = outputsOf(definition).map(([name]) => [name, UNKNOWN] as const);
  return { ...Object.fromEntries(unknown), [STATE_VERSION]: definition.stateVersion };
}

/** After a change in place what never changes is known, and that nothing is deferred where nothing can come to be. */
function changedOutputs(definition: AnyResource, compared: Compared): Values {
  const { state } = compared;
  const outputs = outputsOf(definition).map(([name, rules]) => {
    const isStable = rules === undefined || isStableFor(rules, compared.inputs);
    const isKept =
      name === DEFERRED_FIELDS
        ? holdsNothingBack(definition, compared)
        : name === WITHOUT_EFFECT
          ? isSupportedEverywhere(definition, compared.inputs)
          : (isStable && state[name] !== undefined) || isUntouched(name, rules, compared);
    return [name, isKept ? state[name] : UNKNOWN] as const;
  });
  return { ...Object.fromEntries(outputs), [STATE_VERSION]: definition.stateVersion };
}

/** Whether an output that follows inputs, or is settled, stays what it is. An update without a change completes what failed before. */
function isUntouched(name: string, rules: Field | undefined, { state, changes }: Compared): boolean {
  if (changes.length === 0) return false;
  if (rules?.isSettled?.(state) === true) return true;
  if (rules?.follows === undefined) return false;
  const roots = [name, ...rules.follows];
  return changes.every(({ path }) => roots.every((root) => path !== root && !path.startsWith(`${root}.`)));
}

/** The outputs, and without rules those parts of the identity that the service gives and no field holds. */
function outputsOf(definition: AnyResource): (readonly [string, Field | undefined])[] {
  const outputs = fieldsOf(definition, "outputs");
  const named = new Set([...fieldsOf(definition, "inputs"), ...outputs].map(([name]) => name));
  const parts = isAction(definition) ? [] : definition.identity.parts.filter((part) => !named.has(part));
  return [...outputs, ...parts.map((part) => [part, undefined] as const)];
}

/** Whether nothing is deferred and nothing changes that could be. */
function holdsNothingBack(definition: AnyResource, { state, changes }: Compared): boolean {
  const deferrable = fieldsOf(definition, "inputs").filter(([, rules]) => rules.isDeferrable === true);
  return (
    state[DEFERRED_FIELDS] === undefined && deferrable.every(([name]) => changes.every(({ path }) => path !== name))
  );
}

/**
 * What differs between state and declaration, and what an update has to do although nothing does: what a refresh and a
 * report of drift call changed. No guard is asked.
 *
 * @param sides - state of the present shape, and the inputs that are declared
 */
export async function changesIn(
  definition: AnyResource,
  at: IdentityParts,
  { state, inputs }: Sides,
  context: () => Context,
): Promise<FieldChange[]> {
  const changes = inputChanges(definition, { state, inputs });
  const changed = new Set(changes.map((change) => change.path));
  const waiting = deferredFieldsIn(state).filter((name) => !changed.has(name) && inputs[name] !== undefined);
  if (waiting.length > 0) changes.push(...(await settableNow(definition, at, { state, deferred: waiting }, context())));
  return [...changes, ...(await pendingChanges(definition, at, { state, inputs }, context))];
}

/** In what the inputs differ from state; makes no request. An object that is final has no change in place any more. */
export function inputChanges(definition: AnyResource, { state, inputs }: Sides): FieldChange[] {
  const differences = diffInputs(definition, state, inputs, comparisonWith(state));
  return isFinal(definition, state) ? differences.filter(({ effect }) => effect !== "update") : differences;
}

/**
 * Whether an update only changes what state holds, so that nothing has to be read or sent.
 *
 * An update without any change is not: the engine asks for it to complete what failed in part before.
 */
export function isStoredOnly(definition: AnyResource, { state, inputs, changes }: Compared): boolean {
  if (changes.length === 0 || deferredFieldsIn(state).length > 0 || mayHaveToSettle(definition)) return false;
  if (isPendingCreation(definition, state) || whyPending(definition, state, inputs) !== undefined) return false;
  return changes.every((change) => change.effect === "store");
}

/** A pending update although no input differs, and an object that could not be made before and perhaps can be now. */
async function pendingChanges(
  definition: AnyResource,
  at: IdentityParts,
  { state, inputs }: Sides,
  context: () => Context,
): Promise<FieldChange[]> {
  const pending = pendingChange(definition, state, inputs);
  if (pending !== undefined) return [pending];
  if (!isPendingCreation(definition, state) || !(await canBeMadeNow(definition, at, state, context()))) return [];
  return [outputChange(STATUS, "can be made now")];
}
