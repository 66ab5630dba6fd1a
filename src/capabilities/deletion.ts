import type { AsyncDeletion, Capability, RetainedDeletion } from "../model/capability.ts";
import type { CallContext } from "../model/call-context.ts";
import type { Text } from "../model/messages.ts";
import type { Values } from "../model/json-value.ts";

/**
 * The service deletes objects asynchronously: a deleted object and its natural key stay for a while, and a deletion waits
 * for that. An object that is kept for long counts as gone immediately; a warning says until when it is kept.
 */
export function asyncDeletion<Wire>(rules: AsyncDeletion<Wire> | RetainedDeletion<Wire>): Capability<unknown, Wire> {
  return { name: "async deletion", asyncDeletion: rules };
}

/** How to confirm that an object is absent; the hooks say what each of them returns. */
export interface ConfirmedAbsence<Api, At> {
  readonly confirmGone?: (api: Api, at: At, call: CallContext, cause: unknown) => Promise<boolean | Text | undefined>;
  readonly whyUnseen?: (api: Api, at: At, call: CallContext, refusal: unknown) => Promise<Text | undefined>;
}

/** A read of the parent by the identity's parts can't distinguish "deleted" from "not visible". */
export function confirmedAbsence<Api, At>(rules: ConfirmedAbsence<Api, At>): Capability<Api> {
  return { name: "confirmed absence", ...rules };
}

/** The effect of a deletion, according to the state. */
export interface RetainOnDestroy {
  /** Whether the deletion leaves the object unchanged. */
  readonly isRetained: (state: Values) => boolean;
  /** The warning in the preview of a deletion. */
  readonly removalNotice: (state: Values) => Text | undefined;
}

/** A deletion can leave the object unchanged (`onDestroy`); otherwise its preview names the affected person. */
export function retainOnDestroy(rules: RetainOnDestroy): Capability {
  return { name: "retain on destroy", ...rules };
}

/**
 * Other objects refer to this one and block its deletion: a replacement is created first, the objects that refer to the
 * old one are changed, and the old one is deleted last. The new object never has the old ID, so both can exist.
 */
export function referencedObject(): Capability {
  return { name: "referenced object", replacesFirst: "create" };
}
