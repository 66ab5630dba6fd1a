import * as z from "zod";

import type { ProjectBody, ProjectRowWire } from "../../../client/projects/project-wire.ts";
import { sameValue } from "../../../model/json-value.ts";
import { timeZone } from "../../fields/time-zone.ts";
import { type Field, field, type Observed, type ValuesOf } from "../../../model/field.ts";

/** A switch of the service with the value that it has when nobody set it; null is "not set". */
const flag = (doc: string, serviceDefault: boolean | null) =>
  field(z.boolean().optional(), {
    doc: `${doc}; the server-side default is ${stateOf(serviceDefault)}.`,
    serviceDefault,
  });

const stateOf = (value: boolean | null): string => (value === null ? "not set" : String(value));

const texts = (maxChars: number) => z.array(z.string().min(1).max(maxChars)).optional();

/** A switch of newer services; the others do not show it. */
const newerFlag = (doc: string) => ({ ...flag(doc, false), notEverywhere: true });

/** Settings that came by September 2026. @source service 2026-09, projects.md, Writable fields; defaults inferred */
const newerSettings = {
  tags: field(z.array(z.string().min(1).max(255)).optional(), {
    doc: "Labels of the project, at most 255 characters each; the service stores them trimmed, in lower case and once each.",
    serviceDefault: [],
    normalize: (tags: readonly string[]) => [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].toSorted(),
    notEverywhere: true,
  }),
  captureDeadClicks: newerFlag("Whether clients capture clicks on which nothing happens"),
  receiveOrgLevelActivityLogs: newerFlag("Whether notices about changes of the organization go to this project"),
  conversationsEnabled: newerFlag("Whether conversations with users are on"),
  proactiveTasksEnabled: newerFlag("Whether the service works on tasks by itself"),
  humanFriendlyComparisonPeriods: newerFlag("Whether periods are compared by whole months and years"),
  featureFlagConfirmationEnabled: newerFlag("Whether a change of a feature flag has to be confirmed"),
  featureFlagConfirmationMessage: field(z.string().optional(), {
    doc: "What is shown when a change of a feature flag has to be confirmed.",
    serviceDefault: null,
    normalize: (value: string) => value.trim(),
    notEverywhere: true,
  }),
  defaultEvaluationContextsEnabled: newerFlag("Whether new feature flags get the default evaluation contexts"),
  requireEvaluationContexts: newerFlag("Whether feature flags must have an evaluation context"),
  webAnalyticsPreAggregatedTablesEnabled: newerFlag("Whether web analytics reads tables that are computed in advance"),
  sessionRecordingRetentionPeriod: field(z.enum(["30d", "90d", "1y", "5y"]).optional(), {
    doc: 'How long session recordings are kept: "30d", "90d", "1y" or "5y"; what the plan does not include is refused.',
    serviceDefault: "30d",
    notEverywhere: true,
  }),
  businessModel: field(z.enum(["b2b", "b2c", "other"]).optional(), {
    doc: 'To whom the product is sold: "b2b", "b2c" or "other".',
    serviceDefault: null,
    notEverywhere: true,
  }),
  baseCurrency: field(
    z
      .string()
      .regex(/^[A-Z]{3}$/u, 'expected a code of ISO 4217 such as "EUR"')
      .optional(),
    {
      doc: 'Currency of revenue, a code of ISO 4217 such as "EUR"; the server-side default is "USD".',
      serviceDefault: "USD",
      notEverywhere: true,
    },
  ),
  cookielessServerHashMode: field(z.number().int().min(0).max(2).optional(), {
    doc: "How persons are told apart without cookies: 0 not at all, 1 by a hash without state, 2 by one with state.",
    serviceDefault: 0,
    notEverywhere: true,
  }),
} as const satisfies Readonly<Record<string, Field>>;

/** What can be set of a project beside its name. @source live service 2025-08, flow 6:2-4, 6:23-133 */
export const projectSettings = {
  timezone: field(timeZone().optional(), {
    doc: 'Time zone of the project\'s days, a name of the time zone database such as "Europe/Berlin"; the service\'s default is "UTC".',
    serviceDefault: "UTC",
  }),
  weekStartDay: field(z.number().int().min(0).max(1).optional(), {
    doc: "Day on which a week starts: 0 Sunday, 1 Monday; guessed by the service from the caller's place when a project is made without it.",
    serviceDefault: null,
  }),
  appUrls: field(texts(200), {
    doc: "Addresses of the product's pages on which the toolbar may be opened, at most 200 characters each.",
    serviceDefault: [],
  }),
  recordingDomains: field(texts(200), {
    doc: "Addresses on which sessions may be recorded, at most 200 characters each; everywhere when not set.",
    serviceDefault: null,
  }),
  personDisplayNameProperties: field(texts(400), {
    doc: "Properties of persons of which the first one present is shown as their name, at most 400 characters each.",
    serviceDefault: null,
  }),
  slackIncomingWebhook: field(z.string().max(500).optional(), {
    doc: "Address of a Slack webhook for notices, at most 500 characters; newer services do not have it any more.",
    serviceDefault: null,
    secret: true,
    normalize: (value: string) => value.trim(),
    notEverywhere: true,
  }),
  anonymizeIps: flag("Whether addresses of clients are discarded", false),
  testAccountFiltersDefaultChecked: flag("Whether new insights leave internal and test accounts out", null),
  autocaptureOptOut: flag("Whether clients stop capturing clicks and page views by themselves", null),
  autocaptureExceptionsOptIn: flag("Whether clients capture exceptions by themselves", null),
  autocaptureWebVitalsOptIn: flag("Whether clients capture web vitals by themselves", null),
  captureConsoleLogOptIn: flag("Whether session recordings hold the console's log", true),
  capturePerformanceOptIn: flag("Whether session recordings hold network timings", true),
  sessionRecordingOptIn: flag("Whether sessions are recorded", false),
  sessionRecordingSampleRate: field(z.number().min(0).max(1).multipleOf(0.01).optional(), {
    doc: "Share of the sessions that is recorded, 0 to 1 with at most two decimals; all when not set.",
    serviceDefault: null,
  }),
  sessionRecordingMinimumDurationMilliseconds: field(z.number().int().min(0).max(30_000).optional(), {
    doc: "Sessions shorter than this are not recorded, in milliseconds, 0 to 30,000.",
    serviceDefault: null,
  }),
  surveysOptIn: flag("Whether surveys are shown", null),
  heatmapsOptIn: flag("Whether clicks are captured for heatmaps", null),
  flagsPersistenceDefault: flag("Whether new feature flags persist across the steps of a sign-up", false),
  ...newerSettings,
} as const satisfies Readonly<Record<string, Field>>;

type Settings = ValuesOf<typeof projectSettings>;

/** `appUrls` is `app_urls` at the service, and so on for all of them. */
const wireNameOf = (name: string): string => name.replaceAll(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`);

const WIRE_NAMES = Object.keys(projectSettings).map((name) => [name, wireNameOf(name)] as const);

const RATE = "sessionRecordingSampleRate";

/** The settings in the service's words; an absent one is absent. */
export function settingsToWire(inputs: Partial<Settings>): ProjectBody {
  const values: Readonly<Record<string, unknown>> = inputs;
  return Object.fromEntries(WIRE_NAMES.map(([name, wireName]) => [wireName, values[name]]));
}

/** The settings out of a project, or out of a row of the list, which shows few of them. */
export function settingsFromWire(wire: ProjectRowWire): Observed<typeof projectSettings> {
  const values: Record<string, unknown> = Object.fromEntries(WIRE_NAMES.map(([name, key]) => [name, wire[key]]));
  // A decimal comes as text. @source live service 2025-08, flow 6:67-73
  const rate = values[RATE];
  return { ...values, [RATE]: typeof rate === "string" ? Number(rate) : rate } as Observed<typeof projectSettings>; // -- what a project shows was checked by its schema; a row shows none of it
}

/** What newer services hold of a setting that nobody touched is not always known: null is as good as the default. */
const isOpen = (name: string, value: unknown): boolean => value === null && name in newerSettings;

/** Whether nobody has set anything; the day on which a week starts is guessed by the service where nobody gives it. */
export function hasDefaultSettings(wire: ProjectRowWire): boolean {
  const held: Readonly<Record<string, unknown>> = settingsFromWire(wire);
  return Object.entries<Field>(projectSettings)
    .filter(([name]) => name !== "weekStartDay" && held[name] !== undefined)
    .every(([name, { serviceDefault }]) => sameValue(held[name], serviceDefault) || isOpen(name, held[name]));
}
