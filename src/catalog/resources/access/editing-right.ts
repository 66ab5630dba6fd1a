import type { AccessPlace, AccessRulesWire } from "../../../client/access-controls.ts";
import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ServiceContext } from "../../../model/guard.ts";
import { listedHome } from "../project/project-scope.ts";

/** Whether the service lets the key's account edit the rules of a location; undefined if it doesn't say. */
type Right = boolean | undefined;

const rightName = (place: AccessPlace): string => `right to edit rules of ${JSON.stringify(place)}`;

const rightIn = ({ user_can_edit_access_levels: right }: AccessRulesWire): Right => right ?? undefined;

/**
 * A location below the organization that shows its project. A key that can't list organizations, such as one limited to
 * some projects, reads only the project.
 *
 * @source service 2026-09, access-control.md, "What the routes do with it", g
 */
export async function placeInHome(place: AccessPlace, call: CallContext): Promise<AccessPlace> {
  if (place.object !== undefined) return place;
  const organizationId = await listedHome(String(place.projectId), call);
  return organizationId === undefined ? place : { ...place, organizationId };
}

/** Stores the right of the key's account that a list of rules shows, for the guard. */
export async function storeRight(place: AccessPlace, answer: AccessRulesWire, call: CallContext): Promise<void> {
  call.forget(rightName(place));
  await call.once(rightName(place), () => Promise.resolve(rightIn(answer)));
}

/** The right from a location's latest list. Without a list, or if the key can't see it, from a separate request. */
export async function rightOf(place: AccessPlace, { api, call }: ServiceContext<Api>): Promise<Right> {
  return call.once(rightName(place), async (shared) => {
    try {
      return rightIn(await api.accessControls.list(await placeInHome(place, call), shared));
    } catch (error) {
      if (isApiError(error) && (error.category === "permission" || error.category === "notFound")) return undefined;
      throw error;
    }
  });
}
