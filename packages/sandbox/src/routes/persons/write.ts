import { hasQuirk } from "../../dialects.ts";
import { logActivity } from "../../activity-log.ts";
import { queueEventDeletion } from "../../analytics/event-deletion.ts";
import { accept, ingestionState, later } from "../../analytics/ingestion.ts";
import { distinctIdsOf, personOf, removePerson, showAgain, splitPerson } from "../../analytics/persons.ts";
import { PERSONS_TABLE, type PersonRow, type Properties } from "../../analytics/rows.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { failureInLive, invalid, invalidInput, notFound, unguarded } from "../../pipeline/service-error.ts";
import type { Job } from "../../scheduler.ts";
import {
  ACCEPTED,
  CREATED,
  OK,
  VARY_WITH_SESSION,
  done,
  fieldIsMissing,
  fieldOf,
  fieldsOf,
  personInPath,
  showPerson,
} from "./shared.ts";

/** Logs a change of a person. @source live notes on persons and events, 2.4; live service 2025-08, flow 10:44-153 */
export function logPerson(
  exchange: Exchange,
  person: PersonRow,
  activity: string,
  detail: { readonly name: string | null; readonly changes: unknown },
  item = String(person.number),
): void {
  const { organization, number } = projectOf(exchange);
  logActivity(exchange, organization, {
    scope: "Person",
    project: number,
    item,
    activity,
    detail: { changes: detail.changes, trigger: null, name: detail.name, short_id: null, type: null },
  });
}

const change = (action: string, field: string | null, after: unknown = null): unknown[] => [
  { type: "Person", action, field, before: null, after },
];

/** Captures an event that changes a person, under the person's first distinct ID. */
function capture(exchange: Exchange, person: PersonRow, event: string, properties: Properties): void {
  const [first] = distinctIdsOf(exchange.world, person.id, 1);
  if (first === undefined) {
    throw failureInLive(exchange, invalidInput("The person has no distinct id.", null));
  }
  if (ingestionState(exchange.world).losesPropertyChanges) return;
  const uuid = exchange.world.identifiers.uuid();
  const timestamp_ms = exchange.world.clock.nowMs();
  const place = { uuid, project: person.project, distinct_id: first, timestamp_ms };
  accept(exchange.world, [{ ...place, event, properties, elements_chain: "" }]);
}

/**
 * `PATCH` and `PUT persons/:id/`: merges, never replaces; the body is checked before the person.
 * @source live service 2025-08, flow 10:45-72
 */
export function patchPerson(exchange: Exchange<"id">): Answer {
  const properties = fieldsOf(exchange)["properties"];
  if (properties === undefined || properties === null) throw fieldIsMissing("properties");
  const person = personInPath(exchange);
  capture(exchange, person, "$set", { $set: properties });
  logPerson(exchange, person, "updated", { name: null, changes: change("changed", "properties") });
  if (hasQuirk(exchange.world.dialect, "personWritesAreAccepted")) return done(exchange, ACCEPTED, OK);
  return { status: 200, headers: {}, body: showPerson(exchange, personInPath(exchange)) };
}

/** `POST persons/:id/update_property/`. @source live service 2025-08, flow 10:73-92 */
export function updateProperty(exchange: Exchange<"id">): Answer {
  const [value, key] = [fieldOf(exchange, "value"), fieldOf(exchange, "key")];
  if (value === undefined || value === null) throw fieldIsMissing("value");
  if (key === undefined || key === null) throw fieldIsMissing("key");
  const person = personInPath(exchange);
  capture(exchange, person, "$set", { $set: { [textOfKey(key)]: value } });
  logPerson(exchange, person, "updated", { name: null, changes: change("changed", "properties") });
  return done(exchange, ACCEPTED, OK);
}

const textOfKey = (key: unknown): string => (typeof key === "string" ? key : JSON.stringify(key));

/** `POST persons/:id/delete_property/`: its lookup isn't guarded. @source live service 2025-08, flow 10:94-103 */
export function deleteProperty(exchange: Exchange<"id">): Answer {
  const key = fieldOf(exchange, "$unset");
  const isListed = hasQuirk(exchange.world.dialect, "propertiesAreDeletedInLists");
  const keys = isListed ? keysToDelete(key) : [key];
  const person = unguarded(exchange, () => personInPath(exchange));
  if (key === undefined) throw failureInLive(exchange, fieldIsMissing("$unset"));
  capture(exchange, person, "$delete_person_property", { $unset: keys });
  logPerson(exchange, person, "delete_property", { name: person.id, changes: change("changed", null) });
  return done(exchange, CREATED, OK);
}

/** Maximum number of keys that one request deletes. @source service 2026-09, persons-and-events.md, delete_property */
const MAX_KEYS = 1000;

/** @throws 400 whose code and attr are inferred. @source service 2026-09, persons-and-events.md, delete_property */
function keysToDelete(sent: unknown): string[] {
  const refused = (code: string, detail: string): Error => invalid(code, detail, "$unset");
  if (sent === undefined || sent === null) throw refused("required", "This field is required.");
  const keys: unknown[] = [sent].flat();
  if (keys.length === 0) throw refused("empty", "This list may not be empty.");
  if (keys.length > MAX_KEYS) {
    throw refused("max_length", `Ensure this field has no more than ${MAX_KEYS} elements.`);
  }
  return keys.map((key) => {
    if (typeof key !== "string") throw refused("invalid", "Not a valid string.");
    if (key === "") throw refused("blank", "This field may not be blank.");
    return key;
  });
}

/** `POST persons/:id/split/`. @source live service 2025-08, flow 10:108-131 */
export function postSplit(exchange: Exchange<"id">): Answer {
  const fields = fieldsOf(exchange);
  const person = personInPath(exchange);
  const main = fields["main_distinct_id"] ?? null;
  const before = distinctIdsOf(exchange.world, person.id);
  const data: SplitTask = { person: person.id, main };
  later(exchange.world, "split-person", data, () => splitPerson(exchange.world, person, main));
  logPerson(exchange, person, "split_person", {
    name: person.id,
    changes: change("split", null, { distinct_ids: before }),
  });
  return done(exchange, CREATED, OK);
}

type SplitTask = { readonly person: string; readonly main: unknown };

/** The job that splits a person some time after the request. */
export const splitLater: Job = (world, data) => {
  const { person, main } = data as SplitTask;
  const row = world.store.table(PERSONS_TABLE).get(person);
  if (row !== undefined) splitPerson(world, row, main);
};

/** `DELETE persons/:id/`; recordings and `keep_person` have no effect. @source live service 2025-08, flow 10:132-158 */
export function deletePerson(exchange: Exchange<"id">): Answer {
  const person = personInPath(exchange);
  if (asksForEvents(exchange)) queueEventDeletion(exchange.world, person);
  removePerson(exchange.world, person);
  logPerson(exchange, person, "deleted", { name: person.id, changes: null });
  return done(exchange, ACCEPTED, { status: 204, headers: {} });
}

/** @source contract, persons rule 8; live service 2025-08, flow 10:134-141 */
function asksForEvents({ query, world }: Exchange): boolean {
  if (hasQuirk(world.dialect, "deleteEventsCountsByPresence")) return query.has("delete_events");
  return isTrueWord(query.get("delete_events"));
}

/** A boolean in a query. */
export const isTrueWord = (text: string | null): boolean => /^(?:true|t|1|yes|y|on)$/i.test(text ?? "");

/** `POST persons/:id/delete_events/`: the person stays. @source live service 2025-08, flow 10:159-160 */
export function deleteEvents(exchange: Exchange<"id">): Answer {
  queueEventDeletion(exchange.world, personInPath(exchange));
  return { status: 202, headers: {} };
}

/** `POST persons/reset_person_distinct_id/`. @source live service 2025-08, flow 10:162-163; live notes 3.15 */
export function resetDistinctId(exchange: Exchange): Answer {
  const distinctId = fieldsOf(exchange)["distinct_id"];
  if (typeof distinctId !== "string" || distinctId === "") {
    throw invalidInput("distinct_id is required", null);
  }
  const person = personOf(exchange.world, projectOf(exchange).number, distinctId);
  if (person === undefined) throw notFound(`Distinct id ${distinctId} not found`);
  showAgain(exchange.world, person);
  return { status: 202, headers: VARY_WITH_SESSION };
}
