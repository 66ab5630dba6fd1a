import * as z from "zod";

import { DELETION_PROTECTION } from "../../model/definition.ts";
import type { Guard } from "../../model/guard.ts";
import { field } from "../../model/field.ts";
import type { Values } from "../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../model/messages.ts";

/** The input that protects an object, and everything in it, from deletion; `what` is the word for the object. */
export const deletionProtectionInput = (what: string) =>
  field(z.boolean().default(true), {
    doc: `Whether Orgform refuses to delete the ${what}. The value in the state counts. Default true.`,
    onChange: "none",
  });

/**
 * The guard for that input. In the preview, it refuses a replacement, because that also deletes. If the engine plans
 * deletions, the preview also refuses a deletion.
 */
export const deletionProtectionGuard = (what: string): Guard<unknown, unknown> => {
  const judgesState = (state: Values): Text | undefined =>
    state[DELETION_PROTECTION] === false
      ? undefined
      : message`${fieldRef(DELETION_PROTECTION)} is on in the state. Deleting ${what} deletes everything in it.\nFirst set ${fieldRef(DELETION_PROTECTION, false)} and run an update. Then delete.`;
  return {
    on: ["delete"],
    inPreview: true,
    needsObject: false,
    refuse: ({ state = {} }) => judgesState(state),
    judgesState,
  };
};
