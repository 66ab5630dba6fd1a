import { ADOPT, type AnyResource } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { fieldRef, importHint, joined, message, type Text, typeName } from "../../model/messages.ts";
import { titleOf } from "../../model/title.ts";
import type { Operation } from "../operation.ts";
import type { Found } from "./candidates.ts";
import { type Difference, differencesText } from "./differences.ts";
import { duplicateHint } from "./policy.ts";

/** The error for an object that two resources of one run manage. */
export function doubleOwnership(definition: AnyResource, id: string): OrgformProblem {
  return new OrgformProblem(
    "claimed_twice",
    message`Declared twice: ${titleOf(definition, id)}`,
    `Another resource of this run manages ${id}. Remove one of the two declarations.`,
  );
}

/** The refusal to adopt an object by ID if only a replacement could make it match the declaration. */
export function adoptionMismatch(definition: AnyResource, id: string, fixed: readonly Difference[]): OrgformProblem {
  return new OrgformProblem(
    "adoption_failed",
    message`${fieldRef(ADOPT)} names a ${typeName(definition.name)} that doesn't match the declaration`,
    message`It names ${id}. These fields differ, and changing them would replace the object: ${differencesText(fixed.map(({ text }) => text))}.\nDeclare the values of the object, or name another object.`,
  );
}

/** An object that create must not adopt, and why. */
export interface Foreign {
  readonly found: Found;
  readonly why: Text;
}

/** The refusal to make what exists already, with why each was not adopted. */
export function conflict(
  { definition, declaredTitle }: Operation,
  foreign: readonly [Foreign, ...Foreign[]],
): OrgformProblem {
  const lines = foreign.map(({ found, why }) => message`- ${found.id}: ${why}`);
  const { id } = foreign[0].found;
  return new OrgformProblem(
    "adoption_conflict",
    message`${declaredTitle} exists already`,
    message`Nothing was written. Existing objects, and why they weren't adopted:\n${joined(lines, "\n")}\nTo adopt it and change it to the declared settings, set ${fieldRef(ADOPT, id)}.${duplicateHint(definition)}${importHint(definition.name, id)}`,
  );
}

/** The refusal to choose among several objects, each of which might be the program's own. */
export function ambiguous({ declaredTitle }: Operation, ours: readonly Found[]): OrgformProblem {
  return new OrgformProblem(
    "ambiguous",
    message`More than one object is ${declaredTitle}`,
    message`They are ${ours.map((found) => found.id).join(", ")}. Set ${fieldRef(ADOPT)} to the ID of the right one.`,
  );
}
