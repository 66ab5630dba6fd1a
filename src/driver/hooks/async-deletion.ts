import { hookOf } from "../../model/hook-of.ts";
import type { AnyResource } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { message, type Text } from "../../model/messages.ts";
import type { Operation } from "../operation.ts";
import { poll } from "../poll.ts";
import type { Wire } from "../session/list-cache.ts";

/** Whether the service is at work on removing the object: it counts as gone. */
export function isBeingDeleted(definition: AnyResource, wire: Wire): boolean {
  return hookOf(definition, "asyncDeletion")?.isPending(wire) === true;
}

/** Whether the service keeps deleted objects for so long that nobody waits until they are gone. */
export function keepsDeleted(definition: AnyResource): boolean {
  const deletion = hookOf(definition, "asyncDeletion");
  return deletion !== undefined && "note" in deletion;
}

/** Warns about an object that was deleted and that the service keeps for a while. */
export function warnOfDeletion({ definition, context, title }: Operation, wire: Wire): void {
  const deletion = hookOf(definition, "asyncDeletion");
  if (deletion === undefined || !("note" in deletion) || !deletion.isPending(wire)) return;
  context.report.warn(message`${title} is being deleted. ${deletion.note(wire)}`);
}

/**
 * Waits until a deleted object is gone, if the service removes objects asynchronously.
 *
 * @param look - reads the object while it exists
 * @throws wait_timed_out if it takes too long; not_applied if the object exists and isn't being deleted.
 */
export async function awaitGone(
  { definition, at, context, title }: Operation,
  look: () => Promise<Wire | undefined>,
): Promise<void> {
  const deletion = hookOf(definition, "asyncDeletion");
  if (deletion === undefined || "note" in deletion) return;
  const isGone = await poll(deletion, context, async () => {
    const wire = await look();
    if (wire === undefined) return undefined;
    if (!isBeingDeleted(definition, wire)) throw notRemoved(title);
    return message`the removal of ${title}`;
  });
  if (!isGone) throw stillThere(title, deletion.timeoutSeconds);
  context.session.lists.remove(definition, at);
}

function notRemoved(title: Text): OrgformProblem {
  return new OrgformProblem(
    "not_applied",
    message`${title} was not removed`,
    "The service accepted the deletion, but the object still exists and isn't being deleted. Run again.",
  );
}

function stillThere(title: Text, seconds: number): OrgformProblem {
  return new OrgformProblem(
    "wait_timed_out",
    message`${title} still exists after ${seconds} s`,
    "The service is still deleting it. Run again later to continue waiting.",
  );
}
