import { type AnyResource, STATUS } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { diffInputs } from "../../model/diff.ts";
import type { FieldChange } from "../../model/field-change.ts";
import type { IdentityParts } from "../../model/identity.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldNames, message } from "../../model/messages.ts";
import { titleOf } from "../../model/title.ts";
import { comparisonWith } from "../fingerprint.ts";
import { isFinal, outputChange, pendingChange, whyPending, mayHaveToSettle } from "../hooks.ts";
import { deferredFieldsIn, settableNow } from "../hooks/deferred-fields.ts";
import { canBeMadeNow, isPendingCreation } from "../hooks/pending-creation.ts";
import type { Context } from "../session/session.ts";

/** What is compared. */
export interface Sides {
  /** What state holds, in the present shape. */
  readonly state: Values;
  /** What is declared. */
  readonly inputs: Values;
}

/** Two sides, and in what they were found to differ. */
export interface Compared extends Sides {
  readonly changes: readonly FieldChange[];
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
 * Whether an update only changes what state holds, so that nothing has to be read or sent.
 *
 * An update without any change is not: the engine asks for it to complete what failed in part before.
 */
export function isStoredOnly(definition: AnyResource, { state, inputs, changes }: Compared): boolean {
  if (changes.length === 0 || deferredFieldsIn(state).length > 0 || mayHaveToSettle(definition)) return false;
  if (isPendingCreation(definition, state) || whyPending(definition, state, inputs) !== undefined) return false;
  return changes.every((change) => change.effect === "store");
}

/** Names of the fields whose change replaces the object. */
export function replacing(changes: readonly FieldChange[]): string[] {
  return changes.filter((change) => change.effect === "replace").map((change) => change.path);
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
    message`${titleOf(definition, id)} cannot be changed in place`,
    message`A change of ${fieldNames(names)} replaces the object. Delete it and create it again. Nothing was sent.`,
  );
}
