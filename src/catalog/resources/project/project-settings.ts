import * as z from "zod";

import type { ProjectBody, ProjectRowWire } from "../../../client/projects/project-wire.ts";
import { sameValue } from "../../../model/json-value.ts";
import { timeZone } from "../../fields/time-zone.ts";
import { type Field, field } from "../../../model/field.ts";
import type { FieldCodec } from "../../../model/wire/codec.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";
import { shownFields } from "../../../model/wire/resolve.ts";

const { custom, ...codecs } = codecsOf<ProjectRowWire, ProjectBody>();

/** The wire form of a project's fields; a row of the list shows few of them. */
export const { same, shown } = codecs;

type FlagCodec<Given> = FieldCodec<never, unknown, boolean | null | undefined, Given>;

/** A Boolean setting of the service with its default; null is "not set". */
const flag = <Wire extends FlagCodec<boolean | Default>, const Default extends boolean | null>(
  doc: string,
  wire: Wire,
  serviceDefault: Default,
) =>
  field(z.boolean().optional(), {
    doc: `${doc}; the server-side default is ${stateOf(serviceDefault)}.`,
    wire,
    serviceDefault,
  });

const stateOf = (value: boolean | null): string => (value === null ? "not set" : String(value));

const texts = (maxChars: number) => z.array(z.string().min(1).max(maxChars)).optional();

/** A Boolean setting of newer services, which older services don't show. */
const newerFlag = <Wire extends FlagCodec<boolean>>(doc: string, wire: Wire) => ({
  ...flag(doc, wire, false),
  returned: "where supported" as const,
});

/** Settings that came by September 2026. @source service 2026-09, projects.md, Writable fields; defaults inferred */
const newerSettings = {
  tags: field(z.array(z.string().min(1).max(255)).optional(), {
    doc: "Labels of the project, at most 255 characters each. The service stores them trimmed, in lowercase, and without duplicates.",
    wire: same("tags"),
    serviceDefault: [],
    normalize: (tags: readonly string[]) => [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].toSorted(),
    returned: "where supported",
  }),
  captureDeadClicks: newerFlag("Whether clients capture clicks that have no effect", same("capture_dead_clicks")),
  receiveOrgLevelActivityLogs: newerFlag(
    "Whether this project receives the organization's activity log entries",
    same("receive_org_level_activity_logs"),
  ),
  conversationsEnabled: newerFlag("Whether conversations with users are enabled", same("conversations_enabled")),
  proactiveTasksEnabled: newerFlag("Whether the service works on tasks automatically", same("proactive_tasks_enabled")),
  humanFriendlyComparisonPeriods: newerFlag(
    "Whether comparisons use whole months and years",
    same("human_friendly_comparison_periods"),
  ),
  featureFlagConfirmationEnabled: newerFlag(
    "Whether people must confirm a change of a feature flag",
    same("feature_flag_confirmation_enabled"),
  ),
  featureFlagConfirmationMessage: field(z.string().optional(), {
    doc: "Text that asks people to confirm a change of a feature flag.",
    wire: same("feature_flag_confirmation_message"),
    serviceDefault: null,
    normalize: (value: string) => value.trim(),
    returned: "where supported",
  }),
  defaultEvaluationContextsEnabled: newerFlag(
    "Whether new feature flags get the default evaluation contexts",
    same("default_evaluation_contexts_enabled"),
  ),
  requireEvaluationContexts: newerFlag(
    "Whether feature flags must have an evaluation context",
    same("require_evaluation_contexts"),
  ),
  webAnalyticsPreAggregatedTablesEnabled: newerFlag(
    "Whether web analytics reads tables that are computed in advance",
    same("web_analytics_pre_aggregated_tables_enabled"),
  ),
  sessionRecordingRetentionPeriod: field(z.enum(["30d", "90d", "1y", "5y"]).optional(), {
    doc: 'Retention period of session recordings: "30d", "90d", "1y", or "5y". The service refuses a period that the plan doesn\'t include.',
    wire: same("session_recording_retention_period"),
    serviceDefault: "30d",
    returned: "where supported",
  }),
  businessModel: field(z.enum(["b2b", "b2c", "other"]).optional(), {
    doc: 'Customers of the product: "b2b", "b2c", or "other".',
    wire: same("business_model"),
    serviceDefault: null,
    returned: "where supported",
  }),
  baseCurrency: field(
    z
      .string()
      .regex(/^[A-Z]{3}$/u, 'expected a code of ISO 4217 such as "EUR"')
      .optional(),
    {
      doc: 'Currency of revenue, a code of ISO 4217 such as "EUR"; the server-side default is "USD".',
      wire: same("base_currency"),
      serviceDefault: "USD",
      returned: "where supported",
    },
  ),
  cookielessServerHashMode: field(z.number().int().min(0).max(2).optional(), {
    doc: "How the service distinguishes persons without cookies: 0 disables it, 1 uses a stateless hash, 2 a stateful hash.",
    wire: same("cookieless_server_hash_mode"),
    serviceDefault: 0,
    returned: "where supported",
  }),
} as const satisfies Readonly<Record<string, Field>>;

/** The settings of a project besides its name. @source live service 2025-08, flow 6:2-4, 6:23-133 */
export const projectSettings = {
  timezone: field(timeZone().optional(), {
    doc: 'Time zone of the project, a name from the time zone database such as "Europe/Berlin". The service\'s default is "UTC".',
    wire: same("timezone"),
    serviceDefault: "UTC",
  }),
  weekStartDay: field(z.number().int().min(0).max(1).optional(), {
    doc: "First day of the week: 0 for Sunday, 1 for Monday. Without it, the service derives the day from the caller's country when it creates the project.",
    wire: same("week_start_day"),
    serviceDefault: null,
  }),
  appUrls: field(texts(200), {
    doc: "URLs of the product's pages on which the toolbar can open, at most 200 characters each.",
    wire: same("app_urls"),
    serviceDefault: [],
  }),
  recordingDomains: field(texts(200), {
    doc: "URLs on which sessions can be recorded, at most 200 characters each. Default: everywhere.",
    wire: same("recording_domains"),
    serviceDefault: null,
  }),
  personDisplayNameProperties: field(texts(400), {
    doc: "Person properties to show as the person's name, at most 400 characters each. The service shows the first property that the person has.",
    wire: same("person_display_name_properties"),
    serviceDefault: null,
  }),
  slackIncomingWebhook: field(z.string().max(500).optional(), {
    doc: "URL of a Slack webhook for notifications, at most 500 characters. Newer services no longer have it.",
    wire: same("slack_incoming_webhook"),
    serviceDefault: null,
    secret: true,
    normalize: (value: string) => value.trim(),
    returned: "where supported",
  }),
  anonymizeIps: flag(
    "Whether the service discards client IP addresses, at first by the organization's default",
    same("anonymize_ips"),
    false,
  ),
  testAccountFiltersDefaultChecked: flag(
    "Whether new insights leave out internal and test accounts",
    same("test_account_filters_default_checked"),
    null,
  ),
  autocaptureOptOut: flag(
    "Whether clients stop capturing clicks and page views automatically",
    same("autocapture_opt_out"),
    null,
  ),
  autocaptureExceptionsOptIn: flag(
    "Whether clients capture exceptions automatically",
    same("autocapture_exceptions_opt_in"),
    null,
  ),
  autocaptureWebVitalsOptIn: flag(
    "Whether clients capture web vitals automatically",
    same("autocapture_web_vitals_opt_in"),
    null,
  ),
  captureConsoleLogOptIn: flag(
    "Whether session recordings include the console log",
    same("capture_console_log_opt_in"),
    true,
  ),
  capturePerformanceOptIn: flag(
    "Whether session recordings include network timings",
    same("capture_performance_opt_in"),
    true,
  ),
  sessionRecordingOptIn: flag("Whether sessions are recorded", same("session_recording_opt_in"), false),
  sessionRecordingSampleRate: field(z.number().min(0).max(1).multipleOf(0.01).optional(), {
    doc: "Share of sessions to record, 0 to 1, with at most two decimals. Default: all sessions.",
    // The service returns a decimal as a string. @source live service 2025-08, flow 6:67-73
    wire: custom(
      ({ session_recording_sample_rate: rate }) => (typeof rate === "string" ? Number(rate) : rate),
      (rate: number | null) => ({ session_recording_sample_rate: rate }),
    ),
    serviceDefault: null,
  }),
  sessionRecordingMinimumDurationMilliseconds: field(z.number().int().min(0).max(30_000).optional(), {
    doc: "Minimum duration of a recorded session, in milliseconds, 0 to 30,000.",
    wire: same("session_recording_minimum_duration_milliseconds"),
    serviceDefault: null,
  }),
  surveysOptIn: flag("Whether surveys are shown", same("surveys_opt_in"), null),
  heatmapsOptIn: flag("Whether clicks are captured for heatmaps", same("heatmaps_opt_in"), null),
  flagsPersistenceDefault: flag(
    "Whether new feature flags persist across the steps of a sign-up",
    same("flags_persistence_default"),
    false,
  ),
  ...newerSettings,
} as const satisfies Readonly<Record<string, Field>>;

/**
 * Whether a value is null in a setting of newer services. Its default isn't always known, so null counts as the
 * default.
 */
const isUnset = (name: string, value: unknown): boolean => value === null && name in newerSettings;

/** Whether nobody has set anything. The service guesses an undeclared first day of the week. */
export function hasDefaultSettings(wire: ProjectRowWire): boolean {
  const held = shownFields(projectSettings, wire);
  return Object.entries<Field>(projectSettings)
    .filter(([name]) => name !== "weekStartDay" && held[name] !== undefined)
    .every(([name, { serviceDefault }]) => sameValue(held[name], serviceDefault) || isUnset(name, held[name]));
}
