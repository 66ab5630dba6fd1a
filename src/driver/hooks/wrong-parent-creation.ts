import { message } from "../../model/messages.ts";
import { hookOf } from "../../model/hook-of.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { isNotFound } from "../../client/errors.ts";
import type { Operation } from "../operation.ts";
import { makingIn } from "../session/session.ts";
import type { Found } from "../adoption/candidates.ts";
import { whenAllMade } from "./serialized-requests.ts";

/** How often an object is made until it is where it was to be. */
const MOST_TRIES = 3;

/**
 * Makes an object that the service may put elsewhere until it is where it was to be; what is elsewhere is removed.
 *
 * The list is looked at once for all who wait; what it lacks is read by itself. A look that fails proves nothing, and
 * what was made is kept.
 *
 * @throws not_applied when it came to lie elsewhere each time.
 */
export async function makeInPlace(
  operation: Operation,
  send: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const { definition, context } = operation;
  const rules = hookOf(definition, "wrongParentCreation");
  for (let tries = 1; ; tries += 1) {
    const made = await send();
    if (rules === undefined || made === undefined) return made;
    if (rules.isRuledOut?.(makingIn(context)) === true || (await isInPlace(operation.on(made.at)))) return made;
    context.session.lists.remove(definition, made.at);
    await rules.remove(context.session.api, made.at, makingIn(context));
    if (tries === MOST_TRIES) throw elsewhere(operation, rules.why);
  }
}

async function isInPlace({ definition, at, context }: Operation): Promise<boolean> {
  const { session, call } = context;
  try {
    await whenAllMade(definition, context);
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
