import type { AccessPlace, AccessRulesWire } from "../../../client/access-controls.ts";
import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { CallContext } from "../../../model/definition.ts";
import type { ServiceContext } from "../../../model/guard.ts";

/** Whether the service lets the key's account edit rules of a place; undefined where it doesn't say. */
type Right = boolean | undefined;

const nameOf = (place: AccessPlace): string => `right to edit rules of ${JSON.stringify(place)}`;

const rightIn = ({ user_can_edit_access_levels: right }: AccessRulesWire): Right => right ?? undefined;

/** Keeps what a list of rules says of the key's account, for the guard that asks for it. */
export async function noteRight(place: AccessPlace, answer: AccessRulesWire, call: CallContext): Promise<void> {
  call.forget(nameOf(place));
  await call.once(nameOf(place), () => Promise.resolve(rightIn(answer)));
}

/** What the newest list of a place said; where none was read, or the key isn't shown one, a look of its own. */
export async function rightOf(place: AccessPlace, { api, call }: ServiceContext<Api>): Promise<Right> {
  return call.once(nameOf(place), async (shared) => {
    try {
      return rightIn(await api.accessControls.list(place, shared));
    } catch (error) {
      if (isApiError(error) && (error.category === "permission" || error.category === "notFound")) return undefined;
      throw error;
    }
  });
}
