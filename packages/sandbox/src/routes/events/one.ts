import { eventKey } from "../../analytics/ingestion.ts";
import { EVENTS_TABLE } from "../../analytics/rows.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { notFound } from "../../pipeline/service-error.ts";
import { showEvent } from "./show.ts";

/** A refusal without attr. @source first recording "event bad id" */
const BAD_ID = { detail: "Invalid UUID", code: "invalid", type: "validation_error" };

/** Whether a body is the refusal of an id. */
export const isBadIdAnswer = (body: unknown): boolean => body === BAD_ID;

/** `GET events/:id/`: the person is left out unless asked for. @source live notes on persons and events, 4.2 */
export function getEvent(exchange: Exchange<"id">): Answer {
  const written = exchange.match.parameters.id;
  const uuid = canonicalUuid(written);
  if (uuid === undefined) return { status: 400, headers: {}, body: BAD_ID };
  const event = exchange.world.store.table(EVENTS_TABLE).get(eventKey(projectOf(exchange).number, uuid));
  if (event === undefined) throw notFound(`No events exist for event UUID ${written}`);
  const withPerson = (exchange.query.get("include_person") ?? "") !== "";
  return { status: 200, headers: {}, body: showEvent(exchange, event, withPerson) };
}
