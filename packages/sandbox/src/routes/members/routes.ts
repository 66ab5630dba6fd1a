import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import {
  type Answer,
  type Exchange,
  type Operation,
  type Route,
  bodyOf,
  callerOf,
  organizationIdOf,
} from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import {
  ADMIN_LEVEL,
  OWNER_LEVEL,
  authorizeInOrganization,
  membershipIn,
  switchCurrentOrganization,
} from "../../pipeline/permission.ts";
import { denied, failureInLive, invalidInput, notFound, sandboxError } from "../../pipeline/service-error.ts";
import type { MembershipRow } from "../../store/rows.ts";
import { MEMBER, MEMBER_GITHUB, MEMBER_KEYS } from "../../wire/member.ts";
import { readBody } from "../../wire/read-body.ts";
import type { World } from "../../world.ts";
import { removeMembership, wireNow } from "../organizations/rows.ts";
import { listMembers } from "./list.ts";
import { showMember } from "./show.ts";
import { isVisible } from "./visibility.ts";

const WEEK_MS = 7 * 86_400_000;

const asMember = (exchange: Exchange<"organization_id">): void => authorizeInOrganization(exchange, 1);
const change: Operation<"organization_id" | "user__uuid"> = {
  scope: "organization_member:write",
  authorize: asMember,
  handle: changeMember,
  answers: inAll({ kind: "one", resource: MEMBER }),
};

/** The member routes; none reads a single member. @source live service 2025-08, first recording and flow 4 */
export const MEMBER_ROUTES: readonly Route[] = [
  route({
    template: "/api/organizations/:organization_id/members/",
    title: "Organization Member List",
    allow: "GET, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: "organization_member:read",
        authorize: asMember,
        handle: listMembers,
        answers: inAll({ kind: "page", resource: MEMBER }),
        isList: true,
      },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/members/:user__uuid/",
    title: "Organization Member Instance",
    allow: "PUT, PATCH, DELETE, OPTIONS",
    operations: {
      PUT: change,
      PATCH: change,
      DELETE: {
        scope: "organization_member:write",
        authorize: asMember,
        handle: removeMember,
        answers: inAll({ kind: "nothing" }),
      },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/members/:user__uuid/scoped_api_keys/",
    title: "Scoped Api Keys",
    allow: "GET, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: "no scoped key",
        authorize: asMember,
        handle: listMemberKeys,
        answers: inAll({ kind: "one", resource: MEMBER_KEYS }),
      },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/members/:user__uuid/github_login/",
    title: "Github Login",
    allow: "GET, HEAD, OPTIONS",
    since: "2026-09",
    operations: {
      GET: {
        scope: "organization_member:read",
        authorize: asMember,
        handle: showGithubLogin,
        answers: inAll({ kind: "one", resource: MEMBER_GITHUB }),
      },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/members/project_access/",
    title: "Project Access",
    allow: "GET, HEAD, OPTIONS",
    since: "2026-09",
    operations: {
      GET: {
        scope: "organization_member:read",
        authorize: asMember,
        handle: refuseProjectAccess,
        answers: inAll({ kind: "nothing" }),
      },
    },
  }),
];

/** No user here has an account at a code host. */
function showGithubLogin(exchange: Exchange<"user__uuid">): Answer {
  memberInPath(exchange);
  return { status: 200, headers: {}, body: { github_login: null } };
}

/** Access to projects, and the rules that decide it, aren't made up. @source service 2026-09, invites-and-members.md, Members */
function refuseProjectAccess(exchange: Exchange): never {
  const asked = exchange.query.get("member_id");
  if (asked !== null) {
    const id = canonicalUuid(asked);
    if (id === undefined) throw invalidInput("Must be a valid UUID.", "member_id");
    const row = exchange.world.store.tables.memberships.get(id);
    if (row?.organization !== organizationIdOf(exchange) || !isVisible(exchange, row.user)) throw notFound();
  }
  throw sandboxError(501, "not_implemented", "The service's response for the project access of members is not known.");
}

/**
 * The member in the path, by user; a deactivated member isn't found.
 * @source live service 2025-08, flow 4:52-71; departures for the malformed ID
 */
function memberInPath(exchange: Exchange<"user__uuid">): MembershipRow {
  const written = exchange.match.parameters.user__uuid;
  const userId = written === "@me" ? callerOf(exchange).id : canonicalUuid(written);
  if (userId === undefined) throw failureInLive(exchange, notFound());
  const { memberships, users } = exchange.world.store.tables;
  const row = memberships.one({ user: userId, organization: organizationIdOf(exchange) });
  if (row === undefined || users.get(row.user)?.is_active !== true || !isVisible(exchange, row.user)) throw notFound();
  return row;
}

/** The caller's own membership; present after permission. */
function ownPlace(exchange: Exchange): MembershipRow {
  const own = membershipIn(exchange, organizationIdOf(exchange));
  if (own === undefined) throw notFound();
  return own;
}

/** @source live service 2025-08, flow 4:17-34; service 2026-09, invites-and-members.md, Members */
function checkMayEdit(own: MembershipRow, target: MembershipRow): void {
  if (target.id === own.id) return;
  if (own.level < ADMIN_LEVEL) throw denied("You can only edit others if you are an admin.");
  if (target.level > own.level) throw denied("You can only edit others with level lower or equal to you.");
}

/** Levels above the caller's own are refused since 2026. @source as for `checkMayEdit`; flow 4:17-41 */
function checkMayGrant({ world }: Exchange, own: MembershipRow, target: MembershipRow, level: number): void {
  if (target.id === own.id) throw denied("You can't change your own access level.");
  if (level === OWNER_LEVEL && own.level < OWNER_LEVEL) {
    throw denied("You can only make another member owner if you're this organization's owner.");
  }
  if (hasQuirk(world.dialect, "grantedLevelIsJudgedFirst") && level > own.level) {
    throw denied("You can only change access level of others to lower or equal to your current one.");
  }
}

/** Any request changes the time of the change, even an empty one. @source live service 2025-08, flow 4:13-20 */
function changeMember(exchange: Exchange<"user__uuid">): Answer {
  const { world } = exchange;
  const target = memberInPath(exchange);
  const own = ownPlace(exchange);
  const isGrantFirst = hasQuirk(world.dialect, "grantedLevelIsJudgedFirst");
  if (!isGrantFirst) checkMayEdit(own, target);
  const { level } = readBody(MEMBER, bodyOf(exchange), { dialect: world.dialect, partial: true });
  if (typeof level === "number") checkMayGrant(exchange, own, target, level);
  if (isGrantFirst) checkMayEdit(own, target);
  const changed = typeof level === "number" ? { ...target, level } : target;
  const { memberships } = world.store.tables;
  const row = memberships.put({ ...changed, updated_at: wireNow(world) });
  // A user who makes somebody an owner is saved, too. @source 2025-08-held-out 2
  if (level === OWNER_LEVEL) memberships.put({ ...own, updated_at: wireNow(world) });
  return { status: 200, headers: {}, body: showMember(world, row) };
}

/** Members can leave; owners can't, whoever asks. @source live service 2025-08, flow 4:42-60 */
function removeMember(exchange: Exchange<"user__uuid">): Answer {
  const target = memberInPath(exchange);
  checkMayEdit(ownPlace(exchange), target);
  if (target.level >= OWNER_LEVEL) {
    throw invalidInput("Cannot leave the organization as its owner!", null);
  }
  leaveOrganization(exchange.world, target);
  return { status: 204, headers: {} };
}

/** If it was the user's current organization, the first remaining one becomes current. @source flow 3:166-171, 4:52-60 */
function leaveOrganization(world: World, row: MembershipRow): void {
  const { users, memberships } = world.store.tables;
  removeMembership(world, row);
  const user = users.get(row.user);
  if (user === undefined || user.current_organization !== row.organization) return;
  users.put({ ...user, current_organization: null, current_project: null });
  const next = memberships.one({ user: user.id });
  if (next !== undefined) switchCurrentOrganization(world, user.id, next.organization);
}

/**
 * Names and last use of a member's keys that can access the organization.
 * @source live service 2025-08, first recording "member scoped keys"; live notes 12
 */
function listMemberKeys(exchange: Exchange<"user__uuid">): Answer {
  const { tables } = exchange.world.store;
  const { user, organization } = memberInPath(exchange);
  const projects = new Set(tables.projects.where({ organization }).map((row) => row.number));
  const keys = tables.keys.where({ user }).filter(({ scoped_organizations, scoped_teams }) => {
    if (scoped_organizations.length === 0 && scoped_teams.length === 0) return true;
    return scoped_organizations.includes(organization) || scoped_teams.some((number) => projects.has(number));
  });
  const since = exchange.world.clock.nowMs() - WEEK_MS;
  const body = {
    has_keys: keys.length > 0,
    has_keys_active_last_week: keys.some((key) => key.last_used_at !== null && Date.parse(key.last_used_at) >= since),
    keys: keys.map((key) => ({ name: key.label, last_used_at: key.last_used_at })),
  };
  return { status: 200, headers: {}, body };
}
