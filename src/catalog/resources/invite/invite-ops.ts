import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { InviteBody, InviteWire } from "../../../client/invites.ts";
import type { Before, Bulk, Call } from "../../../model/call.ts";
import { field } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import { type Level, levelNumber } from "../member/levels.ts";
import { invited, type PersonWire } from "../member/people.ts";

/** How long an invite can be accepted. @source live-organizations 4.3 */
const VALID_DAYS = 3;
const DAY_MS = 86_400_000;

/** What is done about an invite that has expired. */
export const onExpiredInput = field(z.enum(["resend", "ignore"]).default("resend"), {
  doc: 'What is done about an invite that has expired: "resend" or "ignore". Default "resend".',
  onChange: "none",
});

/** What the service decides about somebody who is invited. */
export const inviteOutputs = {
  status: field(z.enum(["pending", "expired", "accepted"]), {
    doc: "How far it is: `pending`, `expired` or `accepted`.",
  }),
  expiresAt: field(z.string().optional(), {
    doc: "Time at which an open invite expires, UTC, RFC 3339; absent once it was accepted.",
  }),
} as const;

/** What a reader has to know of invites that are sent. */
export const SENDING_NOTES = [
  "An invite that a refresh finds expired is sent again by the next update, unless `onExpired` is `ignore`.",
  "Invites that are made at the same time are sent together, up to 20 in one request. When the service refuses such a request, each is sent by itself, so that only what is wrong fails.",
] as const;

/** What is declared of an invite; null takes a value back. */
interface Declared {
  readonly email?: string;
  readonly level?: Level;
  readonly firstName?: string;
  readonly message?: string | null;
}

/** The body of an invite; one that takes the place of another repeats what is not declared. */
export function inviteBody({ email, level, firstName, message }: Declared, before?: Before<PersonWire>): InviteBody {
  const held = before?.wire;
  const access = held?.invite?.private_project_access ?? [];
  return {
    target_email: email ?? held?.email ?? "",
    level: levelNumber(level) ?? held?.invite?.level,
    first_name: firstName ?? held?.invite?.first_name,
    message: message === undefined ? held?.invite?.message : message,
    // An empty list that is sent is not the same as none. @source live service 2025-08, flow 3:2, 3:20-21
    private_project_access: access.length === 0 ? undefined : access,
  };
}

/** Sends an invite; one that is open already is replaced. */
export async function sendInvite(
  api: Api,
  at: Identity<"organizationId">,
  body: InviteBody,
  call: Call,
): Promise<PersonWire | undefined> {
  const made = await api.invites.create(at.organizationId, body, call);
  return made === undefined ? undefined : invited(made);
}

/** Sends several invites. @source live service 2025-08, flow 3:95-113 */
export const inviteBulk: Bulk<Api, InviteBody, PersonWire, "organizationId"> = {
  name: "invites",
  most: 20,
  create: async (api, scope, bodies, call) => {
    const made = await api.invites.bulk(scope.organizationId, bodies, call);
    return made?.map(invited);
  },
};

/** Why an invite is sent again although nothing differs. */
export function whyPending({ status }: Values, { onExpired }: Values): string | undefined {
  return status === "expired" && onExpired !== "ignore" ? "the invite has expired and is sent again" : undefined;
}

/** When an invite expires. */
export function expiryOf({ created_at: createdAt }: InviteWire): string {
  return new Date(Date.parse(createdAt) + VALID_DAYS * DAY_MS).toISOString();
}
