import * as z from "zod";

import type { Api } from "../api/client.ts";
import type { InviteBody } from "../api/invites.ts";
import type { Call } from "../model/call.ts";
import { defineResource } from "../model/definition.ts";
import { field } from "../model/field.ts";
import type { IdentityParts } from "../model/identity.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "./field-types.ts";
import { levelNumber, levelWord, levelWords } from "./levels.ts";
import { removalGuard } from "./member-guards.ts";
import { organization } from "./organization.ts";
import {
  emailInput,
  foldedEmail,
  invited,
  peopleCollection,
  personIdentity,
  type PersonWire,
  removePerson,
  statusOf,
} from "./people.ts";

/** How long an invite can be accepted. @source live-organizations 4.3 */
const VALID_DAYS = 3;
const DAY_MS = 86_400_000;

/** Most invites of one call. @source live service 2025-08, flow 3:97-98 */
const MOST_AT_ONCE = 20;

/**
 * An invite of somebody to an organization.
 *
 * @source service contract, Invite; live-organizations 4; live service 2025-08, flow 3.
 */
export const invite = defineResource({
  name: "Invite",
  doc: "An invite of somebody to an organization, from the mail that is sent to its acceptance.",
  notes: [
    "An invite can be accepted for 3 days. `status` is `pending`, `expired` or `accepted`; accepted means that a member has the address, and from then on nothing of this resource is a difference.",
    "The service cannot change an invite: a changed input sends a new one, which takes the place of the old one.",
    "An invite that a refresh finds expired is sent again by the next update, unless `onExpired` is `ignore`.",
    "Invites that are made at the same time are sent together, up to 20 in one request. When the service refuses such a request, each is sent by itself, so that only what is wrong fails.",
    "Nobody can be invited at a higher level than that of the key's own account.",
    "To have one resource for the whole time, from the invite to the member, use `Membership`.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, email: "ann@acme.example", level: "admin" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    email: emailInput,
    level: field(levelWords.optional(), {
      doc: 'What the person may do as a member: "member", "admin" or "owner"; the service\'s default is "member".',
      serviceDefault: "member",
    }),
    firstName: field(z.string().max(30).optional(), {
      doc: "First name that the sign-up page suggests, at most 30 characters.",
      serviceDefault: "",
    }),
    message: field(z.string().optional(), {
      doc: "Text for the mail; surrounding blanks are dropped by the service.",
      serviceDefault: null,
      normalize: (text: string) => text.trim(),
    }),
    onExpired: field(z.enum(["resend", "ignore"]).default("resend"), {
      doc: 'What is done about an invite that has expired: "resend" or "ignore". Default "resend".',
      onChange: "none",
    }),
    onDestroy: field(z.enum(["revoke", "removeMember"]).default("revoke"), {
      doc: 'What a deletion does: "revoke" takes back an open invite and leaves a member alone, "removeMember" removes the member as well. Default "revoke".',
      onChange: "none",
    }),
  },
  outputs: {
    status: field(z.enum(["pending", "expired", "accepted"]), {
      doc: "How far it is: `pending`, `expired` or `accepted`.",
    }),
    expiresAt: field(z.string().optional(), {
      doc: "Time at which an open invite expires, UTC, RFC 3339; absent once it was accepted.",
    }),
  },
  identity: personIdentity,
  naturalKey: {
    fields: ["organizationId", "email"],
    isUnique: true,
    matches: (wire: PersonWire, inputs) => wire.email === foldedEmail(inputs.email),
    isNamed: (wire: PersonWire, text) => wire.email === foldedEmail(text) || wire.invite?.id === text,
    lookUpBy: ["email"],
  },
  scopes: { read: ["organization_member:read"], write: ["organization_member:write"] },
  toWire: (inputs, held): InviteBody => ({
    target_email: inputs.email ?? held?.email ?? "",
    level: levelNumber(inputs.level) ?? held?.invite?.level,
    first_name: inputs.firstName ?? held?.invite?.first_name,
    message: inputs.message === undefined ? held?.invite?.message : inputs.message,
    // Without any access, a list that is sent is not the same as none. @source flow 3:2, 3:20-21
    private_project_access:
      held?.invite?.private_project_access?.length === 0
        ? undefined
        : (held?.invite?.private_project_access ?? undefined),
  }),
  fromWire: (wire: PersonWire, at) => ({
    organizationId: at["organizationId"] ?? "",
    email: wire.email,
    status: statusOf(wire),
    ...(wire.invite === undefined
      ? {}
      : {
          level: levelWord(wire.invite.level),
          firstName: wire.invite.first_name,
          message: wire.invite.message as string,
          expiresAt: expiryOf(wire.invite.created_at),
        }),
  }),
  ops: {
    create: (api: Api, scope, body, call) => send(api, scope, body, call),
    bulk: {
      name: "invites",
      most: MOST_AT_ONCE,
      create: async (api: Api, scope, bodies, call) =>
        (await api.invites.bulk(scope["organizationId"] ?? "", bodies, call))?.map(invited),
    },
    update: (api: Api, at, body, call) => send(api, at, body, call),
    delete: async (api: Api, at, call, { wire, state }) => {
      if (wire?.member !== undefined && state["onDestroy"] !== "removeMember") return wire;
      await removePerson(api, at, wire, call);
      return undefined;
    },
  },
  collection: { ...peopleCollection, isShown: ({ invite: open }) => open !== undefined },
  parent: organization,
  isFinal: ({ status }) => status === "accepted",
  due: ({ status }, { onExpired }) =>
    status === "expired" && onExpired !== "ignore" ? "the invite has expired and is sent again" : undefined,
  guards: [
    removalGuard(
      ({ member }: PersonWire) => member,
      ({ onDestroy }) => onDestroy === "removeMember",
    ),
  ],
});

async function send(api: Api, at: IdentityParts, body: InviteBody, call: Call): Promise<PersonWire | undefined> {
  const made = await api.invites.create(at["organizationId"] ?? "", body, call);
  return made === undefined ? undefined : invited(made);
}

function expiryOf(createdAt: string): string {
  return new Date(Date.parse(createdAt) + VALID_DAYS * DAY_MS).toISOString();
}
