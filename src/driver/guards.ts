import type { AnyResource } from "../model/definition.ts";
import type { ServiceContext, Guard, GuardContext } from "../model/guard.ts";
import { isOrgformProblem, OrgformProblem } from "../model/diagnostics.ts";
import type { IdentityParts } from "../model/identity.ts";
import { containsUnknown } from "../model/unknown.ts";
import { firstLineOf } from "./operation-error.ts";
import type { Context } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";
import { message } from "../model/messages.ts";
import { declaredTitleOf, titleOf } from "../model/title.ts";

const VERB_WORDS = { create: "create", make: "create", update: "change", delete: "delete" } as const;

/**
 * Asks the guards of a verb that judge without the object, before anything else is asked of the service.
 *
 * @throws guarded with the guard's own words when one refuses.
 */
export async function guard(definition: AnyResource, asked: GuardContext, context: Context): Promise<void> {
  const guards = guardsOf(definition, asked).filter((one) => !one.needsObject);
  for (const one of guards) await refuseWith(definition, asked, one, undefined, () => context);
}

/**
 * Asks the guards of a verb that judge by the object, right before the write.
 *
 * @throws guarded with the guard's own words when one refuses.
 */
export async function guardObject(
  definition: AnyResource,
  asked: GuardContext,
  wire: Wire,
  context: Context,
): Promise<void> {
  const guards = guardsOf(definition, asked).filter((one) => one.needsObject);
  for (const one of guards) await refuseWith(definition, asked, one, wire, () => context);
}

/** Whether a guard of the verb has to see the object before it can judge. */
export function needsObject(definition: AnyResource, asked: GuardContext): boolean {
  return guardsOf(definition, asked).some((one) => one.needsObject);
}

/**
 * Asks the guards that can judge in a preview, with what the shared list holds.
 *
 * A guard that needs the object is skipped while any of the inputs is unknown; when the list cannot be read, the preview
 * warns and goes on: the guard is asked again before the write.
 */
export async function guardPreview(
  definition: AnyResource,
  asked: GuardContext,
  at: IdentityParts,
  context: () => Context,
): Promise<void> {
  const guards = guardsOf(definition, asked).filter((one) => one.inPreview);
  const ask = (one: Guard<unknown, Wire>, wire: Wire | undefined): Promise<void> =>
    refuseWith(definition, asked, one, wire, context);
  for (const one of guards)
    if (!one.needsObject) await lookingAhead(definition, asked, context, () => ask(one, undefined));
  const judging = guards.filter((one) => one.needsObject);
  if (judging.length === 0 || !isIdentified(definition, at) || containsUnknown(asked.inputs)) return;
  const { session, call } = context();
  const wire = await lookingAhead(definition, asked, context, () => session.lists.find(definition, at, call));
  if (wire === undefined) return;
  for (const one of judging) await lookingAhead(definition, asked, context, () => ask(one, wire));
}

/** Whether all parts of the identity are known. */
export function isIdentified(definition: AnyResource, at: IdentityParts): boolean {
  return definition.identity.parts.every((part) => at[part] !== undefined && !containsUnknown(at[part]));
}

/** What a look during a preview gives; one that fails is warned of, as there will be another before the write. */
async function lookingAhead<T>(
  definition: AnyResource,
  asked: GuardContext,
  context: () => Context,
  look: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (isOrgformProblem(error)) throw error;
    context().report.warn(
      message`${titleFor(definition, asked)} could not be checked in the preview: nothing could be read of ${definition.collection?.words ?? "the object"}. The check runs again before the write. ${firstLineOf(error)}`,
    );
    return undefined;
  }
}

function guardsOf(definition: AnyResource, asked: GuardContext): Guard<unknown, Wire>[] {
  return (definition.guards ?? []).filter((one) => one.on.includes(asked.verb) && one.isAsked?.(asked) !== false);
}

async function refuseWith(
  definition: AnyResource,
  asked: GuardContext,
  one: Guard<unknown, Wire>,
  wire: Wire | undefined,
  context: () => Context,
): Promise<void> {
  const ask = (): ServiceContext<unknown> => {
    const { session, call } = context();
    return session.serviceContext(call);
  };
  const refusal = await one.refuse(asked, wire, ask);
  if (refusal === undefined) return;
  throw new OrgformProblem("guarded", `Refused to ${VERB_WORDS[asked.verb]} ${titleFor(definition, asked)}`, refusal);
}

/** The value by which people know the object, which state has too; else its id. */
function titleFor(definition: AnyResource, { state, inputs }: GuardContext): string {
  const declared = declaredTitleOf(definition, state ?? inputs);
  const parts = definition.identity.parts.map((part) => state?.[part]);
  const isNamed = declared !== definition.name || !parts.every((part) => typeof part === "string");
  return isNamed ? declared : titleOf(definition, parts.join("/"));
}
