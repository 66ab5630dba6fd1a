import type { Values } from "../../src/model/json-value.ts";
import { snakeName } from "../../src/model/names.ts";
import { ownId, type RowDeclaration } from "./row-declaration.ts";
import type { World } from "./scenario-world.ts";

const NAME = `Web shop |Zürich| "2" 'x'`;

/** For each setting: a declared value, another value, and the service's value for the other and for none. */
const SETTINGS: Readonly<Record<string, { full: unknown; to: unknown; holds?: unknown; none: unknown }>> = {
  productDescription: { full: "Sells boots.", to: " Sells hats. ", holds: "Sells hats.", none: null },
  timezone: { full: "Europe/Berlin", to: "America/New_York", none: "UTC" },
  weekStartDay: { full: 1, to: 0, none: null },
  appUrls: { full: ["https://shop.example"], to: ["https://a.example", "https://b.example"], none: [] },
  recordingDomains: { full: ["https://shop.example"], to: ["https://a.example"], none: null },
  personDisplayNameProperties: { full: ["email"], to: ["name", "email"], none: null },
  slackIncomingWebhook: {
    full: "https://hooks.example/1",
    to: " https://hooks.example/2",
    holds: "https://hooks.example/2",
    none: null,
  },
  anonymizeIps: { full: true, to: false, none: false },
  testAccountFiltersDefaultChecked: { full: true, to: false, none: null },
  autocaptureOptOut: { full: true, to: false, none: null },
  autocaptureExceptionsOptIn: { full: true, to: false, none: null },
  autocaptureWebVitalsOptIn: { full: true, to: false, none: null },
  captureConsoleLogOptIn: { full: false, to: true, none: true },
  capturePerformanceOptIn: { full: false, to: true, none: true },
  sessionRecordingOptIn: { full: true, to: false, none: false },
  sessionRecordingSampleRate: { full: 0.5, to: 0.25, holds: "0.25", none: null },
  sessionRecordingMinimumDurationMilliseconds: { full: 2000, to: 0, none: null },
  surveysOptIn: { full: true, to: false, none: null },
  heatmapsOptIn: { full: true, to: false, none: null },
  flagsPersistenceDefault: { full: true, to: false, none: false },
};

const FLAG = { full: true, to: false, none: false };

/** The same for settings that came by September 2026. */
const NEWER_SETTINGS: typeof SETTINGS = {
  tags: { full: ["web", "eu"], to: [" Shop", "EU"], holds: ["shop", "eu"], none: [] },
  captureDeadClicks: FLAG,
  receiveOrgLevelActivityLogs: FLAG,
  conversationsEnabled: FLAG,
  proactiveTasksEnabled: FLAG,
  humanFriendlyComparisonPeriods: FLAG,
  featureFlagConfirmationEnabled: FLAG,
  featureFlagConfirmationMessage: { full: "Sure?", to: " Really? ", holds: "Really?", none: null },
  defaultEvaluationContextsEnabled: FLAG,
  requireEvaluationContexts: FLAG,
  webAnalyticsPreAggregatedTablesEnabled: FLAG,
  sessionRecordingRetentionPeriod: { full: "1y", to: "90d", none: "30d" },
  businessModel: { full: "b2b", to: "b2c", none: null },
  baseCurrency: { full: "EUR", to: "CHF", none: "USD" },
  cookielessServerHashMode: { full: 2, to: 1, none: 0 },
};

const ALL_SETTINGS = { ...SETTINGS, ...NEWER_SETTINGS };

/** A project of an organization. */
export const projectRow: RowDeclaration = {
  resource: "Project",
  at: "/organizations/:id/projects/",
  controlledAs: "projects",
  full: ({ organizationId }) => ({
    organizationId,
    name: NAME,
    ...bySetting(({ full }) => full),
    deletionProtection: false,
    releaseName: false,
  }),
  changes: () => ({
    name: { to: " Web shop 2", wire: { name: "Web shop 2" } },
    ...bySetting(({ to, holds = to }, name) => ({ to, wire: { [snakeName(name)]: holds } })),
  }),
  imported: { deletionProtection: true, releaseName: undefined },
  secrets: ["slackIncomingWebhook"],
  stored: { deletionProtection: true, releaseName: true },
  uniqueIn: ["2026-09"],
  lacking: {
    documented: Object.keys(NEWER_SETTINGS),
    "2025-08": Object.keys(NEWER_SETTINGS),
    "2026-09": ["slackIncomingWebhook"],
  },
  edit: { field: "name", value: "Renamed elsewhere" },
  look: (world, id) => shown(projectsOf(world).find((row) => row["id"] === ownId(id))),
  count: (world, inputs) => projectsOf(world).filter(({ name }) => name === String(inputs["name"]).trim()).length,
  derived: ["updated_at"],
  existing: {
    own: (world, { organizationId, name }) => addProject(world, String(organizationId), { name }),
    ownRequests: ["LIST", "READ", "CHANGE"],
    foreign: (world, { organizationId, name }) =>
      addProject(world, String(organizationId), { name, timezone: "Asia/Tokyo" }),
    foreignReason: /timezone is "Asia\/Tokyo", declared is "Europe\/Berlin"/u,
    knownBy: "name",
  },
  blindWhenStale: {
    "take over":
      "a list that does not show the earlier try yet cannot be told from one without it, and names may repeat",
  },
  looksBehind: ["create", "delete"],
  requests: { create: ["LIST", "MAKE", "LIST"], delete: ["REMOVE", "HOMES"] },
  newestRequests: { delete: ["REMOVE", "HOMES", "READ"] },
};

function bySetting<T>(make: (setting: (typeof SETTINGS)[string], name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(ALL_SETTINGS).map(([name, setting]) => [name, make(setting, name)]));
}

function projectsOf({ sandbox }: World): Values[] {
  return sandbox.control.call("GET", "projects") as Values[];
}

/** A project with its values for settings that were never set. */
function shown(row: Values | undefined): Values | undefined {
  if (row === undefined) return undefined;
  const { settings, environment_name: _environment, ...rest } = row;
  return { ...bySettingName(), ...rest, ...(settings as Values) };
}

function bySettingName(): Values {
  return Object.fromEntries(Object.entries(ALL_SETTINGS).map(([name, { none }]) => [snakeName(name), none]));
}

/** Creates a project from outside. */
async function addProject(world: World, organizationId: string, body: Values): Promise<void> {
  await world.send("POST", `organizations/${organizationId}/projects/`, body);
}
