import type { ResourceReference } from "../model/resource-reference.ts";
import { isApiError } from "../client/errors.ts";
import type { Activity } from "../model/activity.ts";
import type { Capability, FillIn } from "../model/hooks/capability.ts";
import type { Carried } from "../model/hook-arguments.ts";
import { isIdentified } from "../model/declared-identity.ts";
import { type IdentityParts, parseId } from "../model/identity.ts";
import { type AnyResource, fieldsOf, definitionOf, lastPartOf } from "../model/definition.ts";
import { sameStored } from "../model/diff.ts";
import type { FieldChange } from "../model/field-change.ts";
import type { GuardContext } from "../model/guard.ts";
import { pick, type Values } from "../model/json-value.ts";
import type { Text } from "../model/messages.ts";
import { snakeName } from "../model/names.ts";
import { hasServiceDefault, serviceDefaultOf } from "../model/service-default.ts";
import { containsUnknown, UNKNOWN } from "../model/unknown.ts";
import type { Wire } from "./session/list-cache.ts";
import type { Context, Reporter } from "./session/session.ts";

/**
 * Runs the hooks of a definition's capabilities: the only place where the driver uses them, and it knows none by name.
 * {@link Capability} documents when each hook runs, and in which order.
 */
function capabilitiesOf({ capabilities }: AnyResource): readonly Capability[] {
  return capabilities ?? [];
}

function fillInOf(definition: AnyResource): FillIn<unknown> | undefined {
  return capabilitiesOf(definition).find(({ fillIn }) => fillIn !== undefined)?.fillIn;
}

/** Whether a setting is missing that another input can provide. */
export function lacksSetting(definition: AnyResource, inputs: Values): boolean {
  const fillIn = fillInOf(definition);
  return fillIn !== undefined && (inputs[fillIn.input] ?? undefined) === undefined;
}

/** The setting that a preview will fill in, as an unknown value; empty if no input provides it. */
export function settingFromOtherInput(definition: AnyResource, inputs: Values): Values {
  const fillIn = fillInOf(definition);
  return fillIn === undefined || inputs[fillIn.from] === undefined ? {} : { [fillIn.input]: UNKNOWN };
}

/**
 * Inputs with the setting that another input provides if it isn't given; unchanged if that isn't possible.
 *
 * While the other input is unknown, the setting is unknown, too.
 */
export async function filledIn(definition: AnyResource, inputs: Values, context: () => Context): Promise<Values> {
  const fillIn = fillInOf(definition);
  if (fillIn === undefined || !lacksSetting(definition, inputs)) return inputs;
  const { input, from, find } = fillIn;
  const value = inputs[from];
  if (containsUnknown(value)) return { ...inputs, [input]: UNKNOWN };
  const isUsable = fieldsOf(definition, "inputs").some(
    ([one, { schema }]) => one === from && schema.safeParse(value).success,
  );
  if (typeof value !== "string" || !isUsable) return inputs;
  const { session, call } = context();
  const found = await find(session.api, value, session.contextOf(call)).catch((error: unknown) => {
    if (isApiError(error) && error.category === "permission") return undefined;
    throw error;
  });
  return found === undefined ? inputs : { ...inputs, [input]: found };
}

/** State, declaration, and their differences. */
interface Compared extends Sides {
  readonly changes: readonly FieldChange[];
}

interface Sides {
  readonly state: Values;
  readonly inputs: Values;
}

/**
 * The changes in the form in which this service carries them out. The shared list shows which service it is, and is
 * read only for such a change. An omitted setting has its server-side default: declaring exactly that, or omitting it,
 * changes no object of any service.
 */
export async function changesForService(
  definition: AnyResource,
  at: IdentityParts,
  { changes, state, inputs }: Compared,
  context: () => Context,
): Promise<readonly FieldChange[]> {
  const rules = capabilitiesOf(definition).flatMap(({ servedAs }) => servedAs ?? []);
  const isSame = ({ path }: FieldChange): boolean => isEquivalent(definition, path, { state, inputs });
  if (!changes.some((change) => rules.some(({ concerns }) => concerns(change) && !isSame(change)))) return changes;
  const { session, call } = context();
  // If an object can't be read, the service itself refuses the change, if at all.
  const wire = await session.lists.find(definition, at, call).catch(() => undefined);
  if (wire === undefined) return changes;
  return changes.map((change) =>
    rules.reduce((one, served) => (served.concerns(one) && !isSame(one) ? served.change(one, wire) : one), change),
  );
}

/** Whether the service would store the same value for an input on both sides. */
function isEquivalent(definition: AnyResource, path: string, { state, inputs }: Sides): boolean {
  const [, rules] = fieldsOf(definition, "inputs").find(([name]) => name === path) ?? [];
  if (rules === undefined || !hasServiceDefault(rules)) return false;
  const held = (side: Values): unknown => side[path] ?? serviceDefaultOf(rules);
  return sameStored(rules, held(state), held(inputs));
}

/** Why the object has to be written although it matches the declaration; undefined if it hasn't. */
export function whyPending(definition: AnyResource, held: Values, inputs: Values): Text | undefined {
  return pendingOf(definition, held, inputs)?.why;
}

/** An update that no input requires, as a change of the output in which a preview shows it; undefined if there is none. */
export function pendingChange(definition: AnyResource, held: Values, inputs: Values): FieldChange | undefined {
  const pending = pendingOf(definition, held, inputs);
  return pending === undefined ? undefined : outputChange(pending.output, pending.why);
}

/** The first update that is pending, and the output that shows it. */
function pendingOf(definition: AnyResource, held: Values, inputs: Values): { why: Text; output: string } | undefined {
  for (const { pendingUpdate } of capabilitiesOf(definition)) {
    const why = pendingUpdate?.why(held, inputs);
    if (pendingUpdate !== undefined && why !== undefined) return { why, output: pendingUpdate.output };
  }
  return undefined;
}

/** A reason to write, as a change of an output. */
export function outputChange(path: string, reason: Text): FieldChange {
  return { path, kind: "change", effect: "update", secret: false, reason };
}

/** Whether the object can no longer be changed. */
export function isFinal(definition: AnyResource, values: Values): boolean {
  return capabilitiesOf(definition).some((one) => one.isFinal?.(values) === true);
}

/**
 * Warns in a preview.
 *
 * @param plan - the declaration, and the state if nothing changes: then the shared list is read only before reporting
 *   something that might no longer be true
 */
export async function warnInPlan(
  definition: AnyResource,
  at: IdentityParts,
  { inputs, state }: { readonly inputs: Values; readonly state: Values | undefined },
  context: () => Context,
): Promise<void> {
  warnOfInputs(definition, inputs, context);
  const hooks = capabilitiesOf(definition).flatMap(({ planWarnings }) => planWarnings ?? []);
  if (hooks.length === 0 || !isIdentified(definition, at) || containsUnknown(inputs)) return;
  const held = state ?? (await look(definition, at, inputs, context()));
  if (held === undefined || hooks.every((warn) => warn(held, inputs).length === 0)) return;
  const shown = state === undefined ? undefined : await look(definition, at, inputs, context());
  for (const text of hooks.flatMap((warn) => warn(held, inputs, shown))) context().report.warn(text);
}

/** Warns in a preview about a likely refusal by the service, once for all objects of a capability. */
export async function warnInPreview(
  definition: AnyResource,
  asked: GuardContext,
  context: () => Context,
): Promise<void> {
  for (const { name, previewWarning } of capabilitiesOf(definition)) {
    if (previewWarning === undefined) continue;
    const { session, call, report } = context();
    const said = `foreseen: ${name}`;
    if (session.hasSaid(said)) continue;
    const text = await previewWarning(asked, () => session.serviceContext(call));
    if (text !== undefined && session.isFirst(said)) report.warn(text);
  }
}

/** Warns about the declaration, and about the facts read so far. */
function warnOfInputs(definition: AnyResource, inputs: Values, context: () => Context): void {
  const hooks = capabilitiesOf(definition).flatMap(({ inputWarnings }) => inputWarnings ?? []);
  if (hooks.length === 0) return;
  const { session, report } = context();
  const seen = <W>(of: ResourceReference, scope: IdentityParts): W[] =>
    (session.lists.seen(definitionOf(of), scope) ?? []) as W[]; // -- the rows are the resource's own
  for (const text of hooks.flatMap((warn) => warn(inputs, seen, session.nowMs()))) report.warn(text);
}

/** If a list can't be read, the guards and the update report that. */
async function look(
  definition: AnyResource,
  at: IdentityParts,
  inputs: Values,
  { session, call }: Context,
): Promise<Values | undefined> {
  const wire = await session.lists.find(definition, at, call).catch(() => undefined);
  return wire === undefined ? undefined : definition.fromWire(wire, at, inputs);
}

/** An observation, completed with missing facts from an earlier moment. */
export function carried(definition: AnyResource, wire: Wire, from: Carried<Wire>): Wire {
  return capabilitiesOf(definition).reduce((one, { carry }) => (carry === undefined ? one : carry(one, from)), wire);
}

/**
 * The secret output of a planned object that the service will show once: who doesn't store it then, never has it.
 *
 * @param values - the object as planned
 * @returns the name of the output; undefined if its value is already known, or if the inputs don't ask for one
 */
export function plannedOnce(definition: AnyResource, inputs: Values, values: Values): string | undefined {
  return capabilitiesOf(definition).find(
    ({ shownOnce }) => shownOnce?.isAskedFor(inputs) === true && values[shownOnce.output] === UNKNOWN,
  )?.shownOnce?.output;
}

/** Whether one of the changes asks for something again that the service gives once. */
export function isRenewal(definition: AnyResource, changes: readonly FieldChange[]): boolean {
  const resending = fieldsOf(definition, "inputs").flatMap(([name, rules]) =>
    rules.onChange === "resend" ? [name] : [],
  );
  return changes.some(({ path, effect }) => effect === "update" && resending.includes(path));
}

/** Warns after an import, by what the service shows. */
export function warnOfStored(definition: AnyResource, title: Text, wire: Wire, report: Reporter): void {
  for (const { storedWarnings } of capabilitiesOf(definition)) {
    for (const text of storedWarnings?.(title, wire) ?? []) report.warn(text);
  }
}

/** Warns after a write: first by what the service shows, then by the declaration. */
export function warnOfWritten(
  definition: AnyResource,
  { title, wire, inputs }: { readonly title: Text; readonly wire: Wire; readonly inputs: Values },
  context: Context,
): void {
  warnOfStored(definition, title, wire, context.report);
  warnOfInputs(definition, inputs, () => context);
}

/** Reports why an input differs from the state, if the object shows that. */
export function warnWhyDrifted(definition: AnyResource, field: string, wire: Wire, { report }: Context): void {
  for (const { whyDrifted } of capabilitiesOf(definition)) {
    const why = whyDrifted?.(field, wire);
    if (why !== undefined) report.warn(why);
  }
}

/** Whether a deletion ends only the declaration. */
export function isRetained(definition: AnyResource, state: Values): boolean {
  return capabilitiesOf(definition).some((one) => one.isRetained?.(state) === true);
}

/** Values that have to be set before the service deletes the object; undefined if none. */
export function valuesBeforeDelete(definition: AnyResource, state: Values): Values | undefined {
  let values: Values | undefined;
  for (const capability of capabilitiesOf(definition)) {
    const more = capability.valuesBeforeDelete?.(state);
    if (more !== undefined) values = { ...values, ...more };
  }
  return values;
}

/**
 * The author and time of an object's last change, from the latest entries of the service's own log; read once for all
 * objects. An entry that names one of the inputs takes precedence over others. Null if the log doesn't have the object;
 * undefined if there is no log, or the key can't read it.
 *
 * @param inputs - names of the inputs that differ
 */
export async function lastChange(
  definition: AnyResource,
  id: string,
  { session, call }: Context,
  inputs: readonly string[] = [],
): Promise<Activity | null | undefined> {
  const log = capabilitiesOf(definition).find(({ activity }) => activity !== undefined)?.activity;
  if (log === undefined) return undefined;
  const { parts } = definition.identity;
  const at = parseId(parts, id);
  const scope = pick(at, log.scope);
  const name = JSON.stringify(["activity", log.name, scope]);
  const entries = await session.contextOf(call).once(name, (shared) =>
    log.list(session.api, scope, session.contextOf(shared)).catch((error: unknown): undefined => {
      // The log only adds to the known facts: if it can't be read, nothing is lost.
      if (isApiError(error)) return undefined;
      throw error;
    }),
  );
  const object = at[lastPartOf(definition)];
  const own = entries?.filter((entry) => entry.object === object);
  const names = new Set(inputs.map(snakeName));
  const named = own?.find(({ fields = [] }) => fields.some((name) => names.has(name)));
  return own === undefined ? undefined : (named ?? own[0] ?? null);
}

/** The warnings in a preview of a deletion. */
export function removalNotices(definition: AnyResource, state: Values): readonly Text[] {
  return capabilitiesOf(definition).flatMap(({ removalNotice }) => removalNotice?.(state) ?? []);
}

/** Warns in the preview of a deletion; makes no request. */
export function warnOfRemoval(definition: AnyResource, state: Values, report: Reporter): void {
  for (const text of removalNotices(definition, state)) report.warn(text);
}

/** Whether an update has to check for something outside the program, even if nothing is sent. */
export function mightWait({ capabilities = [] }: AnyResource): boolean {
  return capabilities.some(({ settle }) => settle !== undefined);
}

/** The precondition of settings that isn't met yet; undefined if it is met. */
export function stillAwaited({ kind, capabilities = [] }: AnyResource, wire: Wire): Text | undefined {
  if (kind !== "settings") return undefined;
  return capabilities.map((one) => one.stillAwaited?.(wire)).find((text) => text !== undefined);
}
