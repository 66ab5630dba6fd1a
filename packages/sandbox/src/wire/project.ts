import type { FieldSpec, ResourceSpec } from "./field.ts";
import { numberChoice } from "./read-value.ts";
import {
  readLinkedFlag,
  readMasking,
  readModifiers,
  readCurrency,
  readNumberReference,
  readPayloadCapture,
  readReplay,
  readShare,
  readTags,
  textList,
} from "./project-values.ts";
import { TIME_ZONES } from "./time-zones.ts";

const SHOWN = "live service 2025-08, flow 6:2-4";
const AS_ENVIRONMENT = "live service 2025-08, flow 6:14";

type Extra = Omit<Partial<FieldSpec>, "name" | "type" | "source">;

const shown = (name: string, type: FieldSpec["type"], extra: Extra = {}): FieldSpec => ({
  name,
  type,
  source: SHOWN,
  ...extra,
});

/** A writable setting; `steps` are those of the recording that show the accepted values. */
const setting = (name: string, type: FieldSpec["type"], steps: string, extra: Extra = {}): FieldSpec => ({
  name,
  type,
  writable: true,
  source: `live service 2025-08, ${steps}`,
  ...extra,
});

/** A switch that can also be unset. */
const choice = (name: string, steps: string): FieldSpec => setting(name, "boolean", steps, { nullable: true });

/** Any JSON, which the service accepts unchanged. */
const json = (name: string, steps: string, nullable = true): FieldSpec => setting(name, "any", steps, { nullable });

const NEWEST = "service 2026-09, projects.md, Writable fields";

/** A setting that was added between 2025-08 and 2026-09, or that only the environment showed before. */
const added = (name: string, type: FieldSpec["type"], extra: Extra = {}): FieldSpec => ({
  name,
  type,
  writable: true,
  nullable: true,
  since: "2026-09",
  source: NEWEST,
  ...extra,
});

/** Settings that a project accepts by 2026-09. */
const NEWER_SETTINGS: readonly FieldSpec[] = [
  ...[
    "capture_dead_clicks",
    "receive_org_level_activity_logs",
    "conversations_enabled",
    "proactive_tasks_enabled",
    "human_friendly_comparison_periods",
    "feature_flag_confirmation_enabled",
    "default_evaluation_contexts_enabled",
    "require_evaluation_contexts",
    "web_analytics_pre_aggregated_tables_enabled",
  ].map((name) => added(name, "boolean")),
  ...["session_recording_trigger_groups", "conversations_settings", "logs_settings", "onboarding_tasks"].map((name) =>
    added(name, "any"),
  ),
  ...[
    "session_recording_url_trigger_config",
    "session_recording_url_blocklist_config",
    "session_recording_event_trigger_config",
  ].map((name) => added(name, "list")),
  ...[
    "revenue_analytics_config",
    "marketing_analytics_config",
    "customer_analytics_config",
    "workflows_config",
    "feature_flag_policy_config",
  ].map((name) => added(name, "object", { nullable: false })),
  added("session_recording_trigger_match_type_config", "text", { maxChars: 24 }),
  added("session_recording_retention_period", "text", { nullable: false, choices: ["30d", "90d", "1y", "5y"] }),
  added("business_model", "text", { choices: ["b2b", "b2c", "other"], blank: true }),
  added("base_currency", "text", { nullable: false, read: readCurrency }),
  added("cookieless_server_hash_mode", "integer", { read: numberChoice([0, 1, 2]) }),
  added("feature_flag_confirmation_message", "text", { blank: true }),
  added("default_data_theme", "integer"),
];

/** Settings of an environment that its project can change. @source live service 2025-08, flow 6:23-133 */
export const PROJECT_SETTINGS: readonly FieldSpec[] = [
  setting("app_urls", "list", "flow 6:44-49", { read: textList({ maxChars: 200, nullable: true }) }),
  setting("slack_incoming_webhook", "text", "flow 6:108-110; gone in service 2026-09, projects.md", {
    nullable: true,
    blank: true,
    maxChars: 500,
    until: "2025-08",
  }),
  setting("anonymize_ips", "boolean", "flow 6:52-54"),
  setting("completed_snippet_onboarding", "boolean", "flow 6:121"),
  json("test_account_filters", "flow 6:55-58", false),
  choice("test_account_filters_default_checked", "OpenAPI document 2025-08"),
  json("path_cleaning_filters", "flow 6:59-60"),
  setting("is_demo", "boolean", "flow 6:122"),
  setting("timezone", "text", "flow 6:23-34", { choices: TIME_ZONES }),
  json("data_attributes", "flow 6:61-63", false),
  setting("person_display_name_properties", "list", "flow 6:64-66", {
    nullable: true,
    read: textList({ maxChars: 400 }),
  }),
  json("correlation_config", "flow 6:98-99"),
  choice("autocapture_opt_out", "flow 6:100-101"),
  choice("autocapture_exceptions_opt_in", "OpenAPI document 2025-08"),
  choice("autocapture_web_vitals_opt_in", "OpenAPI document 2025-08"),
  json("autocapture_web_vitals_allowed_metrics", "OpenAPI document 2025-08"),
  json("autocapture_exceptions_errors_to_ignore", "OpenAPI document 2025-08"),
  choice("capture_console_log_opt_in", "flow 6:128-129"),
  choice("capture_performance_opt_in", "OpenAPI document 2025-08"),
  setting("session_recording_opt_in", "boolean", "flow 6:78-80"),
  setting("session_recording_sample_rate", "text", "flow 6:67-73", { nullable: true, read: readShare }),
  setting("session_recording_minimum_duration_milliseconds", "integer", "flow 6:74-77", {
    nullable: true,
    least: 0,
    most: 30_000,
  }),
  setting("session_recording_linked_flag", "object", "flow 6:81-83", { nullable: true, read: readLinkedFlag }),
  setting("session_recording_network_payload_capture_config", "object", "flow 6:87-89", {
    nullable: true,
    read: readPayloadCapture,
  }),
  setting("session_recording_masking_config", "object", "flow 6:84-86", { nullable: true, read: readMasking }),
  setting("session_replay_config", "object", "flow 6:90-93", { nullable: true, read: readReplay }),
  json("survey_config", "flow 6:94-97"),
  setting("access_control", "boolean", "flow 6:113-114"),
  setting("week_start_day", "integer", "flow 6:39-43", { nullable: true, read: numberChoice([0, 1]) }),
  setting("primary_dashboard", "integer", "flow 6:111-112", { nullable: true, read: readNumberReference }),
  setting("live_events_columns", "list", "flow 6:132-133", { nullable: true, read: textList() }),
  setting("recording_domains", "list", "flow 6:50-51", {
    nullable: true,
    read: textList({ maxChars: 200, nullable: true }),
  }),
  choice("inject_web_apps", "flow 6:106-107"),
  json("extra_settings", "flow 6:123-124"),
  setting("modifiers", "any", "flow 6:125-127", { nullable: true, read: readModifiers }),
  json("has_completed_onboarding_for", "flow 6:115-116"),
  choice("surveys_opt_in", "flow 6:102-103"),
  choice("heatmaps_opt_in", "flow 6:104-105"),
  choice("flags_persistence_default", "flow 6:130-131"),
  ...NEWER_SETTINGS,
];

/** One product that somebody was interested in. @source live service 2025-08, flow 6:177-204 */
const INTENT: ResourceSpec = {
  name: "ProductIntent",
  fields: [
    shown("product_type", "text"),
    shown("created_at", "dateTime"),
    shown("onboarding_completed_at", "dateTime", { nullable: true }),
    shown("updated_at", "dateTime"),
  ],
};

/** A field that both project and environment show by 2026-09. */
const newest = (name: string, type: FieldSpec["type"], extra: Extra = {}): FieldSpec => ({
  name,
  type,
  since: "2026-09",
  source: "service 2026-09, projects.md, Read only",
  ...extra,
});

const TAGS = added("tags", "list", { nullable: false, read: readTags });

/** Fields that both project and environment show, and that can't be set. */
const COMMON: readonly FieldSpec[] = [
  shown("id", "integer"),
  shown("uuid", "uuid"),
  shown("organization", "uuid"),
  shown("created_at", "dateTime"),
  shown("updated_at", "dateTime"),
  shown("api_token", "text"),
  shown("effective_membership_level", "integer", { nullable: true }),
  shown("has_group_types", "boolean"),
  shown("group_types", "list"),
  shown("live_events_token", "text", { nullable: true }),
  shown("ingested_event", "boolean"),
  shown("person_on_events_querying_enabled", "boolean"),
  shown("default_modifiers", "object"),
  shown("product_intents", "list", { of: INTENT }),
  shown("secret_api_token", "text", { nullable: true }),
  shown("secret_api_token_backup", "text", { nullable: true }),
  newest("project_id", "integer"),
  newest("user_access_level", "text", { nullable: true }),
  newest("heatmaps_screenshot_secret", "text", { nullable: true }),
  newest("available_setup_task_ids", "list"),
  newest("managed_viewsets", "object"),
  newest("is_pending_deletion", "boolean"),
  newest("deletion_scheduled_at", "dateTime", { nullable: true }),
];

/** The accepted values of a project; all other fields are settings of the environment. */
export type ProjectValues = Readonly<Record<string, unknown>> & {
  readonly product_description?: string | null;
  readonly tags?: readonly string[];
};

/** A project with the settings of its only environment. @source live service 2025-08, flow 6 */
export const PROJECT: ResourceSpec<ProjectValues> = {
  name: "Project",
  fields: [
    setting("name", "text", "flow 6:16-22", { maxChars: 200 }),
    setting("product_description", "text", "flow 6:117-120", { nullable: true, blank: true, maxChars: 1000 }),
    TAGS,
    ...COMMON,
    ...PROJECT_SETTINGS,
  ],
};

const ROW_SETTINGS = new Set([
  "completed_snippet_onboarding",
  "has_completed_onboarding_for",
  "is_demo",
  "timezone",
  "access_control",
]);

/** A project in a list. @source live service 2025-08, flow 6:1 */
export const PROJECT_ROW: ResourceSpec = {
  name: "Project",
  fields: [
    ...["id", "uuid", "organization", "api_token", "ingested_event", "project_id"].flatMap((name) =>
      COMMON.filter((field) => field.name === name),
    ),
    shown("name", "text"),
    ...PROJECT_SETTINGS.filter(({ name }) => ROW_SETTINGS.has(name)),
    TAGS,
  ],
};

const own = (name: string, type: FieldSpec["type"], extra: Extra = {}): FieldSpec => ({
  name,
  type,
  // By 2026-09, the project shows them, and so does the environment.
  until: "2025-08",
  source: AS_ENVIRONMENT,
  ...extra,
});

/** Settings of an environment that its project doesn't show; no supported operation sets them. */
export const ENVIRONMENT_SETTINGS: readonly FieldSpec[] = [
  own("session_recording_url_trigger_config", "list"),
  own("session_recording_url_blocklist_config", "list"),
  own("session_recording_event_trigger_config", "list"),
  own("session_recording_trigger_match_type_config", "text", { nullable: true }),
  own("cookieless_server_hash_mode", "integer"),
  own("human_friendly_comparison_periods", "boolean"),
  own("feature_flag_confirmation_enabled", "boolean"),
  own("feature_flag_confirmation_message", "text", { nullable: true }),
  own("capture_dead_clicks", "boolean"),
  own("default_data_theme", "integer", { nullable: true }),
  own("revenue_analytics_config", "object"),
  own("marketing_analytics_config", "object"),
  own("onboarding_tasks", "object", { nullable: true }),
  own("base_currency", "text"),
];

/** An environment, which is the response to the requests about products. @source live service 2025-08, flow 6:14, 6:177 */
export const ENVIRONMENT: ResourceSpec = {
  name: "Environment",
  fields: [
    shown("name", "text"),
    own("project_id", "integer"),
    own("user_access_level", "text"),
    ...COMMON,
    ...PROJECT_SETTINGS,
    ...ENVIRONMENT_SETTINGS,
  ],
};

/** The body of the requests about products. @source live service 2025-08, flow 6:177-196 */
export const PRODUCT_INTENT: ResourceSpec = {
  name: "ProductIntent",
  fields: [
    setting("product_type", "text", "flow 6:180-186", { required: true }),
    setting("metadata", "object", "flow 6:184"),
    setting("intent_context", "text", "flow 6:179"),
  ],
};

/** The fields of a project whose deletion was cancelled. @source service 2026-09, projects.md, first table */
export const KEPT_PROJECT: ResourceSpec = {
  name: "Project",
  fields: [
    newest("id", "integer"),
    newest("organization_id", "uuid"),
    newest("name", "text"),
    newest("product_description", "text", { nullable: true }),
    newest("created_at", "dateTime"),
    newest("is_pending_deletion", "boolean"),
    newest("deletion_scheduled_at", "dateTime", { nullable: true }),
    TAGS,
  ],
};

/** Whether demo data is being created. @source live service 2025-08, flow 6:176 */
export const DEMO_DATA: ResourceSpec = {
  name: "DemoData",
  fields: [shown("is_generating_demo_data", "boolean")],
};
