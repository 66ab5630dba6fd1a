import * as z from "zod";

import type { Api, InviteBody } from "../../client/client.ts";
import { isApiError } from "../../client/errors.ts";
import { IncompleteCallError } from "../../model/diagnostics.ts";
import { member } from "../../model/block.ts";
import { field } from "../../model/field.ts";
import type { FunctionCall } from "../../model/function.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../fields/field-types.ts";
import { type Level, levelNumber, levelWords } from "../resources/member/levels.ts";
import { foldedEmail } from "../resources/member/people.ts";
import { inviteBulk } from "../resources/invite/invite-ops.ts";
import { batchesOf } from "./batches.ts";
import { declareFunction } from "./declare.ts";

const itemSchema = z.object({
  email: member(z.string(), { doc: "The address." }),
  outcome: member(z.enum(["invited", "member already", "invited before", "failed"]), {
    doc: "Result: `invited`, `member already`, `invited before`, or `failed`.",
  }),
  reason: member(z.string().optional(), { doc: "Why it failed, in the service's words." }),
});

type Item = z.output<typeof itemSchema>;

export const bulkCreateInvites = declareFunction({
  name: "bulkCreateInvites",
  doc: "Invites many people to an organization.",
  notes: [
    "It skips members and addresses with an open invite, so a repeated call continues with the rest.",
    "It sends 20 addresses in one request. If the service refuses a request, it sends each address separately, so only the bad ones fail.",
    "If your program manages people with Invite or Membership, declare the new people there instead.",
  ],
  effect: "write",
  repeat: "safe",
  scopes: ["organization_member:write"],
  operations: ["invites.bulk"],
  arguments: {
    organizationId: organizationIdInput,
    emails: field(z.array(z.email()).min(1), { doc: "Email addresses." }),
    level: field(levelWords.default("member"), {
      doc: 'Level: "member" (the default), "admin", or "owner".',
    }),
    message: field(z.string().min(1).optional(), { doc: "Text of the email." }),
    sendEmail: field(z.boolean().default(true), { doc: "Whether the service sends an email. Default true." }),
  },
  result: { items: field(z.array(itemSchema), { doc: "Result for each address." }) },
  example: { organizationId: EXAMPLE_ORGANIZATION, emails: ["ada@acme.example", "grace@acme.example"] },
  plan: ({ emails, level }) => `invite ${emails.length} ${emails.length === 1 ? "address" : "addresses"} as ${level}`,
  run: async (args, call) => {
    const { organizationId } = args;
    const { members, open } = await peopleOf(organizationId, call);
    const emails = [...new Set(args.emails.map(foldedEmail))];
    const items = emails.flatMap((email): Item[] => {
      if (members.has(email)) return [{ email, outcome: "member already" }];
      return open.has(email) ? [{ email, outcome: "invited before" }] : [];
    });
    const todo = emails.filter((email) => !members.has(email) && !open.has(email));
    let done = 0;
    for (const batch of batchesOf(todo, inviteBulk.most)) {
      const bodies = batch.map((email) => bodyOf(args, email));
      items.push(...(await invite(organizationId, bodies, call)));
      done += batch.length;
      if (done < todo.length) call.progress(`${done} of ${todo.length} addresses`);
    }
    const failed = items.filter(({ outcome }) => outcome === "failed");
    if (failed.length === 0) return { items };
    const reasons = failed.map(({ email, reason }) => `${email}: ${reason ?? ""}`).join("\n");
    throw new IncompleteCallError("bulkCreateInvites was carried out in part", { items }, new Error(reasons));
  },
});

/** The members of the organization, and the people with an open invite. */
async function peopleOf(organizationId: string, { api, options }: FunctionCall<Api>) {
  const [members, invites] = await Promise.all([
    api.members.list(organizationId, options).all(),
    api.invites.list(organizationId, options).all(),
  ]);
  return {
    members: new Set(members.map(({ user }) => foldedEmail(user.email ?? ""))),
    open: new Set(invites.filter((one) => !one.is_expired).map((one) => foldedEmail(one.target_email))),
  };
}

interface InviteRequest {
  readonly level: Level;
  readonly message?: string;
  readonly sendEmail: boolean;
}

function bodyOf({ level, message, sendEmail }: InviteRequest, email: string): InviteBody {
  return { target_email: email, level: levelNumber(level), message, send_email: sendEmail };
}

/** Sends a batch. A refused batch might have had a partial effect, so its open invites aren't sent again. */
async function invite(organizationId: string, bodies: readonly InviteBody[], call: FunctionCall<Api>): Promise<Item[]> {
  try {
    await call.api.invites.bulk(organizationId, bodies, call.options);
    return bodies.map(invited);
  } catch (error) {
    if (!isApiError(error) || error.category !== "invalid") throw error;
  }
  const { open } = await peopleOf(organizationId, call);
  const items: Item[] = [];
  for (const body of bodies)
    items.push(open.has(foldedEmail(body.target_email)) ? invited(body) : await inviteOne(organizationId, body, call));
  return items;
}

const invited = ({ target_email: email }: InviteBody): Item => ({ email, outcome: "invited" });

async function inviteOne(organizationId: string, body: InviteBody, { api, options }: FunctionCall<Api>): Promise<Item> {
  try {
    await api.invites.create(organizationId, body, options);
    return invited(body);
  } catch (error) {
    if (!isApiError(error) || error.category !== "invalid") throw error;
    return { email: body.target_email, outcome: "failed", reason: error.message };
  }
}
