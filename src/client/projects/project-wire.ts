import * as z from "zod";
import { secret } from "../response-secrets.ts";
import { anything, instantText, jsonObject, nonEmptyText, textOrNull, textOrNullIfAny, wholeOrNull } from "../wire.ts";

const flag = z.boolean().nullable().optional();
const texts = z.array(z.string().nullable()).nullable().optional();
const object = jsonObject.nullable().optional();

/** A project in a list, which shows only a few settings. A setting that the list omits is absent; the project itself has it. */
export const projectRowSchema = z.looseObject({
  id: z.number().int(),
  uuid: nonEmptyText,
  /** ID of the organization. */
  organization: nonEmptyText,
  name: z.string(),
  /** Key for sending events; in plain text. */
  api_token: secret(nonEmptyText),
  timezone: z.string(),
  is_demo: z.boolean(),
  /** `true` after the first event arrived; absent if the service didn't send it. */
  ingested_event: z.boolean().optional(),
  product_description: textOrNullIfAny,
  created_at: instantText.optional(),
  app_urls: texts,
  recording_domains: texts,
  /** Absent if the service no longer has it. */
  slack_incoming_webhook: secret(z.string().nullable().optional()),
  anonymize_ips: flag,
  test_account_filters_default_checked: flag,
  person_display_name_properties: texts,
  autocapture_opt_out: flag,
  autocapture_exceptions_opt_in: flag,
  autocapture_web_vitals_opt_in: flag,
  capture_console_log_opt_in: flag,
  capture_performance_opt_in: flag,
  session_recording_opt_in: flag,
  /** A decimal as a string with two places: `"0.50"`. */
  session_recording_sample_rate: z.union([z.string(), z.number()]).nullable().optional(),
  session_recording_minimum_duration_milliseconds: z.number().int().nullable().optional(),
  surveys_opt_in: flag,
  heatmaps_opt_in: flag,
  /** 0 Sunday, 1 Monday; by default, the service guesses it from the caller's location. */
  week_start_day: z.number().int().nullable().optional(),
  flags_persistence_default: flag,
  /** Like all following fields, absent if the service doesn't have it yet. */
  tags: z.array(z.string()).optional(),
  capture_dead_clicks: flag,
  receive_org_level_activity_logs: flag,
  conversations_enabled: flag,
  proactive_tasks_enabled: flag,
  human_friendly_comparison_periods: flag,
  feature_flag_confirmation_enabled: flag,
  feature_flag_confirmation_message: z.string().nullable().optional(),
  default_evaluation_contexts_enabled: flag,
  require_evaluation_contexts: flag,
  web_analytics_pre_aggregated_tables_enabled: flag,
  session_recording_retention_period: z.string().nullable().optional(),
  business_model: z.string().nullable().optional(),
  base_currency: z.string().nullable().optional(),
  cookieless_server_hash_mode: z.number().int().nullable().optional(),
  /** The project was deleted; the service keeps it until the following time. */
  is_pending_deletion: flag,
  deletion_scheduled_at: z.string().nullable().optional(),
});

/** A project in a list as the service sends it; undeclared fields are kept unchanged. */
export type ProjectRowWire = z.output<typeof projectRowSchema>;

/** A project; fields that a version of the service lacks are absent. */
export const projectSchema = projectRowSchema.extend({
  product_description: textOrNull,
  created_at: instantText,
  /** Absent if the service didn't send it. */
  updated_at: instantText.optional(),
  /** Level of the key's own account in the project: 1, 8 or 15. */
  effective_membership_level: wholeOrNull,
  /** Signed again for every read. It's of no use to anybody here, and there are too many to hide. */
  live_events_token: textOrNull,
  /** In plain text. */
  secret_api_token: secret(textOrNull),
  /** In plain text. */
  secret_api_token_backup: secret(textOrNull),
  completed_snippet_onboarding: flag,
  /** Any JSON; the service sets it when it creates the project. */
  test_account_filters: anything,
  path_cleaning_filters: anything,
  data_attributes: anything,
  correlation_config: anything,
  autocapture_exceptions_errors_to_ignore: anything,
  autocapture_web_vitals_allowed_metrics: anything,
  session_recording_linked_flag: object,
  session_recording_network_payload_capture_config: object,
  session_recording_masking_config: object,
  session_replay_config: object,
  survey_config: object,
  access_control: flag,
  /** Number of a dashboard that the service creates with the project. */
  primary_dashboard: z.number().int().nullable().optional(),
  live_events_columns: texts,
  inject_web_apps: flag,
  extra_settings: anything,
  modifiers: anything,
  has_completed_onboarding_for: anything,
  product_intents: anything,
});

/**
 * A project as the service sends it; undeclared fields are kept unchanged.
 *
 * @source live-organizations 8.1, flows 6 (observed 2026-11-20)
 */
export type ProjectWire = z.output<typeof projectSchema>;

/** The environment of a project. */
export const environmentSchema = z.looseObject({
  id: z.number().int(),
  uuid: nonEmptyText,
  organization: nonEmptyText,
  /** Number of the project; absent if the service didn't send it. */
  project_id: z.number().int().optional(),
  /** Keeps the old value when the project is renamed. */
  name: z.string(),
  api_token: secret(nonEmptyText),
  product_intents: anything,
});

/**
 * The environment of a project as the service sends it; undeclared fields are kept unchanged.
 *
 * @source flows 6:176-188, top ten 5 (observed 2026-11-20)
 */
export type EnvironmentWire = z.output<typeof environmentSchema>;

/** Response to a request for demo data. */
export const demoDataSchema = z.looseObject({ is_generating_demo_data: z.boolean() });

/** Whether demo data is being created, as the service sends it. */
export type DemoDataWire = z.output<typeof demoDataSchema>;

/** Writable fields of a project; omitted fields stay unchanged. */
export interface ProjectBody {
  /** 1 to 200 characters; `Default project` by the server-side default. */
  readonly name?: string | undefined;
  /** At most 1000 characters. */
  readonly product_description?: string | null | undefined;
  /** Name from the time zone database, such as `Europe/Paris`; `UTC` by the server-side default. */
  readonly timezone?: string | undefined;
  /** Addresses of at most 200 characters. */
  readonly app_urls?: readonly (string | null)[] | undefined;
  readonly recording_domains?: readonly (string | null)[] | null | undefined;
  /** At most 500 characters. */
  readonly slack_incoming_webhook?: string | null | undefined;
  readonly anonymize_ips?: boolean | undefined;
  readonly completed_snippet_onboarding?: boolean | undefined;
  readonly test_account_filters?: unknown;
  readonly test_account_filters_default_checked?: boolean | null | undefined;
  readonly path_cleaning_filters?: unknown;
  readonly is_demo?: boolean | undefined;
  readonly data_attributes?: unknown;
  /** Names of at most 400 characters. */
  readonly person_display_name_properties?: readonly string[] | null | undefined;
  readonly correlation_config?: unknown;
  readonly autocapture_opt_out?: boolean | null | undefined;
  readonly autocapture_exceptions_opt_in?: boolean | null | undefined;
  readonly autocapture_exceptions_errors_to_ignore?: unknown;
  readonly autocapture_web_vitals_opt_in?: boolean | null | undefined;
  readonly autocapture_web_vitals_allowed_metrics?: unknown;
  readonly capture_console_log_opt_in?: boolean | null | undefined;
  readonly capture_performance_opt_in?: boolean | null | undefined;
  readonly session_recording_opt_in?: boolean | undefined;
  /** 0 to 1 with at most two places. */
  readonly session_recording_sample_rate?: string | number | null | undefined;
  /** Milliseconds, 0 to 30000. */
  readonly session_recording_minimum_duration_milliseconds?: number | null | undefined;
  readonly session_recording_linked_flag?: Readonly<Record<string, unknown>> | null | undefined;
  readonly session_recording_network_payload_capture_config?: Readonly<Record<string, unknown>> | null | undefined;
  readonly session_recording_masking_config?: Readonly<Record<string, unknown>> | null | undefined;
  /** Merged into the stored value; only `null` removes keys. */
  readonly session_replay_config?: Readonly<Record<string, unknown>> | null | undefined;
  /** Merged into the stored value; only `null` removes keys. */
  readonly survey_config?: Readonly<Record<string, unknown>> | null | undefined;
  readonly surveys_opt_in?: boolean | null | undefined;
  readonly heatmaps_opt_in?: boolean | null | undefined;
  readonly access_control?: boolean | undefined;
  /** 0 Sunday, 1 Monday. */
  readonly week_start_day?: number | null | undefined;
  /** Number of a dashboard; the running service returns 500 to `null`. */
  readonly primary_dashboard?: number | undefined;
  readonly live_events_columns?: readonly string[] | null | undefined;
  readonly inject_web_apps?: boolean | null | undefined;
  readonly extra_settings?: unknown;
  readonly modifiers?: unknown;
  readonly has_completed_onboarding_for?: unknown;
  readonly flags_persistence_default?: boolean | null | undefined;
  /** At most 255 characters each; stored trimmed and in lower case. Older services ignore this and the following fields. */
  readonly tags?: readonly string[] | undefined;
  readonly capture_dead_clicks?: boolean | null | undefined;
  readonly receive_org_level_activity_logs?: boolean | null | undefined;
  readonly conversations_enabled?: boolean | null | undefined;
  readonly proactive_tasks_enabled?: boolean | null | undefined;
  readonly human_friendly_comparison_periods?: boolean | null | undefined;
  readonly feature_flag_confirmation_enabled?: boolean | null | undefined;
  readonly feature_flag_confirmation_message?: string | null | undefined;
  readonly default_evaluation_contexts_enabled?: boolean | null | undefined;
  readonly require_evaluation_contexts?: boolean | null | undefined;
  readonly web_analytics_pre_aggregated_tables_enabled?: boolean | null | undefined;
  /** `30d`, `90d`, `1y`, or `5y`; the service refuses more than the plan includes. */
  readonly session_recording_retention_period?: string | undefined;
  /** `b2b`, `b2c` or `other`. */
  readonly business_model?: string | null | undefined;
  /** ISO 4217. */
  readonly base_currency?: string | undefined;
  /** 0, 1 or 2. */
  readonly cookieless_server_hash_mode?: number | null | undefined;
}

/** What somebody wants to do with a product of the service. */
export interface ProductIntentBody {
  /** Not empty, under 256 characters, such as `surveys`. */
  readonly product_type: string;
  readonly intent_context?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}
