import { z } from "zod";
import { findUser } from "../../control/accounts.ts";
import { controlError, controlRoute, controlRouteWith, givenIn } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import { ServiceError } from "../../pipeline/service-error.ts";
import type { World } from "../../world.ts";
import { acceptInvite, checkIsValid } from "./accept.ts";
import { type InviteRow, invitesOf, showInvite } from "./rows.ts";
import { signUpUser } from "./signup.ts";

const acceptance = z.strictObject({ userId: z.string().optional(), firstName: z.string().optional() });

const patch = z.strictObject({ level: z.number().int().optional(), first_name: z.string().optional() });

/** Actions of invited people, and changes without the program's knowledge, for tests. */
export const INVITE_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "invites", (world, { query }) =>
    invitesOf(world)
      .where(query["organization"] === undefined ? {} : { organization: query["organization"] })
      .map((row) => ({ organization: row.organization, ...showInvite(world, row) })),
  ),
  controlRouteWith("PATCH", "invites/:id", patch, (world, { parameters, body }) =>
    invitesOf(world).put({ ...inviteOf(world, parameters.id), ...givenIn(body) }),
  ),
  controlRoute("DELETE", "invites/:id", (world, { parameters }) =>
    invitesOf(world).delete(inviteOf(world, parameters.id).id),
  ),
  controlRouteWith("POST", "invites/:id/accept", acceptance, (world, { parameters, body }) =>
    accept(world, parameters.id, body),
  ),
];

/** Accepts as the given user, who counts as logged in. Without one, it uses the account with the address, or creates it. */
function accept(world: World, id: string, as: z.infer<typeof acceptance>): unknown {
  const invite = inviteOf(world, id);
  try {
    const user = as.userId === undefined ? accountOf(world, invite, as.firstName) : findUser(world, as);
    return acceptInvite(world, invite, user);
  } catch (error) {
    if (error instanceof ServiceError) throw controlError(409, `${error.code}: ${error.message}`);
    throw error;
  }
}

function inviteOf(world: World, id: string): InviteRow {
  const invite = invitesOf(world).get(id);
  if (invite === undefined) throw controlError(404, `There is no invite ${id}.`);
  return invite;
}

function accountOf(world: World, invite: InviteRow, firstName: string | undefined) {
  const known = world.store.tables.users.one({ email: invite.target_email });
  if (known !== undefined) return known;
  checkIsValid(world, invite);
  return signUpUser(world, invite, firstName ?? invite.first_name, "");
}
