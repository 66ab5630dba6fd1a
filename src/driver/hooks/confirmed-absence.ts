import { hookOf } from "../../model/hook-of.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import type { AnyResource } from "../../model/definition.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import { message, type Text } from "../../model/messages.ts";
import { titleOf } from "../../model/title.ts";
import { isApiError, isNotFound } from "../../client/errors.ts";
import type { Context } from "../session/session.ts";

/** The refusal to believe a list that lacks an object. */
export function incompleteList(title: Text, why: string): OrgformProblem {
  return new OrgformProblem(
    "unconfirmed_absence",
    message`${title} may still exist`,
    `The service's list lacks it, but the list can't be complete: ${why}. The entry in state was kept. ` +
      "Check which server answers at the host setting, then refresh again.",
  );
}

/**
 * Confirms the absence of an object in the way that its definition provides.
 *
 * @returns false if the parent has to confirm it
 * @throws unconfirmed_absence, or the error of the confirming read.
 */
export async function confirmInItsWay(
  definition: AnyResource,
  at: IdentityParts,
  { session, call }: Context,
  cause: unknown,
): Promise<boolean> {
  const { parent } = definition;
  const confirmGone = hookOf(definition, "confirmGone");
  const word = await confirmGone?.(session.api, at, session.contextOf(call), cause);
  if (word === true) return true;
  if (word === undefined && parent !== undefined) return false;
  if (word === undefined || word === false) throw unconfirmed(definition, at, cause);
  throw unseen(mayExist(definition, at), word, cause);
}

function unconfirmed(definition: AnyResource, at: IdentityParts, cause: unknown): OrgformProblem {
  return new OrgformProblem(
    "unconfirmed_absence",
    mayExist(definition, at),
    'The service answered "not found", but nothing confirms the deletion. The entry in state was kept. ' +
      "Check whether the API key can still access it, then refresh again.",
    { cause },
  );
}

/** The refusal to conclude anything from objects that a key doesn't see. */
function unseen(summary: Text, why: Text, cause: unknown): OrgformProblem {
  const detail = message`${why} Nothing was written, and the state keeps its entries.`;
  return new OrgformProblem("unconfirmed_absence", summary, detail, { cause });
}

/**
 * The error if the service refuses to show an object: the refusal itself, or that it leaves the object's existence
 * open. A refusal for a missing scope names the scope and the next step.
 *
 * @param summary - for an object that isn't known by its ID
 */
export async function failureOfRefusal(
  definition: AnyResource,
  at: IdentityParts,
  { session, call }: Context,
  refusal: unknown,
  summary?: Text,
): Promise<unknown> {
  const whyUnseen = hookOf(definition, "whyUnseen");
  if (whyUnseen === undefined || !isApiError(refusal) || refusal.missingScope !== undefined) return refusal;
  if (refusal.category !== "permission" && !isNotFound(refusal)) return refusal;
  try {
    const why = await whyUnseen(session.api, at, session.contextOf(call), refusal);
    return why === undefined ? refusal : unseen(summary ?? mayExist(definition, at), why, refusal);
  } catch (error) {
    if (isApiError(error) && error.category === "permission") return refusal;
    throw error;
  }
}

function mayExist(definition: AnyResource, at: IdentityParts): Text {
  return message`${titleOf(definition, formatId(definition.identity.parts, at))} may still exist`;
}
