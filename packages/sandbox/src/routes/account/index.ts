import type { Family } from "../../family.ts";
import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, bodyOf, callerOf, type Exchange, type Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { currentOrganization, membershipIn, NO_KEYS, switchCurrentOrganization } from "../../pipeline/permission.ts";
import { denied, failureInLive, invalid, sandboxError, type ServiceError } from "../../pipeline/service-error.ts";
import type { OrganizationRow } from "../../store/rows.ts";
import { CURRENT_KEY, CURRENT_USER } from "../../wire/account.ts";
import { asDictionary } from "../../wire/read-body.ts";
import { enforcesSingleSignOn } from "../../pipeline/verified-domains.ts";
import { invitesOf, isExpired } from "../invites/rows.ts";
import { pickFields } from "../members/show.ts";
import { showOrganization } from "../organizations/shape.ts";
import { showEnvironmentRow } from "../projects/show.ts";

const allowed = (): void => undefined;

const notServed = (): ServiceError =>
  sandboxError(
    501,
    "not_implemented",
    "The sandbox can change only the first name and the current organization of a user. Use the control plane for everything else.",
  );

/**
 * Caller and key, for a provider that needs to identify itself. A key can read itself, but no other keys: they are
 * created and changed in a browser session, which the sandbox doesn't have.
 * @source live service 2025-08, flows 1:138, 11:488-494; live notes on persons and events, 10
 */
const ACCOUNT_ROUTES: readonly Route[] = [
  route({
    template: "/api/users/@me/",
    title: "User Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: "user:read",
        authorize: allowed,
        handle: getCurrentUser,
        answers: inAll({ kind: "one", resource: CURRENT_USER }),
      },
      PATCH: {
        scope: "user:write",
        authorize: allowed,
        handle: patchCurrentUser,
        answers: inAll({ kind: "one", resource: CURRENT_USER }),
      },
      ...refusedRoute(notServed, ["PUT", "DELETE"]),
    },
  }),
  route({
    template: "/api/personal_api_keys/",
    title: "Personal Api Key List",
    allow: "GET, POST, HEAD, OPTIONS",
    operations: refusedRoute(() => denied(NO_KEYS), ["GET", "POST"]),
  }),
  route({
    template: "/api/personal_api_keys/@current/",
    title: "Personal Api Key Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    operations: {
      GET: {
        scope: "any key",
        authorize: allowed,
        handle: getCurrentKey,
        answers: inAll({ kind: "one", resource: CURRENT_KEY }),
      },
      ...refusedRoute(() => denied(NO_KEYS), ["PUT", "PATCH", "DELETE"]),
    },
  }),
];

function refusedRoute(refusal: () => ServiceError, methods: readonly string[]): Route["operations"] {
  const refuse = (): never => {
    throw refusal();
  };
  const operation = { scope: "any key", authorize: refuse, handle: refuse, answers: inAll({ kind: "nothing" }) };
  return Object.fromEntries(methods.map((method) => [method, operation]));
}

function organizationsOf(exchange: Exchange): OrganizationRow[] {
  const { tables } = exchange.world.store;
  return tables.memberships
    .where({ user: callerOf(exchange).id })
    .flatMap((place) => tables.organizations.get(place.organization) ?? []);
}

/** Shows the current organization, and sets it if it was lost. @source live notes 2.2; flow 1:193-195 */
function getCurrentUser(exchange: Exchange): Answer {
  const { world } = exchange;
  const { store } = world;
  const current = currentOrganization(exchange);
  const caller = callerOf(exchange);
  const level = (row: OrganizationRow): number | null => membershipIn(exchange, row.id)?.level ?? null;
  const project = store.tables.projects.one({ number: caller.current_project ?? -1 });
  const body = {
    date_joined: caller.date_joined,
    uuid: caller.id,
    distinct_id: caller.distinct_id,
    first_name: caller.first_name,
    last_name: "",
    email: caller.email,
    team: project === undefined ? null : showEnvironmentRow(world, project),
    organization: current === undefined ? null : showOrganization(world, current, caller.id),
    organizations: organizationsOf(exchange).map((row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      logo_media_id: row.logo_media_id,
      membership_level: level(row),
      members_can_use_personal_api_keys: row.members_can_use_personal_api_keys,
    })),
    ...USER_CONSTANTS,
    ...newerFields(exchange, current),
  };
  // Only the response that shows the account names the cookie; a refusal doesn't. @source flows 1:138, 11:488
  return { status: 200, headers: { Vary: "Cookie, origin" }, body: pickFields(CURRENT_USER, world.dialect, body) };
}

/**
 * Further fields of services since 2026. The first user of an organization is the first who joined it, which is
 * inferred. The form of the caller's open invite isn't known.
 * @source service 2026-09, schemas.json, user
 */
function newerFields(exchange: Exchange, current: OrganizationRow | undefined): Readonly<Record<string, unknown>> {
  const { world } = exchange;
  if (!hasQuirk(world.dialect, "userShowsInvites")) return {};
  const { id, number, email } = callerOf(exchange);
  if (
    invitesOf(world)
      .where({ target_email: email })
      .some((row) => !isExpired(world, row))
  ) {
    throw sandboxError(501, "not_implemented", "The form in which a user shows their open invites is not known.");
  }
  const { memberships } = world.store.tables;
  const first = current === undefined ? undefined : memberships.one({ organization: current.id });
  return {
    id: number,
    has_sso_enforcement: enforcesSingleSignOn(world, email),
    is_organization_first_user: first === undefined ? null : first.user === id,
    is_impersonated_read_only: null,
    pending_invites: [],
    notification_locks: {},
    passkeys_enabled_for_2fa: null,
    allow_impersonation: null,
  };
}

/**
 * Moves the account's current organization, together with its current project, and renames the account; only the
 * control plane changes other fields of users.
 * @source a copy of the running service of 2025-08; API description of 2025-08, users_partial_update
 */
function patchCurrentUser(exchange: Exchange): Answer {
  const { set_current_organization: wanted, first_name: name, ...rest } = asDictionary(bodyOf(exchange));
  if (Object.keys(rest).length > 0) throw notServed();
  if (name !== undefined) rename(exchange, name);
  if (wanted === undefined) return getCurrentUser(exchange);
  const id = typeof wanted === "string" ? wanted : JSON.stringify(wanted);
  const missing = invalid("does_not_exist", `Object with id ${id} does not exist.`, "set_current_organization");
  const uuid = canonicalUuid(id);
  if (uuid === undefined) throw failureInLive(exchange, missing);
  const organization = exchange.world.store.tables.organizations.get(uuid);
  if (organization === undefined || membershipIn(exchange, organization.id) === undefined) throw missing;
  switchCurrentOrganization(exchange.world, callerOf(exchange).id, organization.id);
  return getCurrentUser(exchange);
}

/**
 * Since 2026, keys can do this, too. @source service 2026-09, schemas.json, user; the vendor's command line of
 * 2026-09-16: how long
 */
function rename(exchange: Exchange, name: unknown): void {
  const isKnown = exchange.world.dialect === "2026-09" && typeof name === "string" && name.length <= 150;
  if (!isKnown) throw notServed();
  exchange.world.store.tables.users.put({ ...callerOf(exchange), first_name: name.trim() });
}

/** Values that are the same for every user of the sandbox. @source live service 2025-08, flow 1:138 */
const USER_CONSTANTS = {
  pending_email: null,
  is_email_verified: null,
  notification_settings: {
    plugin_disabled: true,
    error_tracking_issue_assigned: true,
    project_weekly_digest_disabled: {},
    all_weekly_digest_disabled: false,
  },
  anonymize_data: false,
  toolbar_mode: "toolbar",
  has_password: true,
  is_staff: false,
  is_impersonated: false,
  is_impersonated_until: null,
  sensitive_session_expires_at: null,
  events_column_config: { active: "DEFAULT" },
  is_2fa_enabled: false,
  has_social_auth: false,
  has_seen_product_intro_for: null,
  scene_personalisation: [],
  theme_mode: null,
  hedgehog_config: null,
  role_at_organization: null,
};

/** An unscoped key is shown as `*`; missing limits are null. @source live service 2025-08, flow 11:490-492 */
function getCurrentKey(exchange: Exchange): Answer {
  const key = exchange.key;
  if (key === undefined) throw new Error("no key: authentication did not run");
  const body = {
    id: key.id,
    label: key.label,
    value: null,
    mask_value: null,
    created_at: key.created_at,
    last_used_at: key.last_used_at,
    user_id: callerOf(exchange).number,
    scopes: key.scopes ?? ["*"],
    scoped_teams: key.scoped_teams.length === 0 ? null : key.scoped_teams,
    scoped_organizations: key.scoped_organizations.length === 0 ? null : key.scoped_organizations,
    last_rolled_at: null,
  };
  return { status: 200, headers: {}, body };
}

/** The caller and the key. */
export const ACCOUNT: Family = { name: "account", place: 1, routes: ACCOUNT_ROUTES };
