import type { AnyResource } from "../model/definition.ts";
import type { ServiceContext, Guard, GuardContext } from "../model/guard.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { isIdentified } from "../model/declared-identity.ts";
import { type IdentityParts } from "../model/identity.ts";
import type { Values } from "../model/json-value.ts";
import { containsUnknown } from "../model/unknown.ts";
import { findShown } from "./observe.ts";
import type { Context } from "./session/session.ts";
import type { Wire } from "./session/list-cache.ts";
import { declaredIn, migrate } from "./state.ts";
import { type Text, message, printed } from "../model/messages.ts";
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
 * Asks the guards that can decide in a preview, with the shared list's version of the object.
 *
 * A guard that needs the object is skipped while any input is unknown. If the list can't be read, the preview fails, as
 * the guard would fail before the write.
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
  for (const one of guards) if (!one.needsObject) await ask(one, undefined);
  const judging = guards.filter((one) => one.needsObject);
  if (judging.length === 0 || !isIdentified(definition, at) || containsUnknown(asked.inputs)) return;
  const wire = await findShown(definition, at, context(), asked.inputs);
  if (wire === undefined) return;
  for (const one of judging) await ask(one, wire);
}

/**
 * Why the state itself forbids the deletion of an object, if it does; nothing is requested from the service.
 *
 * A deletion of many objects begins with the contained ones, so a refusal by their container comes too late: an engine
 * that plans deletions asks this for the whole plan.
 */
export function removalRefusal(definition: AnyResource, stored: Values): OrgformProblem | undefined {
  const state = migrate(definition, stored);
  const asked = { verb: "delete", inputs: declaredIn(definition, state), state } as const;
  for (const one of guardsOf(definition, asked)) {
    const refusal = one.judgesState?.(state);
    if (refusal !== undefined) return refusalOf(definition, asked, refusal);
  }
  return undefined;
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
  if (refusal !== undefined) throw refusalOf(definition, asked, refusal);
}

function refusalOf(definition: AnyResource, asked: GuardContext, refusal: Text): OrgformProblem {
  return new OrgformProblem(
    "guarded",
    message`Refused to ${VERB_WORDS[asked.verb]} ${titleFor(definition, asked)}`,
    refusal,
  );
}

/** The value by which people know the object, which state has too; else its id. */
function titleFor(definition: AnyResource, { state, inputs }: GuardContext): Text {
  const declared = declaredTitleOf(definition, state ?? inputs);
  const parts = definition.identity.parts.map((part) => state?.[part]);
  const isNamed = printed(declared) !== definition.name || !parts.every((part) => typeof part === "string");
  return isNamed ? declared : titleOf(definition, parts.join("/"));
}
