import { isApiError, isTransportError, mayHaveBeenApplied } from "../client/errors.ts";
import { isOrgformProblem } from "../model/diagnostics.ts";

/** Nothing was made by this request, surely; an error of any other kind may have ended the wait for the answer alone. */
export function wasRefused(error: unknown): boolean {
  if (isOrgformProblem(error)) return error.code === "guarded";
  return (isApiError(error) || isTransportError(error)) && !mayHaveBeenApplied(error);
}

/** Answers that something in front of the service may give in its place: to a key, a route, or an object that is there. */
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

/** The answer never arrived; an answered failure (a 500) is not repeated, it would fail again. */
export function wasLost(error: unknown): boolean {
  if (isTransportError(error)) return true;
  return isApiError(error) && [502, 503, 504].includes(error.status);
}

/** The wait for the answer was over. */
export function isTimeout(error: unknown): boolean {
  return isTransportError(error) && error.code === "timeout";
}
