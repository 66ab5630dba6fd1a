import { createHash } from "node:crypto";
import type { ProjectRow } from "../../store/rows.ts";
import { isIn } from "../../dialects.ts";
import { type ResourceSpec, fieldsIn } from "../../wire/field.ts";
import { ENVIRONMENT, PROJECT, PROJECT_SETTINGS } from "../../wire/project.ts";
import type { World } from "../../world.ts";
import { DEFAULT_MODIFIERS, ENVIRONMENT_DEFAULTS } from "./defaults.ts";
import { settingOf } from "./rows.ts";

/** A project in a list. @source live service 2025-08, flow 6:1 */
export function showProjectRow(world: World, row: ProjectRow): Record<string, unknown> {
  const newer = isIn(world.dialect, { since: "2026-09" }) ? { project_id: row.number, tags: row.tags } : {};
  return {
    ...newer,
    id: row.number,
    uuid: row.uuid,
    organization: row.organization,
    api_token: row.api_token,
    name: row.name,
    completed_snippet_onboarding: settingOf(row, "completed_snippet_onboarding"),
    has_completed_onboarding_for: settingOf(row, "has_completed_onboarding_for"),
    ingested_event: row.ingested_event,
    is_demo: settingOf(row, "is_demo"),
    timezone: settingOf(row, "timezone"),
    access_control: settingOf(row, "access_control"),
  };
}

/** The environment of a project, as organizations and users embed it. @source live service 2025-08, flows 1:1 and 6:12 */
export function showEnvironmentRow(world: World, row: ProjectRow): Record<string, unknown> {
  return { ...showProjectRow(world, row), project_id: row.number, name: row.environment_name };
}

/** The reader of a project: the level in the organization, and the access by rules. */
export type Reader = { readonly level: number; readonly access: string };

/** A single project, as a member with that level sees it. @source live service 2025-08, flow 6:2 */
export function showProject(world: World, row: ProjectRow, reader: Reader): Record<string, unknown> {
  const own = { name: row.name, product_description: row.product_description, tags: row.tags };
  return only(PROJECT, world, { ...showCommon(world, row, reader), ...own });
}

/** A single environment of a project; it keeps its original name. @source live service 2025-08, flow 6:14 */
export function showEnvironment(world: World, row: ProjectRow, reader: Reader): Record<string, unknown> {
  return only(ENVIRONMENT, world, {
    ...ENVIRONMENT_DEFAULTS,
    ...showCommon(world, row, reader),
    name: row.environment_name,
    project_id: row.number,
  });
}

/** The known fields that the dialect has. */
function only(resource: ResourceSpec, { dialect }: World, values: Record<string, unknown>): Record<string, unknown> {
  const names = new Set(fieldsIn(resource, dialect).map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

function showCommon(world: World, row: ProjectRow, { level, access }: Reader): Record<string, unknown> {
  const settings = PROJECT_SETTINGS.map(({ name }) => [name, settingOf(row, name)] as const);
  return {
    id: row.number,
    uuid: row.uuid,
    organization: row.organization,
    created_at: row.created_at,
    updated_at: row.updated_at,
    api_token: row.api_token,
    effective_membership_level: level,
    has_group_types: false,
    group_types: [],
    live_events_token: liveEventsToken(world, row),
    ingested_event: row.ingested_event,
    person_on_events_querying_enabled: false,
    default_modifiers: DEFAULT_MODIFIERS,
    product_intents: row.intents,
    secret_api_token: null,
    secret_api_token_backup: null,
    project_id: row.number,
    user_access_level: access,
    heatmaps_screenshot_secret: null,
    available_setup_task_ids: [],
    managed_viewsets: {},
    is_pending_deletion: row.deletion_scheduled_at !== null,
    deletion_scheduled_at: row.deletion_scheduled_at,
    ...Object.fromEntries(settings),
  };
}

const TOKEN_SECONDS = 7 * 86_400;

/** Signed again at every read, so it differs every second. @source live notes 8.1 */
function liveEventsToken(world: World, row: ProjectRow): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(world.clock.nowMs() / 1000) + TOKEN_SECONDS;
  const claims = { team_id: row.number, api_token: row.api_token, exp, aud: "posthog:livestream" };
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${createHash("sha256").update(signed).digest("base64url")}`;
}
