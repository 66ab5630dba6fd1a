import { message, type Text } from "../../model/messages.ts";
import type { AnyResource } from "../../model/definition.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import type { ServiceContext } from "../../model/guard.ts";
import { listHookOf } from "../../model/hook-of.ts";
import type { IdentityParts } from "../../model/identity.ts";

/**
 * Returns if a list shows its reader everything, so that an object that it lacks is really missing.
 *
 * @param title - the object that the list lacks; absent if the list itself was requested
 * @throws unconfirmed_absence if the key sees only a part of it.
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

/** The same for people who request the list: the visible part might still be complete, or useful. */
export async function refusePartialListing(
  definition: AnyResource,
  scope: IdentityParts,
  ask: ServiceContext<unknown>,
): Promise<void> {
  if (listHookOf(definition, "hiddenRows")?.listing === undefined) await refusePartial(definition, scope, ask);
}

/** What a partially visible list might lack, for callers that need all objects; undefined if it shows everything. */
export async function whyListedInPart(
  definition: AnyResource,
  scope: IdentityParts,
  ask: ServiceContext<unknown>,
): Promise<string | undefined> {
  const hidden = listHookOf(definition, "hiddenRows");
  return hidden?.listing === "part" ? hidden.why(scope, ask) : undefined;
}
