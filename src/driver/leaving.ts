import { OrgformProblem } from "../model/diagnostics.ts";
import { isLeaving, observeToTheEnd } from "./observe.ts";
import type { Operation } from "./operation.ts";
import { poll } from "./poll.ts";

/**
 * Waits until a deleted object is gone, where the service removes objects in its own time.
 *
 * @throws wait_timed_out when it takes too long; not_applied when the object is there and not on its way out.
 */
export async function awaitGone({ definition, at, context, title }: Operation): Promise<void> {
  const { leaving } = definition;
  if (leaving === undefined) return;
  const isGone = await poll(leaving, context, async () => {
    const wire = await observeToTheEnd(definition, at, context, { fresh: true });
    if (wire === undefined) return undefined;
    if (!isLeaving(definition, wire)) throw notRemoved(title);
    return `the removal of ${title}`;
  });
  if (!isGone) throw stillThere(title, leaving.timeoutSeconds);
  context.session.lists.remove(definition, at);
}

function notRemoved(title: string): OrgformProblem {
  return new OrgformProblem(
    "not_applied",
    `${title} was not removed`,
    "The service took the deletion, but the object is there and not on its way out. Run again.",
  );
}

function stillThere(title: string, seconds: number): OrgformProblem {
  return new OrgformProblem(
    "wait_timed_out",
    `${title} is not gone after ${seconds} s`,
    "The service is still at work on removing it. Run again later: the wait goes on from there.",
  );
}
