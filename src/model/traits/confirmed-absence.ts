import type { Call } from "../call.ts";
import type { Identity } from "../identity.ts";

/** Trait: the object has no parent whose reading would tell "deleted" from "not visible". */
export interface ConfirmedAbsence<Api, Part extends string> {
  /** Confirms that a "not found" means that the object was deleted. */
  readonly confirmGone?: (api: Api, at: Identity<Part>, call: Call) => Promise<boolean>;
}
