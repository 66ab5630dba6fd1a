import * as z from "zod";

import { field } from "../../model/field.ts";
import { declareRead } from "./declare.ts";
import { EXAMPLE_PROJECT, filledText, jsonIfAny, projectId, propertyFilters } from "./fields.ts";
import { valueFields } from "./persons.ts";
import { shown, shownRows, wireArguments } from "./shown.ts";

const eventFields = {
  id: field(z.string(), { doc: "UUID of the event." }),
  event: field(z.string(), { doc: "Name of the event." }),
  distinctId: field(z.string(), { doc: "Distinct ID of the person who caused the event." }),
  timestamp: field(z.string(), { doc: "Time of the event, ISO 8601." }),
  properties: jsonIfAny("Properties of the event."),
  person: jsonIfAny("Person who caused the event, with one distinct ID and at most email address and names."),
  elements: jsonIfAny("Clicked element and the elements around it."),
};

const text = (doc: string) => field(filledText.optional(), { doc });

const QUERY = ["after", "before", "distinctId", "event", "personId", "properties", "includePerson"] as const;

const includePerson = field(z.boolean().optional(), {
  doc: "Whether to include `person`. Newer services otherwise leave it out.",
});

export const listEvents = declareRead({
  name: "listEvents",
  doc: "Lists the events of a project, newest first.",
  notes: ["Long lists leave out events that arrive during the read."],
  scopes: ["query:read"],
  operations: ["events.list"],
  arguments: {
    projectId,
    after: text("Start of the time range, exclusive: ISO 8601, or relative to now such as `-7d`."),
    before: text("End of the time range, exclusive: ISO 8601, or relative to now such as `-2h`."),
    event: text("Name of the event."),
    distinctId: text("Distinct ID of the person who caused the event."),
    personId: text("UUID of the person who caused the events."),
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
  doc: "Lists up to 10 values that an event property had in the last 7 days.",
  scopes: ["query:read"],
  operations: ["events.values"],
  arguments: {
    projectId,
    key: field(filledText, { doc: "Name of the property, or `custom_event` for the names of events." }),
    value: text("Text to find in the values. Case makes no difference."),
    eventName: field(z.array(filledText).optional(), { doc: "Names of events. Newer services need at least one." }),
    isColumn: field(z.boolean().optional(), { doc: "Whether the key is a column: event, distinct_id, or person_id." }),
  },
  result: valueFields,
  example: { projectId: EXAMPLE_PROJECT, key: "$browser" },
  rows: ({ projectId: project, key, value, eventName, isColumn }, { api, options }) => {
    const query = { key, value, event_name: eventName, is_column: isColumn };
    return shownRows(valueFields, api.events.values(project, query, options));
  },
});
