import { enforcesSingleSignOn } from "../../pipeline/verified-domains.ts";
import { addUser } from "../../control/accounts.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, type Route, bodyOf } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { invalid, invalidInput } from "../../pipeline/service-error.ts";
import type { UserRow } from "../../store/rows.ts";
import { INVITATION, SIGNED_UP, SIGNUP } from "../../wire/invite.ts";
import { readBody } from "../../wire/read-body.ts";
import type { World } from "../../world.ts";
import { showUser } from "../members/show.ts";
import { acceptInvite, checkIsValid } from "./accept.ts";
import { type InviteRow, invitesOf } from "./rows.ts";

const LEAST_PASSWORD_CHARS = 8;

const anyone = (): void => undefined;

/** The sign-up of an invited person, who isn't logged in. @source live service 2025-08, flow 3:130-173 */
export const SIGNUP_ROUTE: Route = route({
  template: "/api/signup/:id/",
  title: "Invite Signup",
  allow: "GET, POST, HEAD, OPTIONS",
  operations: {
    GET: {
      scope: "public",
      authorize: anyone,
      handle: getInvitation,
      answers: inAll({ kind: "one", resource: INVITATION }),
    },
    POST: { scope: "public", authorize: anyone, handle: signUp, answers: inAll({ kind: "one", resource: SIGNED_UP }) },
  },
});

function inviteInPath(exchange: Exchange<"id">): InviteRow {
  const id = canonicalUuid(exchange.match.parameters.id);
  const row = id === undefined ? undefined : invitesOf(exchange.world).get(id);
  if (row === undefined) throw invalidInput("The provided invite ID is not valid.", null);
  return row;
}

/** A person with an account has to log in instead; the service reports that as an error. @source flow 3:153 */
function getInvitation(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  const invite = inviteInPath(exchange);
  checkIsValid(world, invite);
  if (world.store.tables.users.one({ email: invite.target_email }) !== undefined) {
    throw invalid("account_exists", `/login?next=/signup/${invite.id}`, null);
  }
  const body = {
    id: invite.id,
    target_email: invite.target_email,
    first_name: invite.first_name,
    organization_name: world.store.tables.organizations.get(invite.organization)?.name ?? "",
  };
  return { status: 200, headers: {}, body };
}

/** The password is checked and discarded: nobody can log in to the sandbox. @source flow 3:141-154 */
function signUp(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  const sent = readBody(SIGNUP, bodyOf(exchange), {
    dialect: world.dialect,
    partial: true,
    checks: { password: checkPassword },
  });
  for (const name of ["first_name", "password"] as const) {
    if (sent[name] === undefined) throw invalid("required", "This field is required.", name);
  }
  const invite = inviteInPath(exchange);
  checkSingleSignOn(world, invite.target_email);
  if (world.store.tables.users.one({ email: invite.target_email }) !== undefined) {
    const detail = `There already exists an account with email address ${invite.target_email}. Please log in instead.`;
    throw invalidInput(detail, null);
  }
  checkIsValid(world, invite);
  const user = signUpUser(world, invite, String(sent.first_name), sent.role_at_organization ?? "");
  acceptInvite(world, invite, user);
  // The new session names its cookie. @source live service 2025-08, flow 3:143
  const body = { ...showUser(world, user), redirect_url: "/" };
  return { status: 201, headers: { Vary: "Cookie, origin" }, body };
}

/** Creates the account of an invited person. */
export function signUpUser(world: World, invite: InviteRow, firstName: string, role: string): UserRow {
  const user = addUser(world, { email: invite.target_email, firstName });
  return world.store.tables.users.put({ ...user, is_email_verified: false, role_at_organization: role });
}

/** The recording's service had a replacement for further password rules, so only this rule is known. @source flow 3:142 */
function checkPassword(password: unknown): void {
  if (String(password).length >= LEAST_PASSWORD_CHARS) return;
  const detail = `This password is too short. It must contain at least ${LEAST_PASSWORD_CHARS} characters.`;
  throw invalid("password_too_short", detail, "password");
}

function checkSingleSignOn(world: World, email: string): void {
  if (!enforcesSingleSignOn(world, email)) return;
  const detail =
    "Sign up with a password is disabled because SSO login is enforced for this domain. Please log in with your SSO credentials.";
  throw invalid("sso_enforced", detail, null);
}
