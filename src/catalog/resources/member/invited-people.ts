import { aTypeName, message } from "../../../model/messages.ts";
import type { CallContext } from "../../../model/call-context.ts";
import { invite } from "../invite/invite.ts";
import { memberAt } from "./member.ts";
import type { PersonAt } from "./people.ts";

/**
 * The time from which the service accepts an invite of the person, if its limit is reached and the person has no
 * invite.
 */
export async function waitsForInvite(call: CallContext, at: PersonAt): Promise<{ readonly dueAt?: string }> {
  const dueAt = call.deferredUntil(invite, at);
  if (dueAt === undefined || (await isInvited(call, at))) return {};
  return { dueAt };
}

/** Why a person can't get anything: no member or invite of the organization has the address. */
export async function whyNotInvited(call: CallContext, at: PersonAt): Promise<string | undefined> {
  if ((await memberAt(call, at)) !== undefined || (await isInvited(call, at))) return undefined;
  if (call.deferredUntil(invite, at) !== undefined) return undefined;
  return (
    `${at.email} is neither a member of the organization nor invited to it.\n` +
    message`Declare ${aTypeName("Invite")} or ${aTypeName("Membership")} for this person, and make this resource depend on it.`
  );
}

/** Whether an invite of the person is open, or has expired. */
export async function isInvited(call: CallContext, at: PersonAt): Promise<boolean> {
  return (await call.find(invite, at))?.invite !== undefined;
}
