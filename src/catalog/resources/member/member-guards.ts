import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { MemberWire } from "../../../client/members.ts";
import type { ServiceContext, Guard } from "../../../model/guard.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import { ADMIN, levelNumber, levelWord, levelWords, OWNER } from "./levels.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";

/** The key's account; undefined if the key lacks the scope for it (`user:read`). */
export function ownUserId({ api, call }: ServiceContext<Api>): Promise<string | undefined> {
  return call.once("account", async (shared) => {
    try {
      return (await api.account.me(shared)).uuid;
    } catch (error) {
      if (isApiError(error) && error.category === "permission") return undefined;
      throw error;
    }
  });
}

/** The facts about a member that decide whether the level can change. */
interface Judged {
  readonly email: string;
  readonly uuid: string;
  /** The word for the level, or the number of an unknown level. */
  readonly level: string;
}

/**
 * Refuses levels that the service would refuse, or that nobody could revert. It checks the state for the preview, and
 * the member immediately before the write.
 *
 * @param memberOf - the member of an object; undefined for a person who is only invited
 * @param membersIn - all members of an organization
 * @source live service 2025-08, flow 4:17-41
 */
export function levelGuards<Wire>(
  memberOf: (wire: Wire) => MemberWire | undefined,
  membersIn: (ask: ServiceContext<Api>, scope: Identity<"organizationId">) => Promise<readonly MemberWire[]>,
): Guard<Api, Wire>[] {
  const why = (held: Judged, inputs: Values, ask: () => ServiceContext<Api>): Promise<Text | undefined> | undefined =>
    inputs["level"] === held.level || typeof inputs["level"] !== "string"
      ? undefined
      : whyNotLevel(
          held,
          inputs["level"],
          () => membersIn(ask(), { organizationId: String(inputs["organizationId"]) }),
          ask(),
        );
  const whyByObject = (wire: Wire | undefined, inputs: Values, ask: () => ServiceContext<Api>) => {
    const held = wire === undefined ? undefined : memberOf(wire);
    return held === undefined ? undefined : why({ ...held.user, level: levelWord(held.level) }, inputs, ask);
  };
  return [
    {
      on: ["update"],
      inPreview: true,
      needsObject: false,
      refuse: ({ inputs, state = {} }, _wire, ask) => {
        const { userId, email, level } = state;
        // A person without an account is only invited.
        if (typeof userId !== "string") return undefined;
        return why({ email: String(email), uuid: userId, level: String(level) }, inputs, ask);
      },
    },
    {
      on: ["create", "update"],
      inPreview: false,
      needsObject: true,
      refuse: ({ inputs }, wire, ask) => whyByObject(wire, inputs, ask),
    },
    {
      on: ["delete"],
      inPreview: true,
      needsObject: true,
      refuse: ({ inputs, state = {} }, wire, ask) =>
        state["onDestroy"] === "downgrade" ? whyByObject(wire, { ...inputs, level: "member" }, ask) : undefined,
    },
  ];
}

/** Why the level of a member can't become `to`; `members` are all members with their levels after the change. */
export async function whyNotLevel(
  { email, uuid, level }: Judged,
  to: string,
  members: () => Promise<readonly MemberWire[]>,
  ask: ServiceContext<Api>,
): Promise<Text | undefined> {
  if (!levelWords.safeParse(level).success) {
    return (
      `${email} has the level ${level}, which this version of Orgform doesn't know and never changes.\n` +
      "Change it in the service's web interface, or remove this person from the program."
    );
  }
  const own = await ownUserId(ask);
  if (own === uuid) {
    return (
      `${email} is the account of this API key, and nobody can change their own level.\n` +
      `Declare its current level ${JSON.stringify(level)}, or run with the key of another owner.`
    );
  }
  if (level === "owner") {
    const others = (await members()).filter((one) => one.level === OWNER && one.user.uuid !== uuid);
    if (others.length === 0)
      return `${email} is the last owner of the organization.\nMake somebody else an owner first, then run again.`;
  }
  const held = levelOf(level);
  return own === undefined && levelOf(to) < held
    ? whyMaybeOwn(email, held, "set the lower level in the service's web interface")
    : undefined;
}

/** The number of a known level; 0 for another. */
function levelOf(word: string): number {
  const level = levelWords.safeParse(word);
  return level.success ? levelNumber(level.data) : 0;
}

/** Why a person of this level can't change while the key's account is unknown: it could be that account. */
function whyMaybeOwn(email: string, level: number, otherwise: Text): Text | undefined {
  if (level < ADMIN) return undefined;
  return message`${email} might be the account of this API key, which lacks the scope \`user:read\` to check that. Nothing was written.\nGive the key the scope \`user:read\`. Or ${otherwise}, then run again.`;
}

/**
 * Refuses to remove an owner, and the key's own account.
 *
 * @param memberOf - the member that the object's deletion would remove
 * @param isRemoved - whether a deletion removes members, according to the state
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
        return message`${email} is an owner, and the service doesn't remove owners. Nothing was written.\nFirst declare ${fieldRef("level", "admin")} and run an update with the key of another owner. Then delete. Or set ${fieldRef("onDestroy")} so that the member stays, run an update, then delete.`;
      }
      const own = await ownUserId(ask());
      if (own === undefined)
        return whyMaybeOwn(
          email,
          member.level,
          message`set ${fieldRef("onDestroy")} so that the member stays, run an update`,
        );
      if (own !== uuid) return undefined;
      return message`${email} is the account of this API key, without which Orgform couldn't continue. Nothing was written.\nUse the key of another admin; or set ${fieldRef("onDestroy")} so that the member stays, run an update, then delete.`;
    },
  };
}
