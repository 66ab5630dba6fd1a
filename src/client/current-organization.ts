import * as z from "zod";
import type { Caller } from "./caller.ts";
import { isApiError } from "./errors.ts";
import type { ApiError } from "./errors.ts";

const ROUTE_CURRENT = "/api/organizations/@current/";
const ROUTE_ME = "/api/users/@me/";

const meSchema = z.looseObject({ organization: z.unknown().optional() });

/**
 * Runs a call to an organization, and cures the half-blind account when the call meets one.
 *
 * Symptom: after an account's current organization was deleted, the service answers the list and every read of its
 * other organizations with 404 "You need to belong to an organization.", until the account itself was read once: that
 * lets the service choose another one. `@current` did so too where the service was recorded, and is 404 itself in its own
 * code; it is what a key without `user:read` can read. Believing that 404 would take living organizations for deleted ones.
 *
 * @param call - is run a second time after the account or `@current` could be read; a write that met the 404 was not carried out
 * @param options - `whenNone` gives the result for an account that belongs to no organization; without it that is thrown
 * @throws no_organization when the account belongs to no organization at all
 * @throws current_organization_lost when the second run meets the same 404
 * @source flows-2025-08 top ten 3, steps 1:133, 1:167-172, 1:177-178, 1:141-145 (observed 2026-11-20); the service's own code of 2025-08
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

/** Reads the account, which sets a current organization where it belongs to any; false where that is not seen. */
async function readAccount(caller: Caller, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const { organization } = await caller.read({ route: ROUTE_ME, answer: meSchema, signal });
    return organization !== undefined && organization !== null;
  } catch (error) {
    if (isApiError(error) && error.category === "permission") return false;
    throw error;
  }
}

/** Reads `@current`; gives the error when there is no organization left, throws what else goes wrong. */
async function readCurrent(caller: Caller, signal: AbortSignal | undefined): Promise<ApiError | "restored"> {
  try {
    await caller.read({ route: ROUTE_CURRENT, answer: z.unknown(), signal });
    return "restored";
  } catch (error) {
    if (isApiError(error) && error.code === "no_organization") return error;
    throw error;
  }
}
