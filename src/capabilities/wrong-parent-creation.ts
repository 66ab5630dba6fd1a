import type { WriteContext } from "../model/call-context.ts";
import type { Identity } from "../model/identity.ts";

/** What is done about an object that came to lie below another parent. */
export interface WrongParentCreation<Api, Part extends string> {
  /** Whether the service that was met makes objects where it is asked to: then nothing is looked for. */
  readonly isRuledOut?: (call: WriteContext) => boolean;
  /** Removes an object that is not where it was to be, wherever it is. */
  readonly remove: (api: Api, at: Identity<Part>, call: WriteContext) => Promise<void>;
  /** Why it may come to lie elsewhere, and what to do, for people. */
  readonly why: string;
}

/**
 * The service can create an object below another parent than requested. After a create, the driver looks for the object
 * at the requested parent; if it is elsewhere, the driver deletes and recreates it.
 *
 * A look that fails proves nothing, and the object is kept. After several attempts in vain, create fails with not_applied.
 *
 * @see src/driver/hooks/wrong-parent-creation.ts
 * @see test/unit/capabilities/wrong-parent-creation.test.ts
 */
export function wrongParentCreation<Api, Part extends string>(
  rules: WrongParentCreation<Api, Part>,
): { readonly name: string; readonly wrongParentCreation: WrongParentCreation<Api, Part> } {
  return { name: "wrong-parent creation", wrongParentCreation: rules };
}
