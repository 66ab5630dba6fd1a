import { type AnyResource, fieldsOf } from "../model/definition.ts";
import { OrgformProblem, PartialResultError } from "../model/diagnostics.ts";
import { diffInputs } from "../model/diff.ts";
import { parseId } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { warnHeldBack } from "./create.ts";
import { could, explaining } from "./failure.ts";
import { comparisonWith } from "./fingerprint.ts";
import { guard } from "./guards.ts";
import { observe } from "./observe.ts";
import { heldBackIn } from "./plan.ts";
import type { Context } from "./session.ts";
import { migrate, store, type Stored } from "./state.ts";
import { desiredFrom, sync, type SyncProgress } from "./sync.ts";
import { awaitOutside } from "./wait.ts";

/**
 * Changes an object in place: sends what differs between what is observed now and what is declared.
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
  return explaining(could("update", definition, id), () => apply(definition, id, oldState, inputs, context));
}

async function apply(
  definition: AnyResource,
  id: string,
  oldState: Values,
  inputs: Values,
  context: Context,
): Promise<Stored> {
  const state = migrate(definition, oldState);
  const at = parseId(definition.identity.parts, id);
  context.session.claims.claim(definition, id, "known");
  const wire = await observe(definition, at, context, { fresh: true });
  if (wire === undefined) {
    throw new OrgformProblem(
      "missing_object",
      `${definition.name} ${id} does not exist any more`,
      "It was deleted outside this program. Refresh, then run the update again: it is made anew.",
    );
  }
  guard(definition, { verb: "update", inputs, state }, wire);
  const progress: SyncProgress = { wire, wrote: false };
  try {
    const desired = { values: desiredFrom(definition, inputs, state), resend: changedSecrets(definition, state, inputs) };
    await sync(definition, at, desired, progress, context);
    progress.wire = await awaitOutside(definition, at, inputs, progress.wire, context);
  } catch (error) {
    if (!progress.wrote) throw error;
    const known = store(definition, progress.wire, at, inputs, state);
    throw new PartialResultError(`${definition.name} ${id} was not changed completely`, id, known.state, error);
  }
  const stored = store(definition, progress.wire, at, inputs, state);
  warnHeldBack(definition, stored, context);
  return stored;
}

function changedSecrets(definition: AnyResource, state: Values, inputs: Values): Set<string> {
  const changes = diffInputs(definition, state, inputs, comparisonWith(state));
  const writeOnly = new Set(fieldsOf(definition, "inputs").filter(([, rules]) => rules.writeOnly).map(([name]) => name));
  return new Set(changes.map((change) => change.path).filter((name) => writeOnly.has(name)));
}

/** Whether an update only changes what state holds, so that nothing has to be read or sent. */
export function isStoredOnly(definition: AnyResource, oldState: Values, inputs: Values): boolean {
  const state = migrate(definition, oldState);
  if (heldBackIn(state).length > 0) return false;
  return diffInputs(definition, state, inputs, comparisonWith(state)).every((change) => change.effect === "store");
}
