import { isApiError, isTransportError, mayHaveBeenApplied } from "../../client/errors.ts";
import type { AnyResource } from "../../model/definition.ts";
import { isOrgformProblem, OrgformProblem } from "../../model/diagnostics.ts";
import { message, type Text, textOf } from "../../model/messages.ts";
import type { Found } from "../adoption/candidates.ts";
import { policyOf } from "../adoption/policy.ts";
import type { Operation } from "../operation.ts";

/* What a failed request reveals about the object that it should create, and how a failed create is reported. */

/** Whether this request certainly created nothing; an error of any other kind might have ended only the wait for the response. */
export function wasRefused(error: unknown): boolean {
  if (isOrgformProblem(error)) return error.code === "guarded";
  return (isApiError(error) || isTransportError(error)) && !mayHaveBeenApplied(error);
}

/** Statuses that something in front of the service might send instead of it: about a key, a route, or an existing object. */
const DOUBTFUL_STATUSES: readonly number[] = [302, 401, 402, 403, 404, 409];

/** Whether a refusal leaves open what became of an earlier request of the same create, or of this one on its way. */
export function isDoubtfulRefusal(error: unknown): boolean {
  return isApiError(error) && DOUBTFUL_STATUSES.includes(error.status);
}

/** The service says that the natural key is taken. */
export function isConflict(error: unknown): boolean {
  return isApiError(error) && error.category === "conflict";
}

/** The service has no room for the request now, and says so itself. */
export function isThrottle(error: unknown): boolean {
  return isApiError(error) && error.status === 429 && !mayHaveBeenApplied(error);
}

/** Whether the response never arrived; a failure with a response (500) isn't repeated, because it would fail again. */
export function wasLost(error: unknown): boolean {
  if (isTransportError(error)) return true;
  return isApiError(error) && [502, 503, 504].includes(error.status);
}

/** The wait for the answer was over. */
export function isTimeout(error: unknown): boolean {
  return isTransportError(error) && error.code === "timeout";
}

/** The error of a failed create after which no object was found. */
export function creationFailure(operation: Operation, error: unknown): unknown {
  if (wasLost(error)) return unconfirmed(operation, error);
  const why = policyOf(operation.definition).whyPerhapsTaken?.(error);
  if (why === undefined) return error;
  return new OrgformProblem(
    "adoption_conflict",
    message`${operation.declaredTitle} may be taken`,
    message`${why}${causeText(error)}`,
    { cause: error },
  );
}

/** The error if nobody knows whether the object was created. */
export function unconfirmed({ definition, declaredTitle }: Operation, error: unknown): OrgformProblem {
  return new OrgformProblem(
    "create_unconfirmed",
    message`It's unknown whether ${declaredTitle} was created`,
    message`${error === undefined ? "The service confirmed the request without returning the object" : "The service's response was lost"}, and the object was not found afterwards. ${nextStep(definition)}${causeText(error)}`,
    { cause: error },
  );
}

function nextStep(definition: AnyResource): string {
  return definition.collection === undefined
    ? "Check whether it exists before you run again, because Orgform can't find it."
    : "Run again. Orgform looks for it before it creates one.";
}

/** The service says that the natural key is taken, and shows no object of it. */
export async function taken(operation: Operation, error: unknown, deleting: readonly Found[]): Promise<unknown> {
  const { definition, declaredTitle, inputs, context } = operation;
  const { session, call } = context;
  const known = { deleting: deleting.map(({ wire }) => wire), call };
  const why = await policyOf(definition)
    .whyTaken?.(session.api, inputs, known)
    .catch(() => undefined);
  const general =
    "The service says that it exists, but this API key can't see it. It probably belongs to another organization. Choose another one, or remove it there.";
  return new OrgformProblem(
    "adoption_conflict",
    message`${declaredTitle} is taken`,
    message`${why ?? general}${causeText(error)}`,
    { cause: error },
  );
}

function causeText(error: unknown): Text {
  return error instanceof Error ? message`\n${textOf(error)}` : "";
}
