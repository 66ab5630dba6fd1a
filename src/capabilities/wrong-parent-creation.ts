import type { WriteContext } from "../model/call-context.ts";
import type { Identity } from "../model/identity.ts";

/** How to handle an object that was created below another parent. */
export interface WrongParentCreation<Api, Part extends string> {
  /** Whether this service always creates objects below the requested parent, so no check is needed. */
  readonly isRuledOut?: (call: WriteContext) => boolean;
  /** Removes an object that was created elsewhere, wherever it is. */
  readonly remove: (api: Api, at: Identity<Part>, call: WriteContext) => Promise<void>;
  /** Why the object might be created elsewhere, and the next step, for users. */
  readonly why: string;
}

/**
 * The service can create an object below another parent than requested. After a create, the driver looks for the object
 * at the requested parent; if it is elsewhere, the driver deletes and recreates it.
 *
 * A failed check proves nothing, so the object is kept. After several failed attempts, create fails with not_applied.
 *
 * @see src/driver/hooks/wrong-parent-creation.ts
 * @see test/unit/capabilities/wrong-parent-creation.test.ts
 */
export function wrongParentCreation<Api, Part extends string>(
  rules: WrongParentCreation<Api, Part>,
): { readonly name: string; readonly wrongParentCreation: WrongParentCreation<Api, Part> } {
  return { name: "wrong-parent creation", wrongParentCreation: rules };
}
