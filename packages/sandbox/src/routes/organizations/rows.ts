import { wireTimeFromMs } from "../../clock.ts";
import { type Dialect, isIn } from "../../dialects.ts";
import { OWNER_LEVEL, switchCurrentOrganization } from "../../pipeline/permission.ts";
import { type MembershipRow, NEW_ORGANIZATION, type OrganizationRow, type UserRow } from "../../store/rows.ts";
import type { FieldValues } from "../../wire/read-body.ts";
import { schedule } from "../../scheduler.ts";
import type { World } from "../../world.ts";
import { createProject } from "../projects/rows.ts";
import { allFeaturesIn, newSlug } from "./shape.ts";

/** Plugin level of an organization that was created on a self-hosted service. @source live service 2025-08, flow 1:3 */
const PLUGINS_ROOT_LEVEL = 9;

/** The same on the vendor's cloud. @source service 2026-09, organizations.md, Defaults */
const PLUGINS_CLOUD_LEVEL = 3;

/**
 * Defaults of a new organization since 2026, as on the vendor's cloud in the US; in the EU two of them differ.
 *
 * @source service 2026-09, organizations.md, Defaults of a new organization
 */
const NEWEST_DEFAULTS = {
  read_only_mcp_access: false,
  is_ai_data_processing_approved: true,
  is_ai_training_opted_in: true,
  is_ai_training_cta_shown: true,
} as const;

/** The clock's time in the form of rows. */
export function wireNow(world: World): string {
  return wireTimeFromMs(world.clock.nowMs());
}

/**
 * Creates an organization with its first project and makes `owner` its owner. They become the owner's current
 * organization and project.
 * @source live service 2025-08, flow 1:3-12
 */
export function createOrganization(
  world: World,
  owner: UserRow,
  name: string,
  settings: FieldValues,
  features: readonly string[] = featuresOfNew(world),
): OrganizationRow {
  const now = wireNow(world);
  const isNewest = isIn(world.dialect, { since: "2026-09" });
  const row: OrganizationRow = {
    id: world.identifiers.uuid(),
    name,
    slug: newSlug(world.store, world.identifiers, name),
    logo_media_id: null,
    created_at: now,
    updated_at: now,
    plugins_access_level: isNewest && world.settings().cloud ? PLUGINS_CLOUD_LEVEL : PLUGINS_ROOT_LEVEL,
    available_product_features: features,
    is_member_join_email_enabled: true,
    customer_id: null,
    enforce_2fa: null,
    members_can_invite: true,
    members_can_use_personal_api_keys: true,
    is_ai_data_processing_approved: null,
    default_experiment_stats_method: "bayesian",
    project_limit: null,
    ...NEW_ORGANIZATION,
    uses_most_specific_access_resolution: resolutionOfNew(world),
    ...(isNewest ? NEWEST_DEFAULTS : {}),
    ...settings,
  };
  // The column stores lower case, but the response to the create still shows the generated letters.
  // @source live service 2025-08, flow 1:109 against 1:115
  world.store.tables.organizations.put({ ...row, slug: row.slug.toLowerCase() });
  createProject(world, row.id, {});
  addMembership(world, owner.id, row.id, OWNER_LEVEL);
  switchCurrentOrganization(world, owner.id, row.id);
  return row;
}

/** Organizations from before the newer order don't get it. @source service 2026-09, access-control.md, Mode */
function resolutionOfNew(world: World): true | null {
  const isNewer = isIn(world.dialect, { since: "2026-09" });
  return isNewer && world.settings().newOrganizationsResolveMostSpecific ? true : null;
}

/** Plan features of a new organization. */
function featuresOfNew(world: World): readonly string[] {
  const { newOrganizationFeatures } = world.settings();
  if (newOrganizationFeatures === "none") return [];
  return newOrganizationFeatures === "all" ? allFeaturesIn(world.dialect) : newOrganizationFeatures;
}

/** An organization with the whole license gets the whole license of the other dialect. */
export function carryFeaturesOver(world: World, from: Dialect): void {
  const before = allFeaturesIn(from);
  for (const row of world.store.tables.organizations.all()) {
    const features = row.available_product_features;
    if (!before.every((feature) => features.includes(feature))) continue;
    const others = features.filter((feature) => !before.includes(feature));
    const after = [...new Set([...allFeaturesIn(world.dialect), ...others])];
    world.store.tables.organizations.put({ ...row, available_product_features: after });
  }
}

/** Changes fields of an organization and its `updated_at`. */
export function updateOrganization(world: World, row: OrganizationRow, patch: FieldValues): OrganizationRow {
  return world.store.tables.organizations.put({ ...row, ...patch, updated_at: wireNow(world) });
}

/** Duration of a deletion; the service's duration isn't known. */
const DELETION_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Marks an organization as being deleted, and sets the time of its deletion. A setting can delay it by days, as the
 * service later did, which then shows that time.
 *
 * @source service 2026-09, organizations.md, Deletion
 */
export function beginDeletion(world: World, row: OrganizationRow): void {
  const keptMs = world.settings().organizationsKeptHours * HOUR_MS;
  const dueMs = world.clock.nowMs() + Math.max(keptMs, DELETION_MS);
  const told = keptMs === 0 ? {} : { deletion_scheduled_at: wireTimeFromMs(dueMs) };
  updateOrganization(world, row, { is_pending_deletion: true, ...told });
  schedule(world, "delete organization", dueMs, row.id);
}

/**
 * Deletes an organization with everything in it. Members lose it as their current organization.
 * @source live service 2025-08, flow 1:129-136
 */
export function deleteOrganization(world: World, organizationId: string): void {
  const { tables } = world.store;
  for (const project of tables.projects.where({ organization: organizationId })) {
    world.store.deleteWithin("project", project.number);
  }
  world.store.deleteWithin("organization", organizationId);
  tables.organizations.delete(organizationId);
  for (const user of tables.users.where({ current_organization: organizationId })) {
    tables.users.put({ ...user, current_organization: null, current_project: null });
  }
}

/** Adds a user to an organization, or changes the level of an existing member. */
export function addMembership(world: World, user: string, organization: string, level: number): MembershipRow {
  const { memberships } = world.store.tables;
  const now = wireNow(world);
  const existing = memberships.one({ user, organization });
  if (existing !== undefined) return memberships.put({ ...existing, level, updated_at: now });
  const id = world.identifiers.uuid();
  return memberships.put({ id, user, organization, level, joined_at: now, updated_at: now });
}

/** Removes a member, with everything that a family stores about the membership. */
export function removeMembership(world: World, row: MembershipRow): boolean {
  world.memberLeft(row.user, row.organization);
  return world.store.tables.memberships.delete(row.id);
}
