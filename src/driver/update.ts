import { type AnyResource, fieldsOf } from "../model/definition.ts";
import type { GuardContext } from "../model/guard.ts";
import { unshownInputs } from "../model/write-only.ts";
import { OrgformProblem, PartialResultError } from "../model/diagnostics.ts";
import { diffInputs, type FieldChange } from "../model/diff.ts";
import { parseId } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { titleOf } from "../model/title.ts";
import { warnOfWaiting } from "./create.ts";
import { ensure } from "./ensure.ts";
import { explaining } from "./failure.ts";
import { comparisonWith } from "./fingerprint.ts";
import { guard, guardObject } from "./guards.ts";
import { observe } from "./observe.ts";
import { heldBackIn } from "./plan.ts";
import { runAgain } from "./run-once.ts";
import type { Context } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";
import { declaredIn, migrate, restate, scopeOf, store, type Stored } from "./state.ts";
import { desiredFrom, sync, type SyncProgress } from "./sync.ts";
import { awaitOutside } from "./wait.ts";

/**
 * Changes an object in place: sends what differs between what is observed now and what is declared.
 *
 * A change of settings that steer the provider alone is stored without any request.
 *
 * @throws PartialResultError when a write was sent and something failed afterwards.
 */
export async function update(
  definition: AnyResource,
  id: string,
  oldState: Values,
  inputs: Values,
  context: Context,
): Promise<Stored> {
  const { runs } = definition;
  if (runs !== undefined) return runAgain(runs, definition, { id, state: oldState }, inputs, context);
  return explaining("update", titleOf(definition, id), () => apply(definition, id, oldState, inputs, context));
}

async function apply(
  definition: AnyResource,
  id: string,
  oldState: Values,
  inputs: Values,
  context: Context,
): Promise<Stored> {
  const state = migrate(definition, oldState);
  const asked = { verb: "update", inputs, state } as const;
  const at = parseId(definition.identity.parts, id);
  context.session.ownership.own(definition, id, "known");
  await guard(definition, asked, context);
  const changes = diffInputs(definition, state, inputs, comparisonWith(state));
  if (isStoredOnly(definition, state, changes) && definition.due?.(state, inputs) === undefined) {
    return { id, state: restate(definition, state, inputs), inputs: declaredIn(definition, inputs) };
  }
  const wire =
    (await observe(definition, at, context, { fresh: true })) ?? (await madeNow(definition, id, asked, context));
  await guardObject(definition, asked, wire, context);
  const progress: SyncProgress = { wire, wrote: false, ...unsentOf(definition, changes, state) };
  const from = { declared: inputs, previous: state };
  try {
    await sync(definition, at, desiredFrom(definition, inputs, state), progress, context);
    progress.wire = await awaitOutside(definition, at, inputs, progress.wire, context);
  } catch (error) {
    if (!progress.wrote) throw error;
    const known = store(definition, progress.wire, at, { ...from, unsent: progress.unsent });
    throw new PartialResultError(`${titleOf(definition, id)} is changed in part`, id, known.state, error);
  }
  const stored = store(definition, progress.wire, at, from);
  warnOfWaiting(definition, stored, context);
  return stored;
}

/** Makes the object that was deferred so far; any other that is missing was deleted outside. */
async function madeNow(
  definition: AnyResource,
  id: string,
  { inputs, state = {} }: GuardContext,
  context: Context,
): Promise<Wire> {
  if (definition.deferral?.isDeferred(state) === true) {
    return (await ensure(definition, inputs, scopeOf(definition, inputs), context)).wire;
  }
  throw new OrgformProblem(
    "missing_object",
    `${titleOf(definition, id)} no longer exists`,
    "It was deleted outside this program. Refresh, then run the update again: it is made anew.",
  );
}

/**
 * Whether the update only changes what state holds, so that nothing has to be read or sent.
 *
 * An update without any change is not: the engine asks for it to complete what failed in part before.
 */
export function isStoredOnly(definition: AnyResource, state: Values, changes: readonly FieldChange[]): boolean {
  if (changes.length === 0 || heldBackIn(state).length > 0 || definition.wait !== undefined) return false;
  if (definition.deferral?.isDeferred(state) === true) return false;
  return changes.every((change) => change.effect === "store");
}

/** The write-only inputs that have to be sent: those that changed, or all, then as if none had been given before. */
function unsentOf(
  definition: AnyResource,
  changes: readonly FieldChange[],
  state: Values,
): Pick<SyncProgress, "unsent" | "state"> {
  const writeOnly = new Set(unshownInputs(definition));
  const updating = new Set(changes.filter(({ effect }) => effect === "update").map(({ path }) => path));
  const resends = fieldsOf(definition, "inputs").some(([name, rules]) => rules.resends === true && updating.has(name));
  if (!resends) return { unsent: new Set([...writeOnly].filter((name) => updating.has(name))), state };
  const known = Object.entries(state).filter(([name]) => !writeOnly.has(name));
  return { unsent: writeOnly, state: Object.fromEntries(known) };
}
