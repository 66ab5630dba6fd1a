import { isVisibleTo } from "../../access/enforce.ts";
import { type Dialect, hasQuirk } from "../../dialects.ts";
import type { Identifiers } from "../../identifiers.ts";
import type { OrganizationRow } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { ORGANIZATION } from "../../wire/organization.ts";
import { fieldsIn } from "../../wire/field.ts";
import type { World } from "../../world.ts";
import { ADMIN_LEVEL } from "../../pipeline/permission.ts";
import { isGoing } from "../projects/deletion.ts";
import { showEnvironmentRow } from "../projects/show.ts";
import { ROLES_TABLE } from "../roles/rows.ts";

/** Plan features of the recorded license. @source live service 2025-08, flow 1:1 */
export const ALL_FEATURES: readonly string[] = [
  "zapier",
  "organizations_projects",
  "environments",
  "social_sso",
  "saml",
  "sso_enforcement",
  "advanced_permissions",
  "ingestion_taxonomy",
  "paths_advanced",
  "correlation_analysis",
  "group_analytics",
  "tagging",
  "behavioral_cohort_filtering",
  "white_labelling",
  "subscriptions",
  "app_metrics",
  "recordings_playlists",
  "role_based_access",
  "recordings_file_export",
  "recordings_performance",
  "surveys_styling",
  "surveys_text_html",
  "surveys_recurring",
  "surveys_multiple_questions",
  "automatic_provisioning",
  "managed_reverse_proxy",
  "data_pipelines",
  "alerts",
  "data_color_themes",
  "api_queries_concurrency",
  "organization_invite_settings",
  "organization_security_settings",
];

/**
 * Plan features that were added since.
 * @source service 2026-09, organizations.md, Fields: `enforce_2fa`; domains-and-identity-providers.md, errors;
 *   access-control.md, plans
 */
const NEWER_FEATURES: readonly string[] = ["2fa_enforcement", "oidc", "scim", "xaa_authentication", "access_control"];

/** Plan features of the whole license. */
export function allFeaturesIn(dialect: Dialect): readonly string[] {
  return hasQuirk(dialect, "settingsNeedPlan") ? [...ALL_FEATURES, ...NEWER_FEATURES] : ALL_FEATURES;
}

/** Longest slug, and the part that stays when four letters are added to avoid a collision. @source live notes 2.1 */
const SLUG_MAX_CHARS = 48;
const SLUG_KEPT_CHARS = 43;

/**
 * Renders an organization as one caller sees it, without the projects that access rules close to the caller.
 * @source live service 2025-08, flow 1:1-3; service 2026-09, access-control.md, what the routes do with it, f
 */
export function showOrganization(world: World, row: OrganizationRow, caller: string): Record<string, unknown> {
  const { store, dialect } = world;
  const memberCount = countMembers(store, row.id);
  const metadata = { instance_tag: "none" };
  const level = store.tables.memberships.one({ user: caller, organization: row.id })?.level ?? null;
  const projects = store.tables.projects
    .where({ organization: row.id })
    .filter((project) => !isGoing(project) && isVisibleTo(world, caller, project));
  const values: Record<string, unknown> = {
    ...row,
    ...(row.deletion_scheduled_at === undefined ? {} : { can_cancel_deletion: level !== null && level >= ADMIN_LEVEL }),
    membership_level: level,
    teams: projects.map((project) => showEnvironmentRow(world, project)),
    projects: projects.map(({ number, name }) => ({ id: number, organization_id: row.id, name })),
    available_product_features: row.available_product_features.map((key) => showFeature(row, key)),
    metadata: hasQuirk(dialect, "metadataIsObject") ? metadata : JSON.stringify(metadata),
    // Deleting the role clears it. @source service 2026-09, organizations.md, Fields
    default_role_id: store.table(ROLES_TABLE).get(row.default_role_id ?? "")?.id ?? null,
    member_count: hasQuirk(dialect, "memberCountIsNumber") ? memberCount : String(memberCount),
  };
  const shown = fieldsIn(ORGANIZATION, dialect).filter(({ name, optional }) => optional !== true || name in values);
  return Object.fromEntries(shown.map((field) => [field.name, values[field.name]]));
}

function showFeature({ project_limit: limit }: OrganizationRow, key: string): Record<string, unknown> {
  return { key, name: key, ...(key === "organizations_projects" && limit !== null ? { limit } : {}) };
}

/** Deactivated members don't count. @source live service 2025-08, flow 4:67-71 */
function countMembers(store: Store, organizationId: string): number {
  const { memberships, users } = store.tables;
  const switchedOff = store.database.count(
    `SELECT count(*) FROM ${users.sqlName} AS user CROSS JOIN ${memberships.sqlName} AS place ` +
      `ON place.user = user.id AND place.organization = ? WHERE user.is_active = 0`,
    organizationId,
  );
  return memberships.count({ organization: organizationId }) - switchedOff;
}

/**
 * Creates the slug of a new organization; it stays when the organization is renamed.
 *
 * The first name without Latin letters or digits gives the empty slug, and later ones only the suffix.
 * @source live service 2025-08, flow 1:108-114, 1:161-162
 */
export function newSlug(store: Store, identifiers: Identifiers, name: string): string {
  const base = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, "")
    .trim()
    .replace(/[-\s]+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "")
    .slice(0, SLUG_MAX_CHARS);
  let slug = base;
  while (store.tables.organizations.one({ slug: slug.toLowerCase() }) !== undefined) {
    slug = `${base.slice(0, SLUG_KEPT_CHARS)}-${identifiers.letters(4)}`;
  }
  return slug;
}
