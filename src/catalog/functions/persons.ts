import * as z from "zod";

import { field } from "../../model/field.ts";
import {
  activityFields,
  EXAMPLE_PERSON,
  EXAMPLE_PROJECT,
  filledText,
  json,
  jsonIfAny,
  personId,
  projectId,
  propertyFilters,
} from "./fields.ts";
import { declareRead } from "./declare.ts";
import { shown, shownRows, wireArguments } from "./shown.ts";
import { fieldRef, message } from "../../model/messages.ts";

/** A person, as functions return it. */
const personFields = {
  uuid: field(z.string(), { doc: "UUID of the person." }),
  name: field(z.string(), { doc: "A property such as the email address, else a distinct ID." }),
  distinctIds: field(z.array(z.string()), { doc: "Distinct IDs of the person in events; at most 1,000 in lists." }),
  properties: jsonIfAny("Properties of the person."),
  createdAt: field(z.string(), { doc: "Time at which the service first saw the person, ISO 8601." }),
};

const EXAMPLE = { projectId: EXAMPLE_PROJECT, personId: EXAMPLE_PERSON };

export const listPersons = declareRead({
  name: "listPersons",
  doc: "Lists the persons of a project, newest first.",
  notes: ["The count can include persons that were just deleted, even if no page shows them."],
  scopes: ["person:read"],
  operations: ["persons.list"],
  arguments: {
    projectId,
    distinctId: field(filledText.optional(), { doc: "Distinct ID of the person." }),
    email: field(filledText.optional(), { doc: "Complete email address." }),
    search: field(filledText.optional(), { doc: "Part of an email address, or a distinct ID." }),
    properties: propertyFilters,
  },
  result: personFields,
  example: { projectId: EXAMPLE_PROJECT, search: "@acme.example" },
  rows: (args, { api, options, pageSize }) => {
    const query = wireArguments(args, ["distinctId", "email", "search", "properties"]);
    return shownRows(personFields, api.persons.list(args.projectId, query, { ...options, pageSize }));
  },
});

export const getPerson = declareRead({
  name: "getPerson",
  doc: "Reads one person.",
  scopes: ["person:read"],
  operations: ["persons.get"],
  arguments: { projectId, personId },
  result: personFields,
  example: EXAMPLE,
  run: async (args, { api, options }) =>
    shown(personFields, await api.persons.get(args.projectId, args.personId, options)),
});

export const listPersonActivity = declareRead({
  name: "listPersonActivity",
  doc: "Lists the activity of one person, or of all persons of a project, newest first.",
  notes: ["A deleted person no longer has activity. The activity of the project still shows the deletion."],
  scopes: ["activity_log:read"],
  operations: ["persons.activity", "persons.allActivity"],
  arguments: {
    projectId,
    personId: field(filledText.optional(), { doc: "UUID of the person. Default: all persons." }),
  },
  result: activityFields,
  example: EXAMPLE,
  rows: ({ projectId: project, personId: person }, { api, options }) => {
    const { activity, allActivity } = api.persons;
    const rows = person === undefined ? allActivity(project, options) : activity(project, person, options);
    return shownRows(activityFields, rows);
  },
});

const cohortFields = {
  id: field(z.number().int(), { doc: "Number of the cohort." }),
  name: field(z.string().optional(), { doc: "Name of the cohort." }),
  count: field(z.number().int().optional(), { doc: "Number of persons in it." }),
};

/** @source departures 2025-08 */
const COHORTS_FAIL = "This call fails on the service of August 2025 and works on other services.";

export const listPersonCohorts = declareRead({
  name: "listPersonCohorts",
  doc: "Lists the cohorts that a person is in.",
  notes: [COHORTS_FAIL],
  knownFailure: () => COHORTS_FAIL,
  scopes: ["person:read", "cohort:read"],
  operations: ["persons.cohorts"],
  arguments: { projectId, personId },
  result: cohortFields,
  example: EXAMPLE,
  rows: (args, { api, options }) =>
    shownRows(cohortFields, api.persons.cohorts(args.projectId, { person_id: args.personId }, options)),
});

/** A value of a property, as functions return it. */
export const valueFields = {
  name: field(z.string(), { doc: "Value, as a string." }),
  count: field(z.number().int().optional(), { doc: "Number of persons with the value; absent for events." }),
};

export const listPersonPropertyValues = declareRead({
  name: "listPersonPropertyValues",
  doc: "Lists up to 20 of the most frequent values of a person property.",
  scopes: ["person:read"],
  operations: ["persons.values"],
  arguments: {
    projectId,
    key: field(filledText, { doc: "Name of the property." }),
    value: field(filledText.optional(), { doc: "Part of the value." }),
  },
  result: valueFields,
  example: { projectId: EXAMPLE_PROJECT, key: "plan" },
  rows: ({ projectId: project, key, value }, { api, options }) =>
    shownRows(valueFields, api.persons.values(project, { key, value }, options)),
});

const timelineFields = {
  points: json("Changes of the properties: objects with `timestamp`, `properties`, and `relevant_event_count`."),
  crucialPropertyKeys: field(z.array(z.string()), { doc: "Properties that filters or breakdowns use." }),
  effectiveDateFrom: field(z.string().optional(), { doc: "First day of the range." }),
  effectiveDateTo: field(z.string().optional(), { doc: "Last day of the range." }),
};

export const getPersonPropertiesTimeline = declareRead({
  name: "getPersonPropertiesTimeline",
  doc: "Reads how the properties of a person changed over time.",
  scopes: [],
  operations: ["persons.propertiesTimeline"],
  arguments: {
    projectId,
    personId,
    dateFrom: field(filledText.optional(), {
      doc: "First day of the range: ISO 8601, or relative to now such as `-7d`.",
    }),
    dateTo: field(filledText.optional(), { doc: "Last day of the range: ISO 8601, or relative to now such as `-1d`." }),
  },
  result: timelineFields,
  example: EXAMPLE,
  alternative: message`Without such a key, use listEvents with ${fieldRef("personId")} to see the events that changed the properties.`,
  run: async (args, { api, options }) => {
    const query = wireArguments(args, ["dateFrom", "dateTo"]);
    const timeline = await api.persons.propertiesTimeline(args.projectId, args.personId, query, options);
    return shown(timelineFields, timeline ?? { points: [], crucial_property_keys: [] });
  },
});
