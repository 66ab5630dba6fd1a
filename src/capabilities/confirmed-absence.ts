import type { CallContext } from "../model/call-context.ts";
import type { Capability } from "../model/capability.ts";
import type { Text } from "../model/messages.ts";

/** How the absence of an object is confirmed; the hooks say what each returns. */
export interface ConfirmedAbsence<Api, At> {
  readonly confirmGone?: (api: Api, at: At, call: CallContext, cause: unknown) => Promise<boolean | Text | undefined>;
  readonly whyUnseen?: (api: Api, at: At, call: CallContext, refusal: unknown) => Promise<Text | undefined>;
}

/** Reading the parent by the parts of the identity would not tell "deleted" from "not visible". */
export function confirmedAbsence<Api, At>(rules: ConfirmedAbsence<Api, At>): Capability<Api> {
  return { name: "confirmed absence", ...rules };
}
