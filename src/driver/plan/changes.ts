import { type AnyResource, STATUS } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { diffInputs } from "../../model/diff.ts";
import type { FieldChange } from "../../model/field-change.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldNames, message } from "../../model/messages.ts";
import { titleOf } from "../../model/title.ts";
import { comparisonWith } from "../fingerprint.ts";
import { isFinal, outputChange, pendingChange, whyPending, mightWait } from "../hooks.ts";
import { deferredFieldsIn, applicableDeferred } from "../hooks/deferred-fields.ts";
import { canBeMadeNow, isPendingCreation } from "../hooks/pending-creation.ts";
import type { Context } from "../session/session.ts";

/** The compared sides. */
export interface Sides {
  /** The state, in the current shape. */
  readonly state: Values;
  /** The declaration. */
  readonly inputs: Values;
}

/** Two sides, and their differences. */
export interface Compared extends Sides {
  readonly changes: readonly FieldChange[];
}

/**
 * The differences between state and declaration, and updates that are needed without a difference: a refresh and a
 * drift report call these changes. No guard is asked.
 *
 * @param sides - the state in the current shape, and the declared inputs
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
  if (waiting.length > 0)
    changes.push(...(await applicableDeferred(definition, at, { state, deferred: waiting }, context())));
  return [...changes, ...(await pendingChanges(definition, at, { state, inputs }, context))];
}

/** How the inputs differ from the state. Makes no request. A final object can no longer be changed in place. */
export function inputChanges(definition: AnyResource, { state, inputs }: Sides): FieldChange[] {
  const differences = diffInputs(definition, state, inputs, comparisonWith(state));
  return isFinal(definition, state) ? differences.filter(({ effect }) => effect !== "update") : differences;
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
  return [outputChange(STATUS, "can be created now")];
}

/**
 * Whether an update only changes the state, so nothing has to be read or sent.
 *
 * An update without any change isn't one: the engine requests it to complete an earlier partial failure.
 */
export function isStoredOnly(definition: AnyResource, { state, inputs, changes }: Compared): boolean {
  if (changes.length === 0 || deferredFieldsIn(state).length > 0 || mightWait(definition)) return false;
  if (isPendingCreation(definition, state) || whyPending(definition, state, inputs) !== undefined) return false;
  return changes.every((change) => change.effect === "store");
}

/** Names of the fields whose change replaces the object. */
export function replacing(changes: readonly FieldChange[]): string[] {
  return changes.filter((change) => change.effect === "replace").map((change) => change.path);
}

/**
 * A change that only a replacement can make is never made in place, whatever engine requests it.
 *
 * @throws replacement_needed
 */
export function refuseReplacement(definition: AnyResource, id: string, changes: readonly FieldChange[]): void {
  const names = replacing(changes);
  if (names.length === 0) return;
  throw new OrgformProblem(
    "replacement_needed",
    message`${titleOf(definition, id)} cannot be changed in place`,
    message`A change of ${fieldNames(names)} replaces the object. Delete it and create it again. Nothing was sent.`,
  );
}
