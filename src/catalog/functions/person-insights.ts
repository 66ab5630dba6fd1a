import * as z from "zod";

import type {
  EntityQuery,
  FunnelCorrelationQuery,
  FunnelQuery,
  LifecycleQuery,
  PathQuery,
} from "../../client/client.ts";
import { field, type Fields } from "../../model/field.ts";
import type { Refusal } from "../../model/function.ts";
import { declareRead } from "./declare.ts";
import { EXAMPLE_PROJECT, filledText, json, jsonIfAny, projectId, propertyFilters } from "./fields.ts";
import { shownRows, wireArguments } from "./shown.ts";
import { fieldRef, message, type Text } from "../../model/messages.ts";

/** A person or a group behind a number of an insight. */
const actorFields = {
  type: field(z.string(), { doc: "person or group." }),
  uuid: field(z.string().optional(), { doc: "UUID of the person; a group has none." }),
  name: field(z.string().optional(), { doc: "A property such as the email address, else a distinct ID." }),
  groupKey: field(z.string().optional(), { doc: "Key of the group." }),
  distinctIds: field(z.array(z.string()), { doc: "Distinct IDs of the person in events." }),
  properties: jsonIfAny("Properties of the person or the group."),
  valueAtDataPoint: field(z.number().optional(), { doc: "Number behind the data point, if the insight has one." }),
};

const retainedFields = {
  person: jsonIfAny("The person."),
  appearances: field(z.array(z.number()), { doc: "For each interval, 1 if the person returned, else 0." }),
};

const text = (doc: Text) => field(filledText.optional(), { doc });
const whole = (doc: Text) => field(z.number().int().optional(), { doc });

/** The parameters that all queries share. @source live-persons-and-events 3.14 */
const question = {
  projectId,
  events: jsonIfAny("Events to count: a list of objects with `id` (the name), `order`, and `math`."),
  actions: jsonIfAny("Actions to count: a list of objects with `id` (the number) and `order`."),
  properties: propertyFilters,
  dateFrom: text("Start: ISO 8601, or relative to now such as `-7d`."),
  dateTo: text("End: ISO 8601, or relative to now such as `-1d`."),
  interval: field(z.enum(["hour", "day", "week", "month"]).optional(), {
    doc: "Length of an interval: `hour`, `day`, `week`, or `month`.",
  }),
  filterTestAccounts: field(z.boolean().optional(), {
    doc: "Whether to leave out events that match the project's filters for test accounts.",
  }),
  search: text("Part of an email address, a name, or a distinct ID."),
} satisfies Fields;

const entity = {
  entityId: field(filledText, { doc: "Name of the event, or number of the action." }),
  entityType: field(z.enum(["events", "actions"]).default("events"), {
    doc: message`Type of ${fieldRef("entityId")}: \`events\` or \`actions\`.`,
  }),
  entityMath: text("How to count the entity. The server-side default is `total`."),
  entityOrder: whole("Position of the entity in the insight, from 0."),
} satisfies Fields;

/** The required parameters of a query about an entity, in the service's names. */
const entityIn = ({ entityId, entityType }: { readonly entityId: string; readonly entityType: string }) => ({
  entity_id: entityId,
  entity_type: entityType,
});

const funnel = {
  funnelStep: whole(
    "Step of the funnel, from 1, for people who reached it. Negative for people who only reached the step before it.",
  ),
  funnelVizType: field(z.enum(["steps", "trends", "time_to_convert"]).optional(), {
    doc: "Kind of funnel: `steps`, `trends`, or `time_to_convert`.",
  }),
  funnelOrderType: field(z.enum(["ordered", "strict", "unordered"]).optional(), {
    doc: "Order of the steps: `ordered`, `strict`, or `unordered`.",
  }),
  funnelWindowInterval: whole(
    message`Time limit for the whole funnel, in units of ${fieldRef("funnelWindowIntervalUnit")}.`,
  ),
  funnelWindowIntervalUnit: field(z.enum(["minute", "hour", "day", "week", "month"]).optional(), {
    doc: "Unit of the time limit: `minute`, `hour`, `day`, `week`, or `month`.",
  }),
  entrancePeriodStart: text("For `trends`: start of the period in which people entered."),
  dropOff: field(z.boolean().optional(), { doc: "For `trends`: whether to list the people who didn't convert." }),
} satisfies Fields;

const inAddress = field(z.boolean().default(false), {
  doc: "Whether to send the query in the URL (GET) instead of the body (POST), for services without the latter.",
});

const EVENTS = [
  { id: "$pageview", order: 0 },
  { id: "signed up", order: 1 },
];

/** Scoped keys can't call these functions. @source departures 2025-08 */
const CLOSED = {
  scopes: [],
  alternative:
    "Without such a key, save the insight's persons as a cohort in the web interface, or list persons by their properties.",
} as const;

/** The docs of a request that some services don't support, and the error for a service that doesn't. */
const unsupportedCall = (text: string) => ({ notes: [text], knownFailure: () => text });

/** @source departures 2025-08 */
const REMOVED = unsupportedCall("The documented contract has this call. Services since August 2025 no longer have it.");
const FAILING = unsupportedCall(
  "The documented contract has this call. The service of August 2025 always fails on it, and services since September 2026 no longer have it.",
);

const LATE = "The service of August 2025 has this call. Services since September 2026 no longer have it.";

/**
 * The service reads the word as a person's ID, or doesn't know the path. @source service 2026-09, persons-and-events.md
 */
const REMOVED_SINCE = {
  notes: [LATE],
  knownFailure: (_args: unknown, error?: Refusal) =>
    error === undefined || [404, 405].includes(error.status) || /does not look like a personID/i.test(error.detail)
      ? LATE
      : undefined,
};

/** The arguments of a query in the service's names, without the project. */
function questionOf(fields: Fields, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return wireArguments(
    args,
    Object.keys(fields).filter((name) => name !== "projectId" && name !== "inAddress"),
  );
}

const funnelArguments = { ...question, ...funnel, inAddress };

export const queryPersonsFunnel = declareRead({
  ...CLOSED,
  name: "queryPersonsFunnel",
  doc: "Lists the people who reached or left a step of a funnel.",
  ...REMOVED_SINCE,
  operations: ["persons.queryFunnel", "persons.funnel"],
  arguments: funnelArguments,
  result: actorFields,
  example: { projectId: EXAMPLE_PROJECT, events: EVENTS, funnelStep: 1 },
  rows: (args, { api: { persons }, options }) => {
    const asked: FunnelQuery = questionOf(funnelArguments, args);
    const { projectId: project } = args;
    const rows = args.inAddress
      ? persons.funnel(project, asked, options)
      : persons.queryFunnel(project, asked, options);
    return shownRows(actorFields, rows);
  },
});

const correlationArguments = {
  ...question,
  ...funnel,
  funnelCorrelationType: field(z.enum(["events", "properties", "event_with_properties"]).optional(), {
    doc: "What to correlate: `events`, `properties`, or `event_with_properties`.",
  }),
  funnelCorrelationPersonEntity: jsonIfAny("Event whose people to list: an object with `id` and `type`."),
  funnelCorrelationPersonConverted: field(z.enum(["true", "false"]).optional(), {
    doc: "`true` for people who converted, `false` for people who didn't.",
  }),
  inAddress,
};

export const queryPersonsFunnelCorrelation = declareRead({
  ...CLOSED,
  name: "queryPersonsFunnelCorrelation",
  doc: "Lists the people behind a correlation in a funnel.",
  ...REMOVED_SINCE,
  operations: ["persons.queryFunnelCorrelation", "persons.funnelCorrelation"],
  arguments: correlationArguments,
  result: actorFields,
  example: { projectId: EXAMPLE_PROJECT, events: EVENTS, funnelCorrelationType: "events" },
  rows: (args, { api: { persons }, options }) => {
    const asked: FunnelCorrelationQuery = questionOf(correlationArguments, args);
    const ask = args.inAddress ? persons.funnelCorrelation : persons.queryFunnelCorrelation;
    return shownRows(actorFields, ask(args.projectId, asked, options));
  },
});

const pathArguments = {
  ...question,
  startPoint: text("Start of the paths."),
  endPoint: text("End of the paths."),
  pathStartKey: text("First node of the section of the path, such as `1_/home`."),
  pathEndKey: text("Last node of the section of the path."),
  pathDropoffKey: text("Node after which people left."),
  stepLimit: whole("Maximum number of steps in a path."),
  includeEventTypes: field(z.array(filledText).optional(), {
    doc: "Kinds of events in the path: $pageview, $screen, or custom_event.",
  }),
  excludeEvents: field(z.array(filledText).optional(), { doc: "Events to skip." }),
  inAddress,
};

export const queryPersonsPath = declareRead({
  ...CLOSED,
  name: "queryPersonsPath",
  doc: "Lists the people on a path.",
  ...REMOVED,
  operations: ["persons.queryPath", "persons.path"],
  arguments: pathArguments,
  result: actorFields,
  example: { projectId: EXAMPLE_PROJECT, startPoint: "/home" },
  rows: (args, { api: { persons }, options }) => {
    const asked: PathQuery = questionOf(pathArguments, args);
    const { projectId: project } = args;
    return shownRows(
      actorFields,
      args.inAddress ? persons.path(project, asked, options) : persons.queryPath(project, asked, options),
    );
  },
});

const lifecycleArguments = {
  ...question,
  events: json("Event of the lifecycle: a list of one object with `id` (the name) and `order`."),
  targetDate: field(filledText, { doc: "Day: ISO 8601, or a time before now such as `-1d`." }),
  lifecycleType: field(z.enum(["new", "returning", "resurrecting", "dormant"]), {
    doc: "Lifecycle state: `new`, `returning`, `resurrecting`, or `dormant`.",
  }),
};

export const queryPersonsLifecycle = declareRead({
  ...CLOSED,
  name: "queryPersonsLifecycle",
  doc: "Lists the people who are new, returning, resurrecting, or dormant on a day.",
  ...FAILING,
  operations: ["persons.lifecycle"],
  arguments: lifecycleArguments,
  result: actorFields,
  example: {
    projectId: EXAMPLE_PROJECT,
    events: [{ id: "$pageview", order: 0 }],
    targetDate: "-1d",
    lifecycleType: "new",
  },
  rows: (args, { api, options }) => {
    const { targetDate, lifecycleType } = args;
    const required = { target_date: targetDate, lifecycle_type: lifecycleType };
    const asked: LifecycleQuery = { ...questionOf(lifecycleArguments, args), ...required };
    return shownRows(actorFields, api.persons.lifecycle(args.projectId, asked, options));
  },
});

const retentionArguments = {
  ...question,
  period: field(z.enum(["Hour", "Day", "Week", "Month"]).optional(), {
    doc: "Length of an interval: `Hour`, `Day`, `Week`, or `Month`. The server-side default is `Day`.",
  }),
  totalIntervals: whole(message`Number of intervals up to ${fieldRef("dateTo")}. The server-side default is 11.`),
  selectedInterval: whole("Interval of the first visit, counted from 0, which is the server-side default."),
  retentionType: field(z.enum(["retention_recurring", "retention_first_time"]).optional(), {
    doc: "Which visit counts as the first: the first in the interval (`retention_recurring`, the server-side default) or the first ever (`retention_first_time`).",
  }),
  targetEntity: jsonIfAny("Event of the first visit: an object with `id` and `type`. Default $pageview."),
  returningEntity: jsonIfAny("Event of a return: an object with `id` and `type`. Default $pageview."),
};

export const queryPersonsRetention = declareRead({
  ...CLOSED,
  name: "queryPersonsRetention",
  doc: "Lists people with the intervals in which they returned.",
  ...REMOVED,
  operations: ["persons.retention"],
  arguments: retentionArguments,
  result: retainedFields,
  example: { projectId: EXAMPLE_PROJECT, period: "Week" },
  rows: (args, { api, options }) =>
    shownRows(retainedFields, api.persons.retention(args.projectId, questionOf(retentionArguments, args), options)),
});

const stickinessArguments = { ...question, ...entity, stickinessDays: whole("Number of days with the event.") };

export const queryPersonsStickiness = declareRead({
  ...CLOSED,
  name: "queryPersonsStickiness",
  doc: "Lists the people who caused an event on a number of days.",
  ...FAILING,
  operations: ["persons.stickiness"],
  arguments: stickinessArguments,
  result: actorFields,
  example: { projectId: EXAMPLE_PROJECT, entityId: "$pageview", stickinessDays: 3 },
  rows: (args, { api, options }) => {
    const asked: EntityQuery = { ...questionOf(stickinessArguments, args), ...entityIn(args) };
    return shownRows(actorFields, api.persons.stickiness(args.projectId, asked, options));
  },
});

const trendsArguments = { ...question, ...entity };

export const queryPersonsTrends = declareRead({
  ...CLOSED,
  name: "queryPersonsTrends",
  doc: "Lists the people behind a point of a trend.",
  ...REMOVED_SINCE,
  operations: ["persons.trends"],
  arguments: trendsArguments,
  result: actorFields,
  example: { projectId: EXAMPLE_PROJECT, entityId: "$pageview", dateFrom: "-7d" },
  rows: (args, { api, options }) => {
    const asked: EntityQuery = { ...questionOf(trendsArguments, args), ...entityIn(args) };
    return shownRows(actorFields, api.persons.trends(args.projectId, asked, options));
  },
});
