import type { Api } from "../../../client/client.ts";
import type { CallContext } from "../../../model/call-context.ts";
import { ownUserId } from "./member-guards.ts";

/**
 * Whether the key's account is the creator that a row shows: by its UUID, which requires the scope `user:read`, or by
 * its number, which every key can read about itself.
 *
 * @source users/@me and personal_api_keys/@current, live service 2025-08, flow 11
 */
export async function isOwnAccount(
  api: Api,
  maker: string | number | null | undefined,
  call: CallContext,
): Promise<boolean | undefined> {
  if (maker === undefined || maker === null) return undefined;
  if (typeof maker === "string") {
    const own = await ownUserId({ api, call });
    return own === undefined ? undefined : own === maker;
  }
  const key = await call.once("current key", (shared) => api.account.currentKey(shared));
  return key["user_id"] === undefined ? undefined : key["user_id"] === maker;
}
