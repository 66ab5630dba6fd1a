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
import type { PendingCreation } from "../../../capabilities/pending-creation.ts";
import type { Quota } from "../../../capabilities/quota.ts";

/** How long an invite can be accepted. @source live-organizations 4.3 */
const VALID_DAYS = 3;
const DAY_MS = 86_400_000;

/** The treatment of an expired invite. */
export const onExpiredInput = field(z.enum(["resend", "ignore"]).default("resend"), {
  doc: 'Treatment of an expired invite in an update: "resend" or "ignore". Default "resend".',
  onChange: "none",
});

/** Whether the person is a member. A change of the level then leaves these outputs unchanged. */
export const isAccepted = ({ status }: Values): boolean => status === "accepted";

/** Outputs about an invite. */
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

/** Notes for users about sending invites. */
export const SENDING_NOTES = [
  message`If a refresh finds that an invite has expired, the next update sends it again, unless ${fieldRef("onExpired")} is \`ignore\`.`,
  "Orgform sends invites of the same run together, up to 20 in one request. If the service refuses such a request, Orgform sends each invite separately, so only the wrong ones fail.",
  "For each organization, services of 2026 send 50 invites an hour and 200 a day, including replaced, revoked, and accepted ones. An invite over the limit isn't an error. Orgform stores it with `status` `deferred`, and warns when it can be sent. The first update after that time sends it. Until then, it shows no difference.",
  "On services of 2026, only admins can delete invites. If you aren't an admin, you can't delete your own either.",
  "An invite that is sent again gives the same access to projects. On services of 2026, if a project has a default rule, only administrators can send an invite that gives more access to the project than they have themselves. A preview warns about that if the key can read the project's rules.",
  "Services of 2026 refuse invites to addresses with a plus sign. A preview prints one warning for all such addresses. Orgform leaves members and open invites of such addresses alone.",
] as const;

/** The values of an invite that replaces another, if nothing else is declared. */
export function repeatedBody({ email, invite }: PersonWire): InviteBody {
  const access = invite?.private_project_access ?? [];
  return {
    target_email: email,
    level: invite?.level,
    first_name: invite?.first_name,
    message: invite?.message,
    // The service distinguishes an empty list from no list. @source live service 2025-08, flow 3:2, 3:20-21
    private_project_access: access.length === 0 ? undefined : access,
  };
}

/** Reads an open invite. A deferred invite has no values, because the service doesn't have it yet. */
export const ofInvite =
  <T>(read: (invite: InviteWire) => T) =>
  (person: PersonWire): T | undefined =>
    person.invite === undefined || statusOf(person) === "deferred" ? undefined : read(person.invite);

/** Sends an invite, which replaces an open one. */
export async function sendInvite(
  api: Api,
  at: Identity<"organizationId">,
  body: Partial<InviteBody>,
  call: Call,
): Promise<PersonWire | undefined> {
  const made = await api.invites.create(at.organizationId, addressed(body), call);
  return made === undefined ? undefined : invited(made);
}

/** Sends an invite that replaces another. */
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

/** An invite over the service's current limit. */
export const pendingInvite: PendingCreation = {
  isPending: ({ status }) => status === "deferred",
  reason:
    "the service accepts 50 invites an hour and 200 a day for an organization; the first update after that sends it",
  dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
};

/**
 * The quota of requests that send invites, which services since 2026 enforce. Older services have neither this limit
 * nor the organization setting that identifies newer services. If the key can't read the organization, Orgform trusts a
 * refusal with a time, because waiting costs less than a failed run.
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

/** Revokes an open invite. @source service 2026-09, invites-and-members, Invites */
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
