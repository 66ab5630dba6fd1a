import type { CallContext } from "../definition.ts";
import type { Identity } from "../identity.ts";
import type { Text } from "../messages.ts";

/** Trait: reading the parent by the parts of the identity would not tell "deleted" from "not visible". */
export interface ConfirmedAbsence<Api, Part extends string> {
  /**
   * Confirms that a "not found" means that the object was deleted; in place of a read of the parent.
   *
   * @param cause - the error that said so; undefined where a list just lacks the object
   * @returns false, or why nothing confirms it, as whole sentences; undefined where the parent can tell after all
   */
  readonly confirmGone?: (
    api: Api,
    at: Identity<Part>,
    call: CallContext,
    cause: unknown,
  ) => Promise<boolean | Text | undefined>;
  /**
   * Why a refusal to show the object does not tell whether it is there, and what helps, as whole sentences; undefined where
   * the refusal says all there is to say.
   */
  readonly whyUnseen?: (api: Api, at: Identity<Part>, call: CallContext, refusal: unknown) => Promise<Text | undefined>;
}
