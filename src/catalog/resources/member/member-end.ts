import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { MemberWire } from "../../../client/members.ts";
import type { Call } from "../../../model/call.ts";
import { field } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";
import { levelNumber } from "./levels.ts";

/** The effect of a deletion on a member. */
export const onDestroyInput = field(z.enum(["remove", "downgrade", "retain"]).default("remove"), {
  doc: 'Effect of a deletion on the member: "remove" removes the person from the organization, "downgrade" sets the level "member", and "retain" changes nothing. Default "remove".',
  onChange: "none",
});

/** Whether a deletion removes the member, according to the state. */
export function isRemoved({ onDestroy }: Values): boolean {
  return onDestroy !== "downgrade" && onDestroy !== "retain";
}

/** Whether a deletion leaves everything unchanged, according to the state. */
export function isRetained({ onDestroy }: Values): boolean {
  return onDestroy === "retain";
}

/** The person that will be removed, and how to prevent it; undefined if nobody is removed. */
export function removalNotice(state: Values): Text | undefined {
  const { email, status = "accepted" } = state;
  if (!isRemoved(state) || status !== "accepted") return undefined;
  return message`${String(email)} will be removed from the organization\nTo keep the person, first apply ${fieldRef("onDestroy", "retain")}, or ${fieldRef("onDestroy", "downgrade")} for the level "member". Then remove the resource.`;
}

/** Ends the management of a member. Returns the member if the person stays. */
export async function endMembership(
  api: Api,
  { organizationId }: Identity<"organizationId">,
  { member, state }: { readonly member: MemberWire; readonly state: Values },
  call: Call,
): Promise<MemberWire | undefined> {
  const { uuid } = member.user;
  if (isRemoved(state)) {
    await api.members.delete(organizationId, uuid, call);
    return undefined;
  }
  const level = levelNumber("member");
  if (member.level === level) return member;
  return (await api.members.update(organizationId, uuid, { level }, call)) ?? { ...member, level };
}
