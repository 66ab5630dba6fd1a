import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import {
  type Answer,
  type Exchange,
  type Route,
  type ScopeRule,
  bodyOf,
  callerOf,
  organizationIdOf,
} from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { pageOfTable } from "../../pipeline/page.ts";
import {
  ADMIN_LEVEL,
  authorizeInOrganization,
  checkKeyLimits,
  currentOrganization,
  membershipIn,
  organizationInPath,
} from "../../pipeline/permission.ts";
import { denied, invalid, notFound } from "../../pipeline/service-error.ts";
import type { OrganizationRow } from "../../store/rows.ts";
import { DELEGATION, INVITE } from "../../wire/invite.ts";
import { readBody } from "../../wire/read-body.ts";
import { checkAddress, readBulk, readInvite } from "./read.ts";
import { countInvites } from "./limit.ts";
import { checkIsNoMember, createInvite, invitesOf, isExpired, isMemberAddress, showInvite } from "./rows.ts";

const MAY_NOT = "You do not have permission to perform this action.";

/** The invite routes below an organization. @source live service 2025-08, flow 3 */
export const INVITE_ROUTES: readonly Route[] = [
  route({
    template: "/api/organizations/:organization_id/invites/",
    title: "Organization Invite List",
    allow: "GET, POST, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: "organization_member:read",
        authorize: (exchange) => authorizeInOrganization(exchange, 1),
        handle: listInvites,
        answers: inAll({ kind: "page", resource: INVITE }),
        isList: true,
      },
      POST: {
        scope: scopeOfInviting,
        authorize: authorizeInviting,
        handle: postInvite,
        answers: inAll({ kind: "one", resource: INVITE }),
      },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/invites/:id/",
    title: "Organization Invite Instance",
    allow: "DELETE, OPTIONS",
    operations: {
      DELETE: {
        scope: scopeOfInviting,
        authorize: authorizeRemoving,
        handle: removeInvite,
        answers: inAll({ kind: "nothing" }),
      },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/invites/bulk/",
    title: "Bulk",
    allow: "POST, OPTIONS",
    // @source live service 2025-08, flow 3:116
    scopeOfOthers: "organization_member:write",
    operations: {
      POST: {
        scope: "organization_member:write",
        authorize: authorizeBulk,
        handle: postBulk,
        answers: { documented: { kind: "nothing" }, "2025-08": { kind: "list", resource: INVITE } },
      },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/invites/delegate/",
    title: "Delegate",
    allow: "POST, OPTIONS",
    since: "2026-09",
    operations: {
      POST: {
        scope: "organization_member:write",
        authorize: authorizeDelegation,
        handle: postDelegation,
        answers: inAll({ kind: "one", resource: INVITE }),
      },
    },
  }),
];

function scopeOfInviting(exchange: Exchange): ScopeRule {
  return hasQuirk(exchange.world.dialect, "invitingChecksNoKey") ? "any key" : "organization_member:write";
}

function authorizeInviting(exchange: Exchange<"organization_id">): void {
  const organization = organizationInPath(exchange);
  if (!hasQuirk(exchange.world.dialect, "invitingChecksNoKey")) checkKeyLimits(exchange, organization);
  if (membershipIn(exchange, organization.id) === undefined) throw denied(MAY_NOT);
  checkMayInvite(exchange, organization);
  exchange.organizationId = organization.id;
}

function authorizeRemoving(exchange: Exchange<"organization_id">): void {
  if (!hasQuirk(exchange.world.dialect, "deletingInvitesNeedsAdmin")) return authorizeInviting(exchange);
  authorizeInOrganization(exchange, ADMIN_LEVEL);
}

function authorizeDelegation(exchange: Exchange<"organization_id">): void {
  authorizeInOrganization(exchange, 1);
  if ((membershipIn(exchange, organizationIdOf(exchange))?.level ?? 0) >= ADMIN_LEVEL) return;
  throw denied("Only organization admins can delegate setup, as delegation grants admin access.");
}

function authorizeBulk(exchange: Exchange<"organization_id">): void {
  authorizeInOrganization(exchange, 1);
  checkMayInvite(exchange, organizationInPath(exchange));
}

/** With invite settings, an organization can let only admins invite. @source live service 2025-08, flow 3:81-88 */
function checkMayInvite(exchange: Exchange, inPath: OrganizationRow): void {
  const followsCurrent = hasQuirk(exchange.world.dialect, "invitingFollowsCurrentOrganization");
  const organization = (followsCurrent ? currentOrganization(exchange) : undefined) ?? inPath;
  if (!organization.available_product_features.includes("organization_invite_settings")) return;
  const level = membershipIn(exchange, organization.id)?.level ?? 0;
  if (level < ADMIN_LEVEL && organization.members_can_invite !== true) throw denied(MAY_NOT);
}

/** Newest first; expired invites are listed, accepted ones are gone. @source live service 2025-08, flow 3:73-76, 3:129 */
function listInvites(exchange: Exchange): Answer {
  const match = { organization: organizationIdOf(exchange) };
  return pageOfTable(exchange, invitesOf(exchange.world), match, "seq DESC", (row) => showInvite(exchange.world, row));
}

function postInvite(exchange: Exchange): Answer {
  countInvites(exchange, 1);
  const row = createInvite(exchange, readInvite(exchange));
  return { status: 201, headers: {}, body: showInvite(exchange.world, row) };
}

/** Later items replace earlier ones to the same address, but the response lists both. @source flow 3:95-115 */
function postBulk(exchange: Exchange): Answer {
  const { dialect } = exchange.world;
  const sent = bodyOf(exchange);
  countInvites(exchange, Array.isArray(sent) ? sent.length : 1);
  const items = readBulk(exchange);
  if (!hasQuirk(dialect, "bulkKeepsEarlierInvites")) {
    for (const values of items) checkIsNoMember(exchange, String(values.target_email));
  }
  const body = items.map((values) => showInvite(exchange.world, createInvite(exchange, values)));
  return hasQuirk(dialect, "bulkAnswersWithInvites")
    ? { status: 201, headers: {}, body }
    : { status: 200, headers: {} };
}

/**
 * Invites a person as an admin, who then sets up the organization. That it counts as an invite is inferred. @source
 * service 2026-09, invites-and-members.md, Invites
 */
function postDelegation(exchange: Exchange): Answer {
  countInvites(exchange, 1);
  const { dialect } = exchange.world;
  const { target_email, message } = readBody(DELEGATION, bodyOf(exchange), { dialect, partial: false });
  const email = String(target_email).toLowerCase();
  checkAddress(exchange, email);
  refuseDelegate(exchange, email);
  const row = createInvite(exchange, { target_email: email, message, level: ADMIN_LEVEL });
  return { status: 201, headers: {}, body: showInvite(exchange.world, row) };
}

/** That an expired invite doesn't count here is inferred. @source service 2026-09, invites-and-members.md, Invites */
function refuseDelegate(exchange: Exchange, email: string): void {
  const { world } = exchange;
  const organization = organizationIdOf(exchange);
  if (email === callerOf(exchange).email.toLowerCase()) {
    throw invalid("self_delegation", "You cannot delegate setup to yourself.", null);
  }
  if (isMemberAddress(world, organization, email)) {
    const detail =
      "A user with this email address is already a member of this organization. Choose a different teammate to invite.";
    throw invalid("existing_member", detail, null);
  }
  if (
    invitesOf(world)
      .where({ organization, target_email: email })
      .some((row) => !isExpired(world, row))
  ) {
    const detail = "There is already a pending invite for this email. Cancel it first if you want to delegate setup.";
    throw invalid("existing_invite", detail, null);
  }
}

/** A malformed ID gives an ordinary 404 here. @source live service 2025-08, flow 3:119-121 */
function removeInvite(exchange: Exchange<"id">): Answer {
  const invites = invitesOf(exchange.world);
  const row = invites.get(canonicalUuid(exchange.match.parameters.id) ?? "");
  if (row === undefined || row.organization !== organizationIdOf(exchange)) throw notFound();
  invites.delete(row.id);
  return { status: 204, headers: {} };
}
