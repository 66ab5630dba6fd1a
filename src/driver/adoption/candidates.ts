import type { AnyResource } from "../../model/definition.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import { isRowEnough, observe, observeUntilGone } from "../observe.ts";
import type { Operation } from "../operation.ts";
import { identityOfRow } from "../location.ts";
import type { Wire } from "../session/list-cache.ts";
import type { Context } from "../session/session.ts";
import { isBeingDeleted, keepsDeleted } from "../hooks/async-deletion.ts";
import { hasOwnershipCheck } from "./policy.ts";

/** An existing object and its identity. */
export interface Found {
  readonly wire: Wire;
  readonly at: IdentityParts;
  readonly id: string;
}

/** The listed objects of the natural key that is declared; nothing of it can be made while an old one is removed. */
export async function candidates(operation: Operation): Promise<Found[]> {
  const { definition, inputs } = operation;
  const rows: Found[] = [];
  for (const found of await allOf(definition, operation.at, operation.context)) {
    if (definition.naturalKey?.matches(found.wire, inputs) !== true) continue;
    if (!isBeingDeleted(definition, found.wire)) rows.push(found);
    else if (!keepsDeleted(definition)) await observeUntilGone(operation.on(found.at));
  }
  return rows;
}

/** Whether rows of the list tell all that is needed to judge whose an object is. */
export function isJudgedByRow({ definition, inputs }: Operation): boolean {
  return isRowEnough(definition, inputs) && !isDeletionHidden(definition) && !hasOwnershipCheck(definition);
}

/** The listed objects with the declared natural key, without those that are being deleted: nobody waits for them. */
export async function listedCandidates({ definition, inputs, at, context }: Operation): Promise<Found[]> {
  const rows = await allOf(definition, at, context);
  return rows.filter(
    ({ wire }) => !isBeingDeleted(definition, wire) && definition.naturalKey?.matches(wire, inputs) === true,
  );
}

/** The objects with the natural key that are being deleted and that nobody waits for. */
export async function deletingCandidates(operation: Operation): Promise<Found[]> {
  const { definition, inputs } = operation;
  const rows = await allOf(definition, operation.at, operation.context);
  return rows.filter(
    ({ wire }) => isBeingDeleted(definition, wire) && definition.naturalKey?.matches(wire, inputs) === true,
  );
}

/** Whether a row of the list doesn't show that its object is being deleted. */
export function isDeletionHidden(definition: AnyResource): boolean {
  return keepsDeleted(definition) && !isRowEnough(definition);
}

/** Objects of which a list shows only a part, or the parent; an object that is gone by now is omitted. */
export async function readWhole(
  definition: AnyResource,
  rows: readonly Found[],
  context: Context,
  isWhole: (row: Found) => boolean = () => false,
): Promise<Found[]> {
  const whole: Found[] = [];
  for (const row of rows) {
    if (isWhole(row)) {
      whole.push(row);
      continue;
    }
    const wire = await observe(definition, row.at, context, { fresh: true });
    if (wire !== undefined) whole.push({ ...row, wire });
  }
  return whole;
}

/** The listed objects. */
export async function allOf(definition: AnyResource, scope: IdentityParts, context: Context): Promise<Found[]> {
  return foundIn(definition, await context.session.lists.list(definition, scope, context.call), scope);
}

/** The objects of listed rows. */
export function foundIn(definition: AnyResource, wires: readonly Wire[], scope: IdentityParts): Found[] {
  return wires.map((wire) => {
    const at = identityOfRow(definition, wire, scope);
    return { wire, at, id: formatId(definition.identity.parts, at) };
  });
}
