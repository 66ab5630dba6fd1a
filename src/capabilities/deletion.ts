import type { AsyncDeletion, Capability, RetainedDeletion } from "../model/capability.ts";
import type { CallContext } from "../model/call-context.ts";
import type { Text } from "../model/messages.ts";
import type { Values } from "../model/json-value.ts";

/**
 * The service removes objects in its own time: a deleted one stays for a while, and so does its natural key. A removal waits
 * until it is gone; one that is kept for long counts as gone at once, and a warning says until when it is kept.
 */
export function asyncDeletion<Wire>(rules: AsyncDeletion<Wire> | RetainedDeletion<Wire>): Capability<unknown, Wire> {
  return { name: "async deletion", asyncDeletion: rules };
}

/** How the absence of an object is confirmed; the hooks say what each returns. */
export interface ConfirmedAbsence<Api, At> {
  readonly confirmGone?: (api: Api, at: At, call: CallContext, cause: unknown) => Promise<boolean | Text | undefined>;
  readonly whyUnseen?: (api: Api, at: At, call: CallContext, refusal: unknown) => Promise<Text | undefined>;
}

/** Reading the parent by the parts of the identity would not tell "deleted" from "not visible". */
export function confirmedAbsence<Api, At>(rules: ConfirmedAbsence<Api, At>): Capability<Api> {
  return { name: "confirmed absence", ...rules };
}

/** What a deletion does, by what state holds. */
export interface RetainOnDestroy {
  /** Whether the object stays as it is. */
  readonly isRetained: (state: Values) => boolean;
  /** What the preview of a deletion warns of. */
  readonly removalNotice: (state: Values) => Text | undefined;
}

/** A deletion can leave the object as it is (`onDestroy`); the preview of one that does not names whom it concerns. */
export function retainOnDestroy(rules: RetainOnDestroy): Capability {
  return { name: "retain on destroy", ...rules };
}

/**
 * Other objects refer to this one and keep it from being deleted: a replacement is created first, what refers to the old
 * object is changed, and the old one is deleted last. The new one never has the ID of the old one, so both can exist.
 */
export function referencedObject(): Capability {
  return { name: "referenced object", replacesFirst: "create" };
}
