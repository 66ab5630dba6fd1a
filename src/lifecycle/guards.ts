import type { AnyResource, Guard, GuardContext } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import type { IdentityParts } from "../model/identity.ts";
import { containsUnknown } from "../model/unknown.ts";
import type { Context } from "./session.ts";
import type { Wire } from "./snapshot.ts";

const VERB_WORDS = { create: "create", update: "change", delete: "delete" } as const;

/**
 * Asks the guards of a verb right before the write.
 *
 * @throws guarded with the guard's own words when one refuses.
 */
export function guard(definition: AnyResource, asked: GuardContext, wire: Wire | undefined): void {
  for (const one of guardsOf(definition, asked)) refuseWith(definition, asked, one.refuse(asked, wire));
}

/** Whether a guard of the verb has to see the object before it can judge. */
export function needsObject(definition: AnyResource, asked: GuardContext): boolean {
  return guardsOf(definition, asked).some((one) => one.needsObject);
}

/**
 * Asks the guards that can judge in a preview, with what the shared list holds.
 *
 * A guard that needs the object is skipped while the identity is unknown; when the list cannot be read, the preview
 * warns and goes on: the guard is asked again before the write.
 */
export async function guardPreview(
  definition: AnyResource,
  asked: GuardContext,
  at: IdentityParts,
  context: Context,
): Promise<void> {
  const guards = guardsOf(definition, asked).filter((one) => one.inPreview);
  if (guards.length === 0) return;
  const isIdentified = definition.identity.parts.every((part) => at[part] !== undefined && !containsUnknown(at[part]));
  let wire: Wire | undefined;
  if (guards.some((one) => one.needsObject) && isIdentified) {
    try {
      wire = await context.session.snapshot.find(definition, at, context.call);
    } catch (error) {
      context.report.warn(
        `A guard could not look at ${definition.collection?.words ?? "the object"} during the preview and will look again before the write: ` +
          (error instanceof Error ? (error.message.split("\n")[0] ?? "") : "unknown error"),
      );
      return;
    }
  }
  for (const one of guards) {
    if (one.needsObject && wire === undefined) continue;
    refuseWith(definition, asked, one.refuse(asked, wire));
  }
}

function guardsOf(definition: AnyResource, asked: GuardContext): Guard<Wire>[] {
  return (definition.guards ?? []).filter((one) => one.on.includes(asked.verb));
}

function refuseWith(definition: AnyResource, asked: GuardContext, refusal: string | undefined): void {
  if (refusal === undefined) return;
  throw new OrgformProblem("guarded", `Refused to ${VERB_WORDS[asked.verb]} this ${definition.name}`, refusal);
}
