import * as z from "zod";
import type { Caller } from "./caller.ts";
import { isApiError } from "./errors.ts";
import type { ApiError } from "./errors.ts";

const ROUTE_CURRENT = "/api/organizations/@current/";
const ROUTE_ME = "/api/users/@me/";

const meSchema = z.looseObject({ organization: z.unknown().optional() });

/**
 * Runs a request to an organization, and repairs the account if the request fails because it has no current
 * organization.
 *
 * Symptom: after an account's current organization was deleted, the service returns 404 "You need to belong to an
 * organization." for the list and all other organizations, until the account itself is read: the service then chooses
 * one. On the recorded service, a read of `@current` had the same effect; in the service's code it returns 404 itself.
 * A key without `user:read` can read only `@current`. Trusting the 404 would report living organizations as deleted.
 *
 * @param call - runs again after the account or `@current` could be read; a write that got the 404 wasn't carried out
 * @param options - `whenNone` returns the result for an account that belongs to no organization; without it, that case
 *   throws
 * @throws no_organization if the account belongs to no organization at all
 * @throws current_organization_lost if the second run gets the same 404
 * @source flows-2025-08 top ten 3, steps 1:133, 1:167-172, 1:177-178, 1:141-145 (observed 2026-11-20); the service's
 *   own code of 2025-08
 */
export async function withCurrentOrganization<T>(
  caller: Caller,
  signal: AbortSignal | undefined,
  call: () => Promise<T>,
  options: { readonly whenNone?: () => T } = {},
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isApiError(error) || error.code !== "current_organization_lost") throw error;
    const current = (await readAccount(caller, signal)) ? "restored" : await readCurrent(caller, signal);
    if (current === "restored") return call();
    if (options.whenNone !== undefined) return options.whenNone();
    throw current;
  }
}

/** Reads the account, which sets a current organization if it has any; false if the response doesn't show that. */
async function readAccount(caller: Caller, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const { organization } = await caller.read({ route: ROUTE_ME, answer: meSchema, signal });
    return organization !== undefined && organization !== null;
  } catch (error) {
    if (isApiError(error) && error.category === "permission") return false;
    throw error;
  }
}

/** Reads `@current`; returns the error if there is no organization left, and throws other errors. */
async function readCurrent(caller: Caller, signal: AbortSignal | undefined): Promise<ApiError | "restored"> {
  try {
    await caller.read({ route: ROUTE_CURRENT, answer: z.unknown(), signal });
    return "restored";
  } catch (error) {
    if (isApiError(error) && error.code === "no_organization") return error;
    throw error;
  }
}
