import { ADOPT, type AnyResource, fieldsOf, isExistingOnly } from "../model/definition.ts";
import { OrgformProblem, PartialResultError } from "../model/diagnostics.ts";
import type { FieldChange } from "../model/diff.ts";
import type { GuardContext } from "../model/guard.ts";
import { type IdentityParts, parseId } from "../model/identity.ts";
import { pick, type Values } from "../model/json-value.ts";
import { declaredTitleOf } from "../model/title.ts";
import { unshownInputs } from "../model/write-only.ts";
import { ensure, type Ensured } from "./ensure.ts";
import { explaining, named } from "./operation-error.ts";
import { guard, guardObject } from "./guards.ts";
import { carried, filledIn, isRenewal, lacksSetting, warnOfWritten } from "./hooks.ts";
import { settled } from "./hooks/settle.ts";
import { observe } from "./observe.ts";
import { exclusively } from "./exclusive-create.ts";
import { Operation } from "./operation.ts";
import { asDeclared, placedBy } from "./place.ts";
import { isRetired, retiredProblem } from "./retired.ts";
import { inputChanges, isStoredOnly, refuseReplacement } from "./plan.ts";
import type { Context } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";
import { declaredIn, migrate, type Prior, restate, scopeOf, store, type Stored, type StoreFrom } from "./state.ts";
import { desiredFrom, sync, type Synced, type SyncStart } from "./sync.ts";
import type { Found } from "./adoption/candidates.ts";
import { ownedTwice } from "./adoption/conflicts.ts";
import { findAdopted, seekingAdopted } from "./adoption/resolve-id.ts";
import { whyForeignSettings } from "./adoption/verdict.ts";
import {
  dueAtOf,
  holdUntilDue,
  isPendingCreation,
  lookAtPending,
  warnOfPendingCreation,
} from "./hooks/pending-creation.ts";
import { warnOfDeferredFields } from "./hooks/deferred-fields.ts";
import { warnOfUnsupported } from "./unsupported-settings.ts";
import { resolvedNames, withResolved } from "./hooks/resolved-outputs.ts";
import { keptInputs, warnOfKeptInputs } from "./hooks/unsupported-inputs.ts";
import { fieldRef, importHint, message, type Text } from "../model/messages.ts";

/**
 * Brings an object to what is declared, and gives what goes into state.
 *
 * Without `prior` the object is looked for, taken over from a killed earlier run, or made. With it, what differs between
 * what is observed now and what is declared is sent; a change of arguments for the provider alone is stored
 * without any request.
 *
 * @param prior - what state holds of the object; absent for one that is in no state
 * @throws PartialResultError when the object was made or changed and a later step failed: what is known goes into state.
 */
export async function reconcile(
  definition: AnyResource,
  inputs: Values,
  context: Context,
  prior?: Prior,
): Promise<Stored> {
  if (prior === undefined) {
    const title = declaredTitleOf(definition, inputs);
    return explaining({ verb: "create", resource: definition.name, title }, () => {
      const begin = (whole: Values): Promise<Stored> => {
        const scope = placedBy(definition, scopeOf(definition, whole), whole);
        const operation = new Operation(definition, whole, scope, context);
        return exclusively(operation, () => seekingAdopted(operation, () => make(operation)));
      };
      // What was not known in the preview is by now. Everything else begins at once, before what is asked for later.
      if (!lacksSetting(definition, inputs)) return begin(inputs);
      return filledIn(definition, inputs, () => context).then(begin);
    });
  }
  return explaining({ verb: "update", ...named(definition, prior.id) }, () => {
    const state = migrate(definition, prior.state);
    const place = placedBy(definition, parseId(definition.identity.parts, prior.id), state);
    const at = asDeclared(definition, place, inputs);
    const operation = new Operation(definition, inputs, at, context);
    return change(operation, state).catch(async (error: unknown) => {
      if (await isRetired(definition, at, error, context)) throw retiredProblem(definition, operation.title, error);
      throw error;
    });
  });
}

/** What a verb found or made, and from where it goes on to what is declared. */
interface Start extends SyncStart {
  readonly isNew: boolean;
  /** What state is made of beside the last observation. */
  readonly from: StoreFrom;
  /** The summary of a failure that leaves something in state. */
  readonly incomplete: string;
}

/** Makes the object, or takes it over; nothing of it is in state so far. */
async function make(operation: Operation): Promise<Stored> {
  const { definition, inputs, context } = operation;
  const asked = { verb: "create", inputs, state: undefined } as const;
  await guard(definition, asked, context);
  const known = await withResolved(definition, operation.at, context);
  const resolved = pick(known, resolvedNames(definition)) as IdentityParts; // -- parts of an identity are texts
  const whole = ({ at }: Found): Operation => operation.on({ ...resolved, ...at });
  const own = (found: Found): void => ownMade(whole(found));
  const target = isExistingOnly(definition) ? await existing(operation, own) : await ensure(operation, own);
  const made = whole(target);
  const isAdopted = inputs[ADOPT] !== undefined;
  return complete(made, asked, {
    wire: isAdopted ? target.wire : carried(definition, target.wire, { by: "create" }),
    isNew: target.isNew,
    // What existed before and was not changed stays out of state: a destroy would delete it.
    wrote: !isExistingOnly(definition) && !isAdopted,
    unsent: new Set(target.isNew ? [] : unshownInputs(definition)),
    state: {},
    from: { declared: inputs, existed: target.existed },
    incomplete: `${made.title} is incomplete`,
  });
}

/** Changes the object that state holds. */
async function change(operation: Operation, state: Values): Promise<Stored> {
  const { definition, inputs, context, id } = operation;
  const asked = { verb: "update", inputs, state } as const;
  context.session.ownership.own(definition, id, "known");
  const changes = inputChanges(definition, { state, inputs });
  refuseReplacement(definition, id, changes);
  await guard(definition, asked, context);
  if (isStoredOnly(definition, { state, inputs, changes })) {
    return { id, state: restate(definition, state, inputs), inputs: declaredIn(definition, inputs) };
  }
  const observed = await present(operation, state);
  const known = operation.on(await withResolved(definition, operation.at, context));
  const wire = observed ?? (await madeNow(operation, state)).wire;
  const held = carried(definition, wire, { by: "state", state });
  return complete(known, asked, {
    wire: isRenewal(definition, changes) ? carried(definition, held, { by: "renewal" }) : held,
    isNew: false,
    wrote: false,
    ...unsentOf(definition, changes, state),
    from: { declared: inputs, previous: state },
    incomplete: `${operation.title} is changed in part`,
  });
}

/** The object as it is now; of one that state stands for until a time, the list tells whether it has come to be. */
async function present({ definition, at, context }: Operation, state: Values): Promise<Wire | undefined> {
  if (dueAtOf(definition, state) === undefined) return observe(definition, at, context, { fresh: true });
  const wire = await lookAtPending(definition, at, context);
  holdUntilDue(definition, at, state, context);
  return wire;
}

/** From the object to what is declared: its guards, what differs, what has to happen outside, and state. */
async function complete(operation: Operation, asked: GuardContext, start: Start): Promise<Stored> {
  const { definition, inputs, at, context } = operation;
  if (!start.isNew) await guardFound(operation, asked, start.wire);
  const synced = await sync(operation, desiredFrom(definition, inputs, start.state), start);
  const wire = await awaited(operation, synced).catch((error: unknown) => {
    if (!synced.wrote) throw error;
    const { id, state } = store(definition, synced.wire, at, { ...start.from, unsent: synced.unsent });
    throw new PartialResultError(start.incomplete, id, state, error);
  });
  const stored = store(definition, wire, at, start.from);
  warnOfPendingCreation(definition, stored, context);
  warnOfDeferredFields(definition, stored.state, context);
  const title = declaredTitleOf(definition, inputs);
  warnOfUnsupported({ title, state: stored.state, declared: inputs }, context.report);
  const observed: Values = definition.fromWire(wire, at, inputs);
  const kept = keptInputs(definition, { wire, observed, declared: inputs, held: start.state });
  warnOfKeptInputs(definition, operation.title, kept, context);
  warnOfWritten(definition, { title: operation.title, wire, inputs }, context);
  return stored;
}

/** The object after everything that has to happen to it, also outside. */
async function awaited(operation: Operation, { wire, failure }: Synced): Promise<Wire> {
  if (failure !== undefined) throw failure;
  return settled(operation, wire);
}

/** Refuses what the object as it is forbids; what a create found is nobody's again then. */
async function guardFound({ definition, id, context }: Operation, asked: GuardContext, wire: Wire): Promise<void> {
  await guardObject(definition, asked, wire, context).catch((error: unknown) => {
    if (asked.verb === "create") context.session.ownership.release(definition, id);
    throw error;
  });
}

/** Owned from now on, unless somebody else came first: no other call comes between the look and that. */
function ownMade({ definition, id, context: { session } }: Operation): void {
  if (session.ownership.kindOf(definition, id) !== undefined) throw ownedTwice(definition, id);
  session.ownership.own(definition, id, "made");
}

/** The object that a resource of settings sets: it must exist, and must not hold somebody else's settings. */
async function existing(operation: Operation, own: (found: Found) => void): Promise<Ensured> {
  const { definition, inputs, at, context, id } = operation;
  if (inputs[ADOPT] !== undefined) await findAdopted(operation);
  // What only a list shows is looked for in the shared one: many are created, and each look of its own would be a list.
  const wire = await observe(definition, at, context, { fresh: definition.ops.read !== undefined });
  if (wire === undefined) {
    throw new OrgformProblem(
      "missing_object",
      `There is no object for this ${definition.name}`,
      `The inputs name ${id}. Create it first, or correct its id.`,
    );
  }
  if (context.session.ownership.kindOf(definition, id) !== undefined) throw ownedTwice(definition, id);
  const found = { wire, at, id };
  const why = inputs[ADOPT] === undefined ? whyForeignSettings(operation, found) : undefined;
  if (why !== undefined) throw foreignSettings(operation, why);
  own(found);
  return { ...found, isNew: false };
}

function foreignSettings({ definition, id, title }: Operation, why: Text): OrgformProblem {
  return new OrgformProblem(
    "adoption_conflict",
    `${title} is set otherwise`,
    message`Nothing was written. What differs: ${why}.\nTo adopt it and change it to what is declared, set ${fieldRef(ADOPT, id)}.${importHint(definition.name, id)}`,
  );
}

/** Makes the object that was deferred so far, for which this state stands already; any other that is missing was deleted outside. */
async function madeNow(operation: Operation, state: Values): Promise<Ensured> {
  const { definition, inputs, title } = operation;
  if (isPendingCreation(definition, state)) return ensure(operation.on(scopeOf(definition, inputs)), () => undefined);
  throw new OrgformProblem(
    "missing_object",
    `${title} no longer exists`,
    "It was deleted outside this program. Refresh, then run the update again: it is created again.",
  );
}

/** The write-only inputs that have to be sent: those that changed, or all, then as if none had been given before. */
function unsentOf(
  definition: AnyResource,
  changes: readonly FieldChange[],
  state: Values,
): Pick<SyncStart, "unsent" | "state"> {
  const writeOnly = new Set(unshownInputs(definition));
  const updating = new Set(changes.filter(({ effect }) => effect === "update").map(({ path }) => path));
  const resends = fieldsOf(definition, "inputs").some(([name, rules]) => rules.resends === true && updating.has(name));
  if (!resends) return { unsent: new Set([...writeOnly].filter((name) => updating.has(name))), state };
  const known = Object.entries(state).filter(([name]) => !writeOnly.has(name));
  return { unsent: writeOnly, state: Object.fromEntries(known) };
}
