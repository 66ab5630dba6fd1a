import * as z from "zod";
import type { Caller } from "./caller.ts";
import { isApiError } from "./errors.ts";
import type { ApiError } from "./errors.ts";

const ROUTE_CURRENT = "/api/organizations/@current/";

/**
 * Runs a call to an organization, and cures the half-blind account when the call meets one.
 *
 * Symptom: after an account's current organization was deleted, the service answers the list and every read of its
 * other organizations with 404 "You need to belong to an organization.", until `@current` was read once. Believing
 * that 404 would take living organizations for deleted ones.
 *
 * @param call - is run a second time after `@current` could be read; a write that met the 404 was not carried out
 * @param options - `whenNone` gives the result for an account that belongs to no organization; without it that is thrown
 * @throws no_organization when the account belongs to no organization at all
 * @throws current_organization_lost when the second run meets the same 404
 * @source flows-2025-08 top ten 3, steps 1:133, 1:167-172, 1:177-178, 1:141-145 (observed 2026-11-20)
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
    const current = await readCurrent(caller, signal);
    if (current === "restored") return call();
    if (options.whenNone !== undefined) return options.whenNone();
    throw current;
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
