import { wireTimeFromMs } from "../../clock.ts";
import { hasQuirk } from "../../dialects.ts";
import type { OrganizationRow, ProjectRow } from "../../store/rows.ts";
import type { World } from "../../world.ts";
import { isDictionary } from "../../wire/read-value.ts";
import type { ProjectValues } from "../../wire/project.ts";
import type { FieldValues } from "../../wire/read-body.ts";
import { addDefaultFunction } from "../hog-functions/default-function.ts";
import { DEFAULT_SETTINGS, LOCAL_TRAFFIC_FILTER } from "./defaults.ts";
import { freeName } from "./names.ts";

const now = (world: World): string => wireTimeFromMs(world.clock.nowMs());

/** Adds a project with its only environment and the environment's dashboard, which has the same number. */
export function createProject(world: World, organization: string, values: ProjectValues): ProjectRow {
  const number = world.identifiers.projectId();
  const { name = freeName(world, organization), product_description = null, tags = [], ...settings } = values;
  addDefaultFunction(world, number);
  return world.store.tables.projects.put({
    id: String(number),
    number,
    uuid: world.identifiers.uuid(),
    organization,
    name: String(name),
    product_description,
    environment_name: String(name),
    api_token: world.identifiers.token("phc"),
    created_at: now(world),
    updated_at: now(world),
    ingested_event: false,
    is_generating_demo_data: false,
    settings: {
      test_account_filters: testAccountFilters(world, organization),
      primary_dashboard: number,
      ...defaultsFrom(world, organization),
      ...settings,
    },
    intents: [],
    tags,
    deletion_scheduled_at: null,
  });
}

/** The organization's settings for new projects. @source service 2026-09, organizations.md, Fields */
function defaultsFrom(world: World, organization: string): FieldValues {
  return world.store.tables.organizations.get(organization)?.default_anonymize_ips === true
    ? { anonymize_ips: true }
    : {};
}

/** The domain of the members' addresses counts as internal; an organization's first project is older than its members. */
function testAccountFilters(world: World, organization: string): unknown[] {
  const { memberships, users } = world.store.tables;
  const first = memberships.one({ organization });
  const domain = /@[\w.]+/.exec(users.get(first?.user ?? "")?.email ?? "")?.[0];
  const internal = { key: "email", type: "person", value: domain, operator: "not_icontains" };
  return domain === undefined ? [LOCAL_TRAFFIC_FILTER] : [internal, LOCAL_TRAFFIC_FILTER];
}

/** Value of one setting of the environment. */
export function settingOf(row: ProjectRow, name: string): unknown {
  return Object.hasOwn(row.settings, name) ? row.settings[name] : DEFAULT_SETTINGS[name];
}

/** Settings that keep the keys that a request omits. @source live service 2025-08, flow 6:90-97; service 2026-09, projects.md */
const MERGED = ["session_replay_config", "survey_config"] as const;
const ALSO_MERGED = ["modifiers", "conversations_settings"] as const;

/**
 * Changes a project. Its name differs from its environment's, and only a setting of the environment changes
 * `updated_at`.
 * @source live service 2025-08, flow 6:10-22, 6:90-97, 6:117-119
 */
export function updateProject(world: World, row: ProjectRow, values: ProjectValues): ProjectRow {
  const { name = row.name, product_description = row.product_description, tags = row.tags, ...sent } = values;
  const settings = { ...row.settings, ...sent };
  const keys = hasQuirk(world.dialect, "modifiersAreMerged") ? [...MERGED, ...ALSO_MERGED] : MERGED;
  for (const key of keys) {
    if (key in sent) settings[key] = merged(settingOf(row, key), sent[key], key === "session_replay_config");
  }
  const isSaved = Object.keys(sent).length > 0;
  return world.store.tables.projects.put({
    ...row,
    name: String(name),
    product_description,
    tags,
    settings,
    updated_at: isSaved ? now(world) : row.updated_at,
  });
}

/** Omitted keys stay; `deep` also applies this one level below. Only null removes a value. */
function merged(stored: unknown, sent: unknown, deep: boolean): unknown {
  if (!isDictionary(stored) || !isDictionary(sent)) return sent;
  const entries = Object.entries(sent).map(([key, value]) => [key, deep ? merged(stored[key], value, false) : value]);
  return { ...stored, ...Object.fromEntries(entries) };
}

/** Gives the environment a new token; the old one becomes invalid at once. @source live service 2025-08, flow 6:173-174 */
export function resetToken(world: World, row: ProjectRow): ProjectRow {
  const api_token = world.identifiers.token("phc");
  return world.store.tables.projects.put({ ...row, api_token, updated_at: now(world) });
}

/**
 * Records interest in a product, and with `isOnboarded` that it was set up; the latest one comes last.
 * @source live service 2025-08, flow 6:177-204
 */
export function registerIntent(world: World, row: ProjectRow, product: string, isOnboarded: boolean): ProjectRow {
  const known = row.intents.find((intent) => intent.product_type === product);
  const at = now(world);
  const intent = {
    product_type: product,
    created_at: known?.created_at ?? at,
    onboarding_completed_at: isOnboarded ? at : (known?.onboarding_completed_at ?? null),
    updated_at: at,
  };
  const others = row.intents.filter((each) => each !== known);
  return world.store.tables.projects.put({ ...row, intents: [...others, intent] });
}

/**
 * Deletes a project with everything in it. If it was a user's current project, the first one of the current
 * organization becomes current.
 * @source live service 2025-08, flow 6:205-218
 */
export function deleteProject(world: World, row: ProjectRow): void {
  const { projects, users } = world.store.tables;
  world.store.deleteWithin("project", row.number);
  projects.delete(row.id);
  for (const user of users.where({ current_project: row.number })) {
    const next = projects.one({ organization: user.current_organization ?? "" });
    users.put({ ...user, current_project: next?.number ?? null });
  }
}

/** The maximum even of an unlimited plan. @source service 2026-09, projects.md, Rules */
export const MOST_PROJECTS = 2_000;

/** Whether the plan of an organization has no limit. */
export function isUnlimited({ available_product_features: features, project_limit }: OrganizationRow): boolean {
  return features.includes("organizations_projects") && project_limit === null;
}

/**
 * Whether the plan allows no further project. PUT checks this, too. Demo projects don't count, but there is only one,
 * which every plan of 2026 allows. A project that is being deleted counts, as in the code of July 2026, unless a
 * setting says otherwise.
 * @source live notes 8.2; live service 2025-08, flow 6:225-228
 */
export function isAtLimit(world: World, organization: OrganizationRow, wantsDemo: boolean): boolean {
  const isNamed = hasQuirk(world.dialect, "projectLimitIsNamed");
  const isCounted = ({ deletion_scheduled_at }: ProjectRow): boolean =>
    deletion_scheduled_at === null || world.settings().pendingProjectsCount;
  const rows = world.store.tables.projects.where({ organization: organization.id }).filter(isCounted);
  const others = rows.filter((row) => settingOf(row, "is_demo") !== true).length;
  if (wantsDemo && others < rows.length) return true;
  if (wantsDemo && isNamed) return false;
  const hasFeature = organization.available_product_features.includes("organizations_projects");
  const unlimited = isNamed ? MOST_PROJECTS : Number.POSITIVE_INFINITY;
  const limit = hasFeature ? (organization.project_limit ?? unlimited) : 1;
  return others >= limit;
}
