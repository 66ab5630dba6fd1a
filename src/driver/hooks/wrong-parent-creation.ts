import { message } from "../../model/messages.ts";
import { hookOf } from "../../model/hook-of.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { isNotFound } from "../../client/errors.ts";
import type { Operation } from "../operation.ts";
import { writeContextIn } from "../session/session.ts";
import type { Found } from "../adoption/candidates.ts";
import { whenRequestsIdle } from "./serialized-requests.ts";

/** How often an object is created until it is in the right place. */
const MOST_TRIES = 3;

/**
 * Creates an object that the service might put elsewhere, until it is in the right place, and removes misplaced ones.
 *
 * The list is read once for all that wait; an object that it lacks is read separately. A failed read proves nothing,
 * and the created object is kept.
 *
 * @throws not_applied if it was misplaced every time.
 */
export async function createInDeclaredParent(
  operation: Operation,
  send: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { definition, context } = operation;
  const rules = hookOf(definition, "wrongParentCreation");
  for (let tries = 1; ; tries += 1) {
    const made = await send();
    if (rules === undefined || made === undefined) return made;
    if (rules.isRuledOut?.(writeContextIn(context)) === true || (await isInPlace(operation.on(made.at)))) return made;
    context.session.lists.remove(definition, made.at);
    await rules.remove(context.session.api, made.at, writeContextIn(context));
    if (tries === MOST_TRIES) throw elsewhere(operation, rules.why);
  }
}

async function isInPlace({ definition, at, context }: Operation): Promise<boolean> {
  const { session, call } = context;
  try {
    await whenRequestsIdle(definition, context);
    if ((await session.lists.findFresh(definition, at, call)) !== undefined) return true;
    await definition.ops.read?.(session.api, at, session.contextOf(call));
    return true;
  } catch (error) {
    return !isNotFound(error);
  }
}

function elsewhere({ declaredTitle }: Operation, why: string): OrgformProblem {
  return new OrgformProblem(
    "not_applied",
    message`${declaredTitle} was created in the wrong parent, ${MOST_TRIES} times`,
    `Orgform deleted each of them again. ${why}`,
  );
}
