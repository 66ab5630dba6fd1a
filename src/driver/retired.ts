import { isAbsentRoute } from "../client/errors.ts";
import type { AnyResource } from "../model/definition.ts";
import { OrgformProblem } from "../model/diagnostics.ts";
import { hookOf } from "../model/hook-of.ts";
import type { IdentityParts } from "../model/identity.ts";
import { message, type Text } from "../model/messages.ts";
import { confirmGone } from "./observe.ts";
import { clientErrorIn } from "./operation-error.ts";
import type { Context } from "./session/session.ts";

/** Whether the service itself reports that it has no objects of the kind, no longer or not yet: there is nothing to list. */
export function hasNone(definition: AnyResource, error: unknown): boolean {
  const isKnown = successorOf(definition) !== undefined || definition.collection?.route !== undefined;
  return isKnown && isAbsentRoute(clientErrorIn(error));
}

/**
 * Whether an operation failed because the service no longer has objects of the kind, and the same key can read their
 * container: then the error comes from the service, and not from something in front of it.
 *
 * @throws unconfirmed_absence, or the error of the confirming read.
 */
export async function isRetired(
  definition: AnyResource,
  at: IdentityParts,
  error: unknown,
  context: Context,
): Promise<boolean> {
  if (successorOf(definition) === undefined || !hasNone(definition, error)) return false;
  await confirmGone(definition, at, context, error);
  return true;
}

/** The text about an object in the state whose kind the service no longer has. */
export function retiredText(definition: AnyResource, title: Text): Text {
  return message`The service no longer has resources such as ${title}, and the entry in the state was kept. ${successorOf(definition) ?? ""} Remove it from the program: nothing is left to delete.`;
}

/** The text when it leaves the state. */
export function removedFromStateText(definition: AnyResource, title: Text): Text {
  return message`${title} was removed from the state. The service no longer has resources of this kind, so there is nothing to delete. ${successorOf(definition) ?? ""}`;
}

/** The replacement of the kind, if newer services no longer have its objects. */
function successorOf(definition: AnyResource): Text | undefined {
  return hookOf(definition, "availability")?.successor;
}

/** The refusal to change an object that the service no longer has. */
export function retiredProblem(definition: AnyResource, title: Text, cause: unknown): OrgformProblem {
  return new OrgformProblem(
    "missing_object",
    message`${title} is retired by the service`,
    retiredText(definition, title),
    {
      cause,
    },
  );
}
