import { fieldRef, message } from "../../../model/messages.ts";
import * as z from "zod";

import { isApiError } from "../../../client/errors.ts";
import type { Api } from "../../../client/client.ts";
import type { InviteBody, InviteWire } from "../../../client/invites.ts";
import type { Before, Bulk, Call } from "../../../model/call.ts";
import { field } from "../../../model/field.ts";
import { stableOnce } from "../../../model/stability.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import { foldedEmail, invited, type PersonAt, type PersonWire, shown, statusOf } from "../member/people.ts";
import { organization } from "../organization/organization.ts";
import { isServiceOf2026 } from "../../../client/service-age.ts";
import type { PendingCreation, Quota } from "../../../model/capability.ts";

/** How long an invite can be accepted. @source live-organizations 4.3 */
const VALID_DAYS = 3;
const DAY_MS = 86_400_000;

/** What is done about an invite that has expired. */
export const onExpiredInput = field(z.enum(["resend", "ignore"]).default("resend"), {
  doc: 'What an update does with an expired invite: "resend" or "ignore". Default "resend".',
  onChange: "none",
});

/** Whoever is a member is invited no more: a change of the level leaves all of this as it is. */
export const isAccepted = ({ status }: Values): boolean => status === "accepted";

/** What the service decides about somebody who is invited. */
export const inviteOutputs = {
  status: field(z.enum(["pending", "expired", "accepted", "deferred"]), {
    doc: "Status of the invite: `pending`, `expired`, `accepted`, or, while the service's limit is reached, `deferred`.",
    wire: shown(statusOf),
    stable: stableOnce(isAccepted),
  }),
  expiresAt: field(z.string().optional(), {
    doc: "Time at which an open invite expires, UTC, RFC 3339; absent once it's accepted.",
    wire: shown((person) => ofInvite(expiryOf)(person)),
    stable: stableOnce(isAccepted),
  }),
  dueAt: field(z.string().optional(), {
    doc: "Time from which a deferred invite can be sent, UTC, RFC 3339; absent unless `status` is `deferred`.",
    wire: shown((person) => (statusOf(person) === "deferred" ? person.dueAt : undefined)),
    stable: stableOnce(isAccepted),
  }),
} as const;

/** What a reader has to know of invites that are sent. */
export const SENDING_NOTES = [
  message`If a refresh finds that an invite has expired, the next update sends it again, unless ${fieldRef("onExpired")} is \`ignore\`.`,
  "Orgform sends invites of the same run together, up to 20 in one request. If the service refuses such a request, Orgform sends each invite separately, so only the wrong ones fail.",
  "For each organization, services of 2026 send 50 invites an hour and 200 a day, including replaced, revoked, and accepted ones. An invite over the limit isn't an error. Orgform stores it with `status` `deferred`, and warns when it can be sent. The first update after that time sends it. Until then, it shows no difference.",
  "On services of 2026, only admins can delete invites. If you aren't an admin, you can't delete your own either.",
  "An invite that is sent again gives the same access to projects. On services of 2026, if a project has a default rule, only administrators can send an invite that gives more access to the project than they have themselves. A preview warns about that if the key can read the project's rules.",
  "Services of 2026 refuse invites to addresses with a plus sign. A preview prints one warning for all such addresses. Orgform leaves members and open invites of such addresses alone.",
] as const;

/** What an invite says that takes the place of another, as far as nothing else is declared. */
export function repeatedBody({ email, invite }: PersonWire): InviteBody {
  const access = invite?.private_project_access ?? [];
  return {
    target_email: email,
    level: invite?.level,
    first_name: invite?.first_name,
    message: invite?.message,
    // An empty list that is sent is not the same as none. @source live service 2025-08, flow 3:2, 3:20-21
    private_project_access: access.length === 0 ? undefined : access,
  };
}

/** Reads an open invite; nothing of one that waits is at the service yet. */
export const ofInvite =
  <T>(read: (invite: InviteWire) => T) =>
  (person: PersonWire): T | undefined =>
    person.invite === undefined || statusOf(person) === "deferred" ? undefined : read(person.invite);

/** Sends an invite; one that is open already is replaced. */
export async function sendInvite(
  api: Api,
  at: Identity<"organizationId">,
  body: Partial<InviteBody>,
  call: Call,
): Promise<PersonWire | undefined> {
  const made = await api.invites.create(at.organizationId, addressed(body), call);
  return made === undefined ? undefined : invited(made);
}

/** Sends an invite in place of another. */
export function sendAgain(
  api: Api,
  at: Identity<"organizationId">,
  body: Partial<InviteBody>,
  call: Call,
  { wire }: Before<PersonWire>,
): Promise<PersonWire | undefined> {
  return sendInvite(api, at, { ...repeatedBody(wire), ...body }, call);
}

const addressed = ({ target_email = "", ...body }: Partial<InviteBody>): InviteBody => ({ target_email, ...body });

/** Sends several invites. @source live service 2025-08, flow 3:95-113 */
export const inviteBulk: Bulk<Api, Partial<InviteBody>, PersonWire, "organizationId"> = {
  name: "invites",
  most: 20,
  create: async (api, scope, bodies, call) => {
    const made = await api.invites.bulk(scope.organizationId, bodies.map(addressed), call);
    return made?.map(invited);
  },
};

/** An invite that the service takes no more of for now. */
export const pendingInvite: PendingCreation = {
  isPending: ({ status }) => status === "deferred",
  reason:
    "the service accepts 50 invites an hour and 200 a day for an organization; the first update after that sends it",
  dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
};

/**
 * Which requests services of 2026 count: each that sends an invite. Older ones have no such limit, and no such setting of
 * an organization by which they could be taken for newer ones. Of an organization that the key may not read nothing is
 * known: there a refusal that names a time is believed, as waiting costs less than a run that ends.
 *
 * @source service 2026-09, invites-and-members, Limits
 */
export const inviteQuota: Quota<Api, PersonWire, "organizationId"> = {
  name: "invites",
  takes: ({ member }) => member === undefined,
  isKept: async ({ organizationId }, { call }) => {
    const home = await call.known(organization, { organizationId });
    return home === undefined || isServiceOf2026(home);
  },
  pending: ({ email }, dueAt, wire) => ({ ...wire, email: wire?.email ?? foldedEmail(String(email)), dueAt }),
};

/** Takes an open invite back. @source service 2026-09, invites-and-members, Invites */
export async function revokeInvite(api: Api, at: PersonAt, { id }: InviteWire, call: Call): Promise<void> {
  try {
    await api.invites.delete(at.organizationId, id, call);
  } catch (error) {
    if (!isApiError(error) || error.category !== "permission" || error.missingScope !== undefined) throw error;
    throw new Error(
      `${error.message}\nOn services of 2026, only admins of the organization can delete invites, whoever sent them: use the key of an admin. If you leave the invite, it expires after ${VALID_DAYS} days.`,
      { cause: error },
    );
  }
}

/** Why an invite is sent again although nothing differs. */
export function whyPending({ status }: Values, { onExpired }: Values): string | undefined {
  return status === "expired" && onExpired !== "ignore" ? "the invite has expired and is sent again" : undefined;
}

/** When an invite expires. */
function expiryOf({ created_at: createdAt }: InviteWire): string {
  return new Date(Date.parse(createdAt) + VALID_DAYS * DAY_MS).toISOString();
}
