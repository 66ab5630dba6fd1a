import { EVENTS_TABLE } from "../../analytics/rows.ts";
import type { Family } from "../../family.ts";
import { seedExampleEvents, seedManyEvents } from "./seeds.ts";
import { type Answer, type Exchange, projectOf, type Route } from "../../pipeline/exchange.ts";
import { inAll, underProject } from "../../pipeline/route.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { EVENT_LIMITS } from "../../pipeline/rate-limiter.ts";
import { type AnswerSpec, findAnswerFault } from "../../wire/check-response.ts";
import { EVENT, NAMED_VALUE } from "../../wire/event.ts";
import { valuesOf } from "../../wire/values.ts";
import { listEvents } from "./list.ts";
import { listEventValues } from "./values.ts";
import { eventKey } from "../../analytics/ingestion.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { notFound } from "../../pipeline/service-error.ts";
import { showEvent } from "./show.ts";

/** A refusal without attr. @source first recording "event bad id" */
const BAD_ID = { detail: "Invalid UUID", code: "invalid", type: "validation_error" };

/** Whether a body is the refusal of an ID. */
const isBadIdAnswer = (body: unknown): boolean => body === BAD_ID;

/** `GET events/:id/`: the person is omitted unless requested. @source live notes on persons and events, 4.2 */
function getEvent(exchange: Exchange<"id">): Answer {
  const written = exchange.match.parameters.id;
  const uuid = canonicalUuid(written);
  if (uuid === undefined) return { status: 400, headers: {}, body: BAD_ID };
  const event = exchange.world.store.table(EVENTS_TABLE).get(eventKey(projectOf(exchange).number, uuid));
  if (event === undefined) throw notFound(`No events exist for event UUID ${written}`);
  const withPerson = (exchange.query.get("include_person") ?? "") !== "";
  return { status: 200, headers: {}, body: showEvent(exchange, event, withPerson) };
}

const read = { ...inProject, scope: "query:read" } as const;
const READ = { allow: "GET, HEAD, OPTIONS", vary: "Accept, origin", csv: true, limits: EVENT_LIMITS } as const;

/** An event, or the only refusal with its own form. */
const ONE: AnswerSpec = {
  kind: "checked",
  check: (body, dialect) =>
    isBadIdAnswer(body) ? undefined : findAnswerFault({ kind: "one", resource: EVENT }, body, dialect),
};

/** All routes of events. @source contract, events table; live service 2025-08, flow 10:26-43 */
const EVENT_ROUTES: readonly Route[] = [
  ...underProject("events/", {
    title: "Event List",
    ...READ,
    operations: {
      GET: { ...read, handle: listEvents, answers: inAll({ kind: "keyset", resource: EVENT }), isList: true },
    },
  }),
  ...underProject("events/:id/", {
    title: "Event Instance",
    ...READ,
    operations: { GET: { ...read, handle: getEvent, answers: inAll(ONE) } },
  }),
  ...underProject("events/values/", {
    title: "Values",
    ...READ,
    operations: {
      GET: { ...read, handle: listEventValues, answers: valuesOf(NAMED_VALUE) },
    },
  }),
];

/** Events. */
export const EVENTS: Family = {
  name: "events",
  place: 13,
  routes: EVENT_ROUTES,
  tables: [EVENTS_TABLE],
  seedExample: seedExampleEvents,
  seedScale: seedManyEvents,
};
