import * as z from "zod";

import type { Guard } from "../../model/guard.ts";
import { field } from "../../model/field.ts";
import { fieldRef, message } from "../../model/messages.ts";

/** The input that keeps an object, and everything in it, from being deleted; `what` is the word for the object. */
export const deletionProtectionInput = (what: string) =>
  field(z.boolean().default(true), {
    doc: `Refuses to delete the ${what} while true; the value in state counts. Default true.`,
    onChange: "none",
  });

/** The guard that goes with it; a replacement deletes, too, and is refused while it is previewed. */
export const deletionProtectionGuard = (what: string): Guard<unknown, unknown> => ({
  on: ["delete"],
  inPreview: true,
  needsObject: false,
  refuse: ({ state }) =>
    state?.["deletionProtection"] === false
      ? undefined
      : message`${fieldRef("deletionProtection")} is on in state. Deleting ${what} deletes everything in it.\nTwo steps: set ${fieldRef("deletionProtection", false)} and run an update; then delete.`,
});
