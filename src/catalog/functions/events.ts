import * as z from "zod";

import { field } from "../../model/field.ts";
import { declareRead } from "./declare.ts";
import { EXAMPLE_PROJECT, filledText, jsonIfAny, projectId, propertyFilters } from "./fields.ts";
import { valueFields } from "./persons.ts";
import { shown, shownRows, wireArguments } from "./shown.ts";

const eventFields = {
  id: field(z.string(), { doc: "UUID of the event." }),
  event: field(z.string(), { doc: "Name of the event." }),
  distinctId: field(z.string(), { doc: "Who caused it." }),
  timestamp: field(z.string(), { doc: "When it happened, as an ISO 8601 instant." }),
  properties: jsonIfAny("Properties of the event."),
  person: jsonIfAny("Who caused it, with one distinct id and at most e-mail and names."),
  elements: jsonIfAny("The clicked element and those around it."),
};

const text = (doc: string) => field(filledText.optional(), { doc });

const QUERY = ["after", "before", "distinctId", "event", "personId", "properties", "includePerson"] as const;

const includePerson = field(z.boolean().optional(), {
  doc: "Fills `person`, which newer services leave out otherwise.",
});

export const listEvents = declareRead({
  name: "listEvents",
  doc: "Lists the events of a project, newest first.",
  notes: ["Long lists are cut by time: events that arrive while they are read are not in them."],
  scopes: ["query:read"],
  operations: ["events.list"],
  arguments: {
    projectId,
    after: text("Later than this: ISO 8601, or back from now such as `-7d`."),
    before: text("Earlier than this: ISO 8601, or back from now such as `-2h`."),
    event: text("Name of the event."),
    distinctId: text("Who caused it."),
    personId: text("UUID of the person who caused it."),
    properties: propertyFilters,
    includePerson,
  },
  result: eventFields,
  example: { projectId: EXAMPLE_PROJECT, after: "-1d", event: "$pageview" },
  rows: (args, { api, options, pageSize }) =>
    shownRows(eventFields, api.events.list(args.projectId, wireArguments(args, QUERY), { ...options, pageSize })),
});

export const getEvent = declareRead({
  name: "getEvent",
  doc: "Reads one event.",
  scopes: ["query:read"],
  operations: ["events.get"],
  arguments: { projectId, eventId: field(filledText, { doc: "UUID of the event." }), includePerson },
  result: eventFields,
  example: { projectId: EXAMPLE_PROJECT, eventId: "0191234a-4567-7abc-8def-456789abcdef" },
  run: async (args, { api, options }) => {
    const { projectId: project, eventId, includePerson: include } = args;
    return shown(eventFields, await api.events.get(project, eventId, { include_person: include }, options));
  },
});

export const listEventPropertyValues = declareRead({
  name: "listEventPropertyValues",
  doc: "Lists values that a property of events had in the last 7 days, at most 10.",
  scopes: ["query:read"],
  operations: ["events.values"],
  arguments: {
    projectId,
    key: field(filledText, { doc: "Name of the property; `custom_event` for the names of events." }),
    value: text("Part of the value, in any case."),
    eventName: field(z.array(filledText).optional(), { doc: "Names of events; newer services want at least one." }),
    isColumn: field(z.boolean().optional(), { doc: "The key is a column: event, distinct_id or person_id." }),
  },
  result: valueFields,
  example: { projectId: EXAMPLE_PROJECT, key: "$browser" },
  rows: ({ projectId: project, key, value, eventName, isColumn }, { api, options }) => {
    const query = { key, value, event_name: eventName, is_column: isColumn };
    return shownRows(valueFields, api.events.values(project, query, options));
  },
});
