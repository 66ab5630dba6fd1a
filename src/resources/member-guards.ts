import type { Api } from "../api/client.ts";
import { isApiError } from "../api/errors.ts";
import type { MemberWire } from "../api/members.ts";
import type { Ask, Guard } from "../model/definition.ts";
import type { Values } from "../model/json-value.ts";
import { OWNER } from "./levels.ts";

/** Whether a user is the account of the key; false when the key may not ask who that is (`user:read`). */
export async function isOwnUser(uuid: string, { api, call }: Ask<Api>): Promise<boolean> {
  const own = await call.once("account", async () => {
    try {
      return (await api.account.me(call)).uuid;
    } catch (error) {
      if (isApiError(error) && error.category === "permission") return undefined;
      throw error;
    }
  });
  return own === uuid;
}

/**
 * Refuses to remove an owner, and the account of the key itself.
 *
 * @param memberOf - the member that a deletion of the object would remove
 * @param isRemoved - whether a deletion removes members, by what state holds
 * @source live service 2025-08, flow 4:42-60
 */
export function removalGuard<Wire>(
  memberOf: (wire: Wire) => MemberWire | undefined,
  isRemoved: (state: Values) => boolean,
): Guard<Api, Wire> {
  return {
    on: ["delete"],
    inPreview: true,
    needsObject: true,
    refuse: async ({ state = {} }, wire, ask) => {
      const member = wire === undefined || !isRemoved(state) ? undefined : memberOf(wire);
      if (member === undefined) return undefined;
      const { email, uuid } = member.user;
      if (member.level === OWNER) {
        return (
          `${email} is an owner, whom the service does not remove. Nothing was written.\n` +
          'Two steps: declare `level: "admin"` and run an update, with the key of another owner; then delete. Or set ' +
          "`onDestroy` so that the member stays, run an update, then delete."
        );
      }
      if (!(await isOwnUser(uuid, ask()))) return undefined;
      return (
        `${email} is the account of this API key: without it Orgform could not go on. Nothing was written.\n` +
        "Use the key of another admin; or set `onDestroy` so that the member stays, run an update, then delete."
      );
    },
  };
}
