import type { Family } from "../../family.ts";
import {
  beginDeletion,
  carryFeaturesOver,
  createOrganization,
  deleteOrganization,
  updateOrganization,
} from "./rows.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { hasQuirk } from "../../dialects.ts";
import { type Answer, bodyOf, callerOf, type Exchange, type Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { pageOf } from "../../pipeline/page.ts";
import {
  ADMIN_LEVEL,
  callerLevel,
  checkKeyLimits,
  currentOrganization,
  LEVEL_TOO_LOW,
  OWNER_LEVEL,
} from "../../pipeline/permission.ts";
import { denied, failureInLive, invalid, invalidInput, notFound } from "../../pipeline/service-error.ts";
import { checkVerifiedDomain } from "../../pipeline/verified-domains.ts";
import type { OrganizationRow } from "../../store/rows.ts";
import { ORGANIZATION } from "../../wire/organization.ts";
import { type FieldValues, readBody } from "../../wire/read-body.ts";
import { checkDefaultRole, checkSettings } from "./settings.ts";
import { showOrganization } from "./shape.ts";

const NEEDS_ORGANIZATION = "You need to belong to an organization.";
const NEEDS_PLAN = "You must upgrade your PostHog plan to be able to create and manage multiple organizations.";

const ONE = inAll({ kind: "one", resource: ORGANIZATION });

/** The two organization routes. @source live service 2025-08, flow 1 */
const ORGANIZATION_ROUTES: readonly Route[] = [
  route({
    template: "/api/organizations/",
    title: "Organization List",
    allow: "GET, POST, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: "organization:read",
        authorize: authorizeList,
        handle: listOrganizations,
        answers: inAll({ kind: "page", resource: ORGANIZATION }),
        isList: true,
      },
      POST: { scope: "organization:write", authorize: authorizeCreate, handle: postOrganization, answers: ONE },
    },
  }),
  route({
    template: "/api/organizations/:id/",
    title: "Organization Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    operations: {
      GET: { scope: "organization:read", authorize: authorizeOne, handle: getOrganization, answers: ONE },
      PUT: { scope: "organization:write", authorize: authorizePut, handle: putOrganization, answers: ONE },
      PATCH: { scope: "organization:write", authorize: authorizePatch, handle: patchOrganization, answers: ONE },
      DELETE: {
        scope: "organization:write",
        authorize: authorizeDelete,
        handle: removeOrganization,
        answers: inAll({ kind: "nothing" }),
      },
    },
  }),
];

/** @source live service 2025-08, flow 1:133: an account without a current organization is told it has none at all */
function requireCurrentOrganization(exchange: Exchange): void {
  if (callerOf(exchange).current_organization === null) throw notFound(NEEDS_ORGANIZATION);
}

function authorizeList(exchange: Exchange): void {
  checkKeyLimits(exchange, undefined);
  requireCurrentOrganization(exchange);
}

/** Creating requires the plan feature in the caller's current organization. @source live service 2025-08, flow 1:106-108 */
function authorizeCreate(exchange: Exchange): void {
  checkKeyLimits(exchange, undefined);
  // An unreadable body is refused before the plan is checked. @source 2025-08-held-out 7
  bodyOf(exchange);
  checkPlan(exchange);
}

function checkPlan(exchange: Exchange): void {
  if (exchange.world.settings().cloud) return;
  const current = currentOrganization(exchange);
  // A user without any organization can always create the first. @source live service 2025-08, flow 1:144
  if (current === undefined || current.available_product_features.includes("organizations_projects")) return;
  throw denied(NEEDS_PLAN);
}

function authorizeOne(exchange: Exchange<"id">): void {
  const organization = organizationInPath(exchange);
  checkKeyLimits(exchange, organization);
  requireCurrentOrganization(exchange);
  checkVerifiedDomain(exchange, organization);
  exchange.organizationId = organization.id;
}

/**
 * The plan guards PUT, and the level doesn't: a plain member can rename the organization.
 * @source live service 2025-08, flow 1:100-101, 1:152-155
 */
function authorizePut(exchange: Exchange<"id">): void {
  authorizeOne(exchange);
  checkPlan(exchange);
  if (hasQuirk(exchange.world.dialect, "organizationPutNeedsAdmin")) checkAdmin(exchange);
}

function checkAdmin(exchange: Exchange): void {
  if (callerLevel(exchange) < ADMIN_LEVEL) throw denied(LEVEL_TOO_LOW);
}

function authorizePatch(exchange: Exchange<"id">): void {
  authorizeOne(exchange);
  if (hasQuirk(exchange.world.dialect, "organizationPutNeedsAdmin")) return checkAdmin(exchange);
  if (callerLevel(exchange) < ADMIN_LEVEL) throw denied("You do not have admin access to this resource.");
}

function authorizeDelete(exchange: Exchange<"id">): void {
  authorizeOne(exchange);
  if (callerLevel(exchange) < OWNER_LEVEL) throw denied(LEVEL_TOO_LOW);
}

/** @source live service 2025-08, flow 1:124-143; departures for the malformed id */
function organizationInPath(exchange: Exchange<"id">): OrganizationRow {
  const written = exchange.match.parameters.id;
  if (written === "@current") {
    const current = currentOrganization(exchange);
    if (current === undefined) throw notFound("Current organization not found.");
    return current;
  }
  const id = canonicalUuid(written);
  if (id === undefined) throw failureInLive(exchange, notFound());
  const organization = visibleOrganizations(exchange).find((row) => row.id === id);
  if (organization === undefined) throw notFound();
  return organization;
}

/** The caller's organizations within the key's limits. @source live service 2025-08, flow 11:546-548 */
function visibleOrganizations(exchange: Exchange): OrganizationRow[] {
  const { memberships, organizations } = exchange.world.store.tables;
  const limits = exchange.key?.scoped_organizations ?? [];
  const caller = callerOf(exchange).id;
  const joined = memberships.where({ user: caller }).map((row) => row.organization);
  return joined.filter((id) => limits.length === 0 || limits.includes(id)).flatMap((id) => organizations.get(id) ?? []);
}

function organizationOf(exchange: Exchange): OrganizationRow {
  const row = exchange.world.store.tables.organizations.get(exchange.organizationId ?? "");
  if (row === undefined) throw notFound();
  return row;
}

function show(exchange: Exchange, row: OrganizationRow): Record<string, unknown> {
  return showOrganization(exchange.world, row, callerOf(exchange).id);
}

function answerOne(exchange: Exchange, row: OrganizationRow, status = 200): Answer {
  return { status, headers: {}, body: show(exchange, row) };
}

function listOrganizations(exchange: Exchange): Answer {
  return pageOf(exchange, visibleOrganizations(exchange), (row) => show(exchange, row));
}

function getOrganization(exchange: Exchange): Answer {
  return answerOne(exchange, organizationOf(exchange));
}

function readOrganizationBody(exchange: Exchange, partial: boolean): FieldValues {
  const { media } = exchange.world.store.tables;
  const checks = {
    logo_media_id: (id: unknown) => {
      if (typeof id !== "string" || media.get(id) !== undefined) return;
      throw invalid("does_not_exist", `Invalid pk "${id}" - object does not exist.`, "logo_media_id");
    },
  };
  return readBody(ORGANIZATION, bodyOf(exchange), { dialect: exchange.world.dialect, partial, checks });
}

function postOrganization(exchange: Exchange): Answer {
  const values = readOrganizationBody(exchange, false);
  if ((values["logo_media_id"] ?? null) !== null && hasQuirk(exchange.world.dialect, "logoRefusedOnCreate")) {
    throw invalidInput("Cannot set logo media when creating an organization.", "logo_media_id");
  }
  checkDefaultRole(exchange, undefined, values["default_role_id"]);
  const row = createOrganization(exchange.world, callerOf(exchange), String(values["name"]), values);
  return answerOne(exchange, row, 201);
}

function patchOrganization(exchange: Exchange): Answer {
  return changeOrganization(exchange, readOrganizationBody(exchange, true));
}

function changeOrganization(exchange: Exchange, values: FieldValues): Answer {
  const row = organizationOf(exchange);
  checkDefaultRole(exchange, row.id, values["default_role_id"]);
  checkSettings(exchange, row, values);
  return answerOne(exchange, updateOrganization(exchange.world, row, values));
}

/** Fields that only admins can change, even with PUT. @source live service 2025-08, flow 1:156 */
const ADMIN_FIELDS = ["members_can_invite", "members_can_use_personal_api_keys"];

function putOrganization(exchange: Exchange): Answer {
  const values = readOrganizationBody(exchange, false);
  if (callerLevel(exchange) < ADMIN_LEVEL && ADMIN_FIELDS.some((field) => field in values)) {
    throw denied(LEVEL_TOO_LOW);
  }
  return changeOrganization(exchange, values);
}

function removeOrganization(exchange: Exchange): Answer {
  const row = organizationOf(exchange);
  if (!hasQuirk(exchange.world.dialect, "organizationDeletionTakesTime")) deleteOrganization(exchange.world, row.id);
  else if (row.is_pending_deletion === true) {
    throw invalidInput("This organization is already being deleted.", null);
  } else beginDeletion(exchange.world, row);
  return { status: 204, headers: {} };
}

/** Organizations. */
export const ORGANIZATIONS: Family = {
  name: "organizations",
  place: 2,
  routes: ORGANIZATION_ROUTES,
  // The control plane can have deleted it before, so there may be nothing left.
  jobs: { once: { "delete organization": (world, id) => deleteOrganization(world, String(id)) } },
  dialectChanged: carryFeaturesOver,
};
