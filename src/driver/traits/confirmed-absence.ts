import { OrgformProblem } from "../../model/diagnostics.ts";
import type { AnyResource } from "../../model/definition.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import { titleOf } from "../../model/title.ts";
import type { Context } from "../session/session.ts";

/** The refusal to believe a list that lacks an object. */
export function incompleteList(title: string, why: string): OrgformProblem {
  return new OrgformProblem(
    "unconfirmed_absence",
    `${title} may still exist`,
    `The list of the service lacks it, but cannot be whole: ${why}. The entry in state was kept. ` +
      "Look what answers under the host setting, then refresh again.",
  );
}

/**
 * Returns when the absence of an object is confirmed in the way that its definition has.
 *
 * @throws unconfirmed_absence, or the error of the confirming read.
 */
export async function confirmInItsWay(
  definition: AnyResource,
  at: IdentityParts,
  { session, call }: Context,
  cause: unknown,
): Promise<void> {
  const isGone = await definition.confirmGone?.(session.api, at, session.contextOf(call), cause);
  if (isGone === true) return;
  const id = formatId(definition.identity.parts, at);
  throw new OrgformProblem(
    "unconfirmed_absence",
    `${titleOf(definition, id)} may still exist`,
    'The service answers "not found", but nothing confirms that it was deleted. The entry in state was kept. ' +
      "Look whether the API key still reaches it, then refresh again.",
    { cause },
  );
}
