import { ADOPT, type AnyResource, fieldsOf, isExistingOnly } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import type { FieldChange } from "../../model/field-change.ts";
import type { GuardContext } from "../../model/guard.ts";
import { pick, type Values } from "../../model/json-value.ts";
import { fieldRef, importHint, message, type Text, typeName } from "../../model/messages.ts";
import { unshownInputs } from "../../model/write-only.ts";
import type { Found } from "../adoption/candidates.ts";
import { doubleOwnership } from "../adoption/conflicts.ts";
import { findAdopted } from "../adoption/resolve-id.ts";
import { whyForeignSettings } from "../adoption/verdict.ts";
import { ensure, type Ensured } from "../creation/ensure.ts";
import { guard } from "../guards.ts";
import { carried, isRenewal } from "../hooks.ts";
import { dueAtOf, deferUntilDue, isPendingCreation, findPending } from "../hooks/pending-creation.ts";
import { resolvedNames, withResolved } from "../hooks/resolved-outputs.ts";
import { observe } from "../observe.ts";
import type { Operation } from "../operation.ts";
import { inputChanges, isStoredOnly, refuseReplacement } from "../plan/changes.ts";
import type { Wire } from "../session/list-cache.ts";
import { declaredIn, restate, scopeOf, type Stored, type StoreFrom } from "../state.ts";
import type { SyncStart } from "./sync.ts";

/** The object in its current form, and the starting point of the following phases. */
export interface Obtained extends SyncStart {
  readonly kind: "object";
  /** With the whole identity of the object. */
  readonly operation: Operation;
  /** The input of its guards. */
  readonly asked: GuardContext;
  readonly isNew: boolean;
  /** The parts of the state besides the last observation. */
  readonly from: StoreFrom;
  /** The summary of a failure that leaves something in state. */
  readonly incomplete: Text;
}

/** Nothing but state changes, and nothing is to be read or sent. */
export interface Restated {
  readonly kind: "restated";
  readonly stored: Stored;
}

/** Phase 2: the current object. Without `state`, it's found or created. */
export function obtain(operation: Operation, state: Values | undefined): Promise<Obtained | Restated> {
  return state === undefined ? obtainNew(operation) : obtainHeld(operation, state);
}

/** Creates or adopts the object; nothing of it is in the state so far. */
async function obtainNew(operation: Operation): Promise<Obtained> {
  const { definition, inputs, context } = operation;
  const asked = { verb: "create", inputs, state: undefined } as const;
  await guard(definition, asked, context);
  const known = await withResolved(definition, operation.at, context);
  const resolved = pick(known, resolvedNames(definition));
  const whole = ({ at }: Found): Operation => operation.on({ ...resolved, ...at });
  const own = (found: Found): void => ownCreated(whole(found));
  const target = isExistingOnly(definition) ? await existing(operation, own) : await ensure(operation, own);
  const made = whole(target);
  const isAdopted = inputs[ADOPT] !== undefined;
  return {
    kind: "object",
    operation: made,
    asked,
    wire: isAdopted ? target.wire : carried(definition, target.wire, { by: "create" }),
    isNew: target.isNew,
    // An object that existed before and wasn't changed stays out of the state: a destroy would delete it.
    wrote: !isExistingOnly(definition) && !isAdopted,
    unsent: new Set(target.isNew ? [] : unshownInputs(definition)),
    state: {},
    from: { declared: inputs, existed: target.existed },
    incomplete: message`${made.title} is incomplete`,
  };
}

/** Reads the object in the state, if an update needs more than a new state. */
async function obtainHeld(operation: Operation, state: Values): Promise<Obtained | Restated> {
  const { definition, inputs, context, id } = operation;
  const asked = { verb: "update", inputs, state } as const;
  context.session.ownership.own(definition, id, "known");
  const changes = inputChanges(definition, { state, inputs });
  refuseReplacement(definition, id, changes);
  await guard(definition, asked, context);
  if (isStoredOnly(definition, { state, inputs, changes })) {
    const stored = { id, state: restate(definition, state, inputs), inputs: declaredIn(definition, inputs) };
    return { kind: "restated", stored };
  }
  const observed = await present(operation, state);
  const known = operation.on(await withResolved(definition, operation.at, context));
  const wire = observed ?? (await createDeferred(operation, state)).wire;
  const held = carried(definition, wire, { by: "state", state });
  return {
    kind: "object",
    operation: known,
    asked,
    wire: isRenewal(definition, changes) ? carried(definition, held, { by: "renewal" }) : held,
    isNew: false,
    wrote: false,
    ...unsentOf(definition, changes, state),
    from: { declared: inputs, previous: state },
    incomplete: message`${operation.title} was changed only in part`,
  };
}

/** The current object; for a pending one in the state, the list shows whether it exists by now. */
async function present({ definition, at, context }: Operation, state: Values): Promise<Wire | undefined> {
  if (dueAtOf(definition, state) === undefined) return observe(definition, at, context, { fresh: true });
  const wire = await findPending(definition, at, context);
  deferUntilDue(definition, at, state, context);
  return wire;
}

/** Marks the object as owned, unless another resource came first. No other call runs between the check and that. */
function ownCreated({ definition, id, context: { session } }: Operation): void {
  if (session.ownership.kindOf(definition, id) !== undefined) throw doubleOwnership(definition, id);
  session.ownership.own(definition, id, "made");
}

/** The object that a resource of settings sets: it must exist, and must not hold somebody else's settings. */
async function existing(operation: Operation, own: (found: Found) => void): Promise<Ensured> {
  const { definition, inputs, at, context, id } = operation;
  if (inputs[ADOPT] !== undefined) await findAdopted(operation);
  // Objects that only a list shows are searched for in the shared list: many are created at once, and each separate
  // read would be a list.
  const wire = await observe(definition, at, context, { fresh: definition.ops.read !== undefined });
  if (wire === undefined) {
    throw new OrgformProblem(
      "missing_object",
      message`There is no object for this ${typeName(definition.name)}`,
      `The inputs name ${id}. Create it first, or correct its ID.`,
    );
  }
  if (context.session.ownership.kindOf(definition, id) !== undefined) throw doubleOwnership(definition, id);
  const found = { wire, at, id };
  const why = inputs[ADOPT] === undefined ? whyForeignSettings(operation, found) : undefined;
  if (why !== undefined) throw foreignSettings(operation, why);
  own(found);
  return { ...found, isNew: false };
}

function foreignSettings({ definition, id, title }: Operation, why: Text): OrgformProblem {
  return new OrgformProblem(
    "adoption_conflict",
    message`${title} has other settings`,
    message`Nothing was written. What differs: ${why}.\nTo adopt it and change it to the declared settings, set ${fieldRef(ADOPT, id)}.${importHint(definition.name, id)}`,
  );
}

/** Creates the object that was deferred so far and is already in this state; any other missing object was deleted outside. */
async function createDeferred(operation: Operation, state: Values): Promise<Ensured> {
  const { definition, inputs, title } = operation;
  if (isPendingCreation(definition, state)) return ensure(operation.on(scopeOf(definition, inputs)), () => undefined);
  throw new OrgformProblem(
    "missing_object",
    message`${title} no longer exists`,
    "It was deleted outside this program. Refresh, then run the update again. It then creates the object again.",
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
  const resends = fieldsOf(definition, "inputs").some(
    ([name, rules]) => rules.onChange === "resend" && updating.has(name),
  );
  if (!resends) return { unsent: new Set([...writeOnly].filter((name) => updating.has(name))), state };
  const known = Object.entries(state).filter(([name]) => !writeOnly.has(name));
  return { unsent: writeOnly, state: Object.fromEntries(known) };
}
