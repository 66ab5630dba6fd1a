import type { CallContext } from "../model/call-context.ts";
import type { Text } from "../model/messages.ts";

/** How to confirm that an object is absent. */
export interface ConfirmedAbsence<Api, At> {
  /**
   * Confirms that a "not found" means that the object was deleted. Replaces a read of the parent.
   *
   * @param cause - the error that reported it; undefined if a list lacks the object
   * @returns false, or why nothing confirms it, as whole sentences; undefined if the parent can confirm it after all
   */
  readonly confirmGone?: (api: Api, at: At, call: CallContext, cause: unknown) => Promise<boolean | Text | undefined>;
  /**
   * Why a refusal to show the object doesn't prove whether it exists, and the next step, as whole sentences; undefined
   * if the refusal is sufficient.
   */
  readonly whyUnseen?: (api: Api, at: At, call: CallContext, refusal: unknown) => Promise<Text | undefined>;
}

/**
 * A read of the parent by the identity's parts can't distinguish "deleted" from "not visible".
 *
 * The driver asks before an object leaves the state. Without a confirmation, it fails with unconfirmed_absence, and the
 * state keeps the object.
 *
 * @see src/driver/hooks/confirmed-absence.ts
 * @see test/unit/capabilities/confirmed-absence.test.ts
 */
export function confirmedAbsence<Api, At>(
  rules: ConfirmedAbsence<Api, At>,
): ConfirmedAbsence<Api, At> & { readonly name: string } {
  return { name: "confirmed absence", ...rules };
}
