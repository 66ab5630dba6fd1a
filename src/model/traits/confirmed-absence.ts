import type { CallContext } from "../definition.ts";
import type { Identity } from "../identity.ts";

/** Trait: reading the parent by the parts of the identity would not tell "deleted" from "not visible". */
export interface ConfirmedAbsence<Api, Part extends string> {
  /**
   * Confirms that a "not found" means that the object was deleted; in place of a read of the parent.
   *
   * @param cause - the error that said so; undefined where a list just lacks the object
   */
  readonly confirmGone?: (api: Api, at: Identity<Part>, call: CallContext, cause: unknown) => Promise<boolean>;
}
