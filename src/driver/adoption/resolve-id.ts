import { ADOPT } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { fieldRef, message, typeName } from "../../model/messages.ts";
import { findNamed } from "../named-objects.ts";
import type { Operation } from "../operation.ts";
import { failureOfRefusal } from "../hooks/confirmed-absence.ts";
import type { Found } from "./candidates.ts";
import { doubleOwnership, adoptionMismatch } from "./conflicts.ts";
import { differencesOf } from "./differences.ts";

/**
 * The object that the input `adopt` names, by ID string, by the last part of its ID, or by natural key.
 *
 * @throws adoption_failed if it names none, more than one, or an object that only a replacement could make match the
 *   declaration; claimed_twice if another resource manages it.
 */
export async function findAdopted(operation: Operation): Promise<Found> {
  const { definition, context } = operation;
  const text = String(operation.inputs[ADOPT]);
  const named = await findNamed(definition, text, operation.at, context);
  const [first] = named;
  if (first === undefined || named.length > 1) {
    const words = definition.collection?.words ?? "the service";
    const list = named.map((found) => found.id).join(", ");
    throw new OrgformProblem(
      "adoption_failed",
      message`${fieldRef(ADOPT)} names ${named.length === 0 ? "no" : "more than one"} ${typeName(definition.name)}`,
      named.length === 0
        ? `No object with the ID or name ${JSON.stringify(text)} is among ${words}.`
        : `${JSON.stringify(text)} matches several objects. Give one of these IDs: ${list}.`,
    );
  }
  if (context.session.ownership.kindOf(definition, first.id) !== undefined) {
    throw doubleOwnership(definition, first.id);
  }
  const fixed = differencesOf(operation, first).filter((one) => one.isFixed);
  if (fixed.length > 0) throw adoptionMismatch(definition, first.id, fixed);
  return first;
}

/** Runs a search for the object that the input `adopt` names. A refusal on the way doesn't prove whether it exists. */
export async function withAdoptAdvice<T>(operation: Operation, action: () => Promise<T>): Promise<T> {
  const { definition, inputs, at, context, declaredTitle } = operation;
  try {
    return await action();
  } catch (error) {
    if (inputs[ADOPT] === undefined) throw error;
    throw await failureOfRefusal(definition, at, context, error, message`${declaredTitle} may be hidden`);
  }
}
