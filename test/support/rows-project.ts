import type { Values } from "../../src/model/json-value.ts";
import type { FieldChange, Row } from "./conformance-rows.ts";
import type { World } from "./scenario-world.ts";

const NAME = "Web shop";

/** For each setting: a declared value, another one, and what the service holds of the other and of none. */
const SETTINGS: Readonly<Record<string, { wire: string; full: unknown; to: unknown; holds?: unknown; none: unknown }>> =
  {
    productDescription: {
      wire: "product_description",
      full: "Sells boots.",
      to: " Sells hats. ",
      holds: "Sells hats.",
      none: null,
    },
    timezone: { wire: "timezone", full: "Europe/Berlin", to: "America/New_York", none: "UTC" },
    weekStartDay: { wire: "week_start_day", full: 1, to: 0, none: null },
    appUrls: {
      wire: "app_urls",
      full: ["https://shop.example"],
      to: ["https://a.example", "https://b.example"],
      none: [],
    },
    recordingDomains: {
      wire: "recording_domains",
      full: ["https://shop.example"],
      to: ["https://a.example"],
      none: null,
    },
    personDisplayNameProperties: {
      wire: "person_display_name_properties",
      full: ["email"],
      to: ["name", "email"],
      none: null,
    },
    slackIncomingWebhook: {
      wire: "slack_incoming_webhook",
      full: "https://hooks.example/1",
      to: " https://hooks.example/2",
      holds: "https://hooks.example/2",
      none: null,
    },
    anonymizeIps: { wire: "anonymize_ips", full: true, to: false, none: false },
    testAccountFiltersDefaultChecked: {
      wire: "test_account_filters_default_checked",
      full: true,
      to: false,
      none: null,
    },
    autocaptureOptOut: { wire: "autocapture_opt_out", full: true, to: false, none: null },
    autocaptureExceptionsOptIn: { wire: "autocapture_exceptions_opt_in", full: true, to: false, none: null },
    autocaptureWebVitalsOptIn: { wire: "autocapture_web_vitals_opt_in", full: true, to: false, none: null },
    captureConsoleLogOptIn: { wire: "capture_console_log_opt_in", full: false, to: true, none: true },
    capturePerformanceOptIn: { wire: "capture_performance_opt_in", full: false, to: true, none: true },
    sessionRecordingOptIn: { wire: "session_recording_opt_in", full: true, to: false, none: false },
    sessionRecordingSampleRate: {
      wire: "session_recording_sample_rate",
      full: 0.5,
      to: 0.25,
      holds: "0.25",
      none: null,
    },
    sessionRecordingMinimumDurationMilliseconds: {
      wire: "session_recording_minimum_duration_milliseconds",
      full: 2000,
      to: 0,
      none: null,
    },
    surveysOptIn: { wire: "surveys_opt_in", full: true, to: false, none: null },
    heatmapsOptIn: { wire: "heatmaps_opt_in", full: true, to: false, none: null },
    flagsPersistenceDefault: { wire: "flags_persistence_default", full: true, to: false, none: false },
  };

const flag = (wire: string) => ({ wire, full: true, to: false, none: false });

/** The same for settings that came by September 2026. */
const NEWER_SETTINGS: typeof SETTINGS = {
  tags: { wire: "tags", full: ["web", "eu"], to: [" Shop", "EU"], holds: ["shop", "eu"], none: [] },
  captureDeadClicks: flag("capture_dead_clicks"),
  receiveOrgLevelActivityLogs: flag("receive_org_level_activity_logs"),
  conversationsEnabled: flag("conversations_enabled"),
  proactiveTasksEnabled: flag("proactive_tasks_enabled"),
  humanFriendlyComparisonPeriods: flag("human_friendly_comparison_periods"),
  featureFlagConfirmationEnabled: flag("feature_flag_confirmation_enabled"),
  featureFlagConfirmationMessage: {
    wire: "feature_flag_confirmation_message",
    full: "Sure?",
    to: " Really? ",
    holds: "Really?",
    none: null,
  },
  defaultEvaluationContextsEnabled: flag("default_evaluation_contexts_enabled"),
  requireEvaluationContexts: flag("require_evaluation_contexts"),
  webAnalyticsPreAggregatedTablesEnabled: flag("web_analytics_pre_aggregated_tables_enabled"),
  sessionRecordingRetentionPeriod: { wire: "session_recording_retention_period", full: "1y", to: "90d", none: "30d" },
  businessModel: { wire: "business_model", full: "b2b", to: "b2c", none: null },
  baseCurrency: { wire: "base_currency", full: "EUR", to: "CHF", none: "USD" },
  cookielessServerHashMode: { wire: "cookieless_server_hash_mode", full: 2, to: 1, none: 0 },
};

const ALL_SETTINGS = { ...SETTINGS, ...NEWER_SETTINGS };

/** A project of an organization. */
export const projectRow: Row = {
  resource: "Project",
  setUp: ({ organizationId, otherOrganizationId }) => Promise.resolve({ organizationId, otherOrganizationId }),
  minimal: ({ organizationId }) => ({ organizationId, name: NAME }),
  full: ({ organizationId }) => ({
    organizationId,
    name: NAME,
    ...bySetting(({ full }) => full),
    deletionProtection: false,
    releaseName: false,
  }),
  changes: () => ({
    name: { to: " Web shop 2", wire: { name: "Web shop 2" } },
    ...bySetting(({ wire, to, holds = to }): FieldChange => ({ to, wire: { [wire]: holds } })),
  }),
  removals: bySetting(({ wire, none }) => ({ [wire]: none })),
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId }),
  imported: { deletionProtection: true, releaseName: undefined },
  secrets: ["slackIncomingWebhook"],
  stored: { deletionProtection: true, releaseName: true },
  uniqueIn: ["2026-09"],
  lacking: {
    documented: Object.keys(NEWER_SETTINGS),
    "2025-08": Object.keys(NEWER_SETTINGS),
    "2026-09": ["slackIncomingWebhook"],
  },
  edit: {
    field: "name",
    value: "Renamed elsewhere",
    apply: ({ sandbox }, id) =>
      void sandbox.control.call("PATCH", `projects/${projectIdIn(id)}`, { name: "Renamed elsewhere" }),
  },
  remove: ({ sandbox }, id) => void sandbox.control.call("DELETE", `projects/${projectIdIn(id)}`),
  look: (world, id) => shown(projectsOf(world).find((row) => row["id"] === projectIdIn(id))),
  count: (world, inputs) => projectsOf(world).filter(({ name }) => name === String(inputs["name"]).trim()).length,
  countAfterDelete: 0,
  derived: ["updated_at"],
  existing: {
    own: (world, { organizationId, name }) => addProject(world, String(organizationId), { name }),
    ownRequests: [
      "GET /organizations/:id/projects/",
      "GET /organizations/:id/projects/:id/",
      "PATCH /organizations/:id/projects/:id/",
    ],
    foreign: (world, { organizationId, name }) =>
      addProject(world, String(organizationId), { name, timezone: "Asia/Tokyo" }),
    foreignReason: /timezone is "Asia\/Tokyo", declared is "Europe\/Berlin"/u,
    adoptTexts: (id, { name }) => [id, projectIdIn(id), String(name)],
  },
  blindWhenStale: {
    "take over":
      "a list that does not show the earlier try yet cannot be told from one without it, and names may repeat",
  },
  looksBehind: ["create", "delete"],
  requests: {
    create: [
      "GET /organizations/:id/projects/",
      "POST /organizations/:id/projects/",
      "GET /organizations/:id/projects/",
    ],
    update: ["GET /organizations/:id/projects/:id/", "PATCH /organizations/:id/projects/:id/"],
    delete: ["DELETE /organizations/:id/projects/:id/", "GET /organizations/"],
  },
  newestRequests: {
    delete: ["DELETE /organizations/:id/projects/:id/", "GET /organizations/", "GET /organizations/:id/projects/:id/"],
  },
};

function bySetting<T>(make: (setting: (typeof SETTINGS)[string]) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(ALL_SETTINGS).map(([name, setting]) => [name, make(setting)]));
}

/** The service's own number in an id of Orgform. */
function projectIdIn(id: string): string {
  return id.split("/")[1] ?? "";
}

function projectsOf({ sandbox }: World): Values[] {
  return sandbox.control.call("GET", "projects") as Values[];
}

/** A project with what it holds where nothing was ever set. */
function shown(row: Values | undefined): Values | undefined {
  if (row === undefined) return undefined;
  const { settings, environment_name: _environment, ...rest } = row;
  return { ...bySettingName(), ...rest, ...(settings as Values) };
}

function bySettingName(): Values {
  return Object.fromEntries(Object.values(ALL_SETTINGS).map(({ wire, none }) => [wire, none]));
}

/** Makes a project as somebody else would. */
async function addProject(world: World, organizationId: string, body: Values): Promise<void> {
  await world.send("POST", `organizations/${organizationId}/projects/`, body);
}
