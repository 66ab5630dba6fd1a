import { message, type Text } from "../../model/messages.ts";
import type { AnyResource } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import type { ServiceContext } from "../../model/guard.ts";
import { listHookOf } from "../../model/hook-of.ts";
import type { IdentityParts } from "../../model/identity.ts";

/**
 * Returns when a list shows its reader everything, so that what it lacks is missing.
 *
 * @param title - the object that the list lacks; absent where the list itself was asked for
 * @throws unconfirmed_absence when the key is shown a part of it alone.
 */
export async function refusePartial(
  definition: AnyResource,
  scope: IdentityParts,
  ask: ServiceContext<unknown>,
  title?: Text,
): Promise<void> {
  const why = await listHookOf(definition, "hiddenRows")?.why(scope, ask);
  if (why === undefined) return;
  throw new OrgformProblem(
    "unconfirmed_absence",
    title === undefined
      ? `Part of ${definition.collection?.words ?? "the list"} may be hidden`
      : message`${title} may be hidden`,
    `${why} Orgform drew no conclusion from it, and keeps the entries in the state.`,
  );
}

/** The same for people who ask for the list: what they are shown of it may be whole all the same, or a part of use. */
export async function refusePartialListing(
  definition: AnyResource,
  scope: IdentityParts,
  ask: ServiceContext<unknown>,
): Promise<void> {
  if (listHookOf(definition, "hiddenRows")?.listing === undefined) await refusePartial(definition, scope, ask);
}

/** What a list that is shown in part may lack, for who looks for all there is; undefined where it shows everything. */
export async function whyListedInPart(
  definition: AnyResource,
  scope: IdentityParts,
  ask: ServiceContext<unknown>,
): Promise<string | undefined> {
  const hidden = listHookOf(definition, "hiddenRows");
  return hidden?.listing === "part" ? hidden.why(scope, ask) : undefined;
}
