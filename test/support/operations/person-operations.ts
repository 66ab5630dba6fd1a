import { ACTIVITY, activityPage, EVENT, peoplePage, PERSON, PERSON_ROW, timeline } from "./answers.ts";
import { operation } from "./operation.ts";
import type { ClientOperation } from "./operation.ts";

const PERSONS = "/api/projects/:project_id/persons/";
const EVENTS = "/api/projects/:project_id/events/";
const one = { id: "12" };
const write = { empty: [undefined] } as const;
const none = { empty: [undefined] } as const;
const noRows = { empty: [[]] } as const;
const success = { success: true };
const summary = { persons_found: 2, persons_deleted: 2, events_queued_for_deletion: true, deletion_errors: [] };
const value = { name: "pro", count: 3 };
const cohort = { id: 3, name: "Payers", count: 2 };
const retained = { person: PERSON_ROW, appearances: [1, 0, 1] };
const rows = (...results: unknown[]) => ({ results, next: null, previous: null });
const entity = { entity_id: "$pageview", entity_type: "events" };
const lifecycle = { target_date: "2026-11-20", lifecycle_type: "new" };

/** The operations of persons but for those about insights. */
const persons: readonly ClientOperation[] = [
  operation(
    ["GET", PERSONS, "persons.list"],
    (api) => api.persons.list(7).all(),
    [200, rows(PERSON_ROW)],
    [PERSON_ROW],
  ),
  operation(["GET", `${PERSONS}:id/`, "persons.get"], (api) => api.persons.get(7, 12), [200, PERSON], PERSON, one),
  operation(
    ["PATCH", `${PERSONS}:id/`, "persons.update"],
    (api) => api.persons.update(7, 12, { properties: { plan: "pro" } }),
    [202],
    undefined,
    { ...one, ...write },
  ),
  operation(["DELETE", `${PERSONS}:id/`, "persons.delete"], (api) => api.persons.delete(7, 12), [202], undefined, {
    ...one,
    ...write,
  }),
  operation(
    ["GET", `${PERSONS}:id/activity/`, "persons.activity"],
    (api) => api.persons.activity(7, 12).all(),
    [200, activityPage],
    [ACTIVITY],
    { ...one, ...noRows },
  ),
  operation(
    ["POST", `${PERSONS}:id/delete_property/`, "persons.deleteProperty"],
    (api) => api.persons.deleteProperty(7, 12, "plan"),
    [201, success],
    success,
    { ...one, ...write },
  ),
  operation(
    ["GET", `${PERSONS}:id/properties_timeline/`, "persons.propertiesTimeline"],
    (api) => api.persons.propertiesTimeline(7, 12),
    [200, timeline],
    timeline,
    { ...one, ...none },
  ),
  operation(
    ["POST", `${PERSONS}:id/split/`, "persons.split"],
    (api) => api.persons.split(7, 12),
    [201, success],
    success,
    { ...one, ...write },
  ),
  operation(
    ["POST", `${PERSONS}:id/update_property/`, "persons.updateProperty"],
    (api) => api.persons.updateProperty(7, 12, "plan", "pro"),
    [202],
    undefined,
    { ...one, ...write },
  ),
  operation(
    ["GET", `${PERSONS}activity/`, "persons.allActivity"],
    (api) => api.persons.allActivity(7).all(),
    [200, activityPage],
    [ACTIVITY],
    noRows,
  ),
  operation(
    ["POST", `${PERSONS}bulk_delete/`, "persons.bulkDelete"],
    (api) => api.persons.bulkDelete(7, { distinct_ids: ["d1"] }),
    [202, summary],
    summary,
    write,
  ),
  operation(
    ["GET", `${PERSONS}cohorts/`, "persons.cohorts"],
    (api) => api.persons.cohorts(7, { person_id: 12 }).all(),
    [200, { results: [cohort] }],
    [cohort],
    noRows,
  ),
  operation(
    ["GET", `${PERSONS}values/`, "persons.values"],
    (api) => api.persons.values(7, { key: "plan" }).all(),
    [200, [value]],
    [value],
    noRows,
  ),
];

const people = [200, peoplePage] as const;

const insights: readonly ClientOperation[] = [
  operation(
    ["GET", `${PERSONS}funnel/`, "persons.funnel"],
    (api) => api.persons.funnel(7).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
  operation(
    ["POST", `${PERSONS}funnel/`, "persons.queryFunnel"],
    (api) => api.persons.queryFunnel(7).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
  operation(
    ["GET", `${PERSONS}funnel/correlation/`, "persons.funnelCorrelation"],
    (api) => api.persons.funnelCorrelation(7).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
  operation(
    ["POST", `${PERSONS}funnel/correlation/`, "persons.queryFunnelCorrelation"],
    (api) => api.persons.queryFunnelCorrelation(7).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
  operation(
    ["GET", `${PERSONS}lifecycle/`, "persons.lifecycle"],
    (api) => api.persons.lifecycle(7, lifecycle).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
  operation(
    ["GET", `${PERSONS}path/`, "persons.path"],
    (api) => api.persons.path(7).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
  operation(
    ["POST", `${PERSONS}path/`, "persons.queryPath"],
    (api) => api.persons.queryPath(7).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
  operation(
    ["GET", `${PERSONS}retention/`, "persons.retention"],
    (api) => api.persons.retention(7).all(),
    [200, { result: [retained], next: null }],
    [retained],
    noRows,
  ),
  operation(
    ["GET", `${PERSONS}stickiness/`, "persons.stickiness"],
    (api) => api.persons.stickiness(7, entity).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
  operation(
    ["GET", `${PERSONS}trends/`, "persons.trends"],
    (api) => api.persons.trends(7, entity).all(),
    people,
    [PERSON_ROW],
    noRows,
  ),
];

const events: readonly ClientOperation[] = [
  operation(
    ["GET", EVENTS, "events.list"],
    (api) => api.events.list(7).all(),
    [200, { next: null, results: [EVENT] }],
    [EVENT],
  ),
  operation(["GET", `${EVENTS}:id/`, "events.get"], (api) => api.events.get(7, EVENT.id), [200, EVENT], EVENT, {
    id: EVENT.id,
  }),
  operation(
    ["GET", `${EVENTS}values/`, "events.values"],
    (api) => api.events.values(7, { key: "plan" }).all(),
    [200, [{ name: "pro" }]],
    [{ name: "pro" }],
    noRows,
  ),
];

/** The operations of persons and events. */
export const PERSON_OPERATIONS = [...persons, ...insights, ...events];
