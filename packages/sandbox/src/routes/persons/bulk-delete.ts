import { queueEventDeletion } from "../../analytics/event-deletion.ts";
import { personOf, removePerson } from "../../analytics/persons.ts";
import { PERSONS_TABLE, type PersonRow } from "../../analytics/rows.ts";
import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { type ServiceError, failureInLive, invalidInput } from "../../pipeline/service-error.ts";
import { type Job, schedule } from "../../scheduler.ts";
import { pythonTruth } from "../../wire/python-text.ts";
import { ACCEPTED, OK, done, fieldsOf, personByNumber, personByUuid, withSession } from "./shared.ts";
import { isTrueWord, logPerson } from "./write.ts";

/** Maximum number of IDs in one request. @source contract, limits; live service 2025-08, flow 10:178-181 */
const MAX_IDS = 1000;

/** `POST persons/bulk_delete/`. @source contract, persons rule 9; live service 2025-08, flow 10:165-192 */
export function bulkDelete(exchange: Exchange): Answer {
  const { dialect } = exchange.world;
  if (hasQuirk(dialect, "bulkDeletionIsQueued")) return queueDeletion(exchange);
  return hasQuirk(dialect, "personWritesReadTheBody") ? deleteInLive(exchange) : deleteAsDocumented(exchange);
}

/** How long persons stay after their deletion was accepted; up to three minutes were seen. */
const QUEUED_MS = 60_000;

/**
 * Everything is queued, and persons are deleted after a while; with another setting, the service deletes them at once.
 * @source service 2026-09, persons-and-events.md, bulk_delete
 */
function queueDeletion(exchange: Exchange): Answer {
  const { world } = exchange;
  const fields = fieldsOf(exchange);
  const { distinct_ids, ids } = fields;
  const [byDistinctId, byId] = [pythonTruth(distinct_ids), pythonTruth(ids)];
  if (byDistinctId && byId) {
    throw invalidInput("You must provide either distinct_ids or ids, not both", null);
  }
  if (!byDistinctId && !byId) throw neither();
  const found = byDistinctId
    ? personsOfDistinctIds(exchange, listIn(exchange, distinct_ids, "ids"))
    : personsOfUuids(exchange, listIn(exchange, ids, "ids"));
  const persons = [...new Map(found.map((person) => [person.id, person])).values()];
  const isKept = fields["keep_person"] === true;
  const isQueued = world.settings().personDeletionIsQueued;
  const count = isKept ? 0 : persons.length;
  for (const person of persons) {
    if (fields["delete_events"] === true) queueEventDeletion(world, person);
    if (isKept) continue;
    logPerson(exchange, person, "deleted", { name: person.id, changes: null }, "None");
    if (!isQueued) removePerson(world, person);
    else schedule(world, DELETE_QUEUED, world.clock.nowMs() + QUEUED_MS, person.id);
  }
  const body = {
    persons_found: persons.length,
    persons_queued_for_deletion: isQueued ? count : 0,
    persons_deleted: isQueued ? 0 : count,
    events_queued_for_deletion: fields["delete_events"] === true,
    recordings_queued_for_deletion: fields["delete_recordings"] === true,
    deletion_errors: [],
  };
  return { status: 202, headers: {}, body };
}

/** Name of the job that deletes a person whose deletion was queued. */
export const DELETE_QUEUED = "delete a person";

/** Deletes a person whose deletion was queued, unless it was already deleted. */
export const deleteQueued: Job = (world, data) => {
  const person = world.store.table(PERSONS_TABLE).get(String(data));
  if (person !== undefined) removePerson(world, person);
};

/** Distinct IDs win over IDs. Persons are deleted one by one, and those deleted before a failure stay deleted. */
function deleteInLive(exchange: Exchange): Answer {
  const fields = fieldsOf(exchange);
  const { distinct_ids, ids } = fields;
  const persons = pythonTruth(distinct_ids)
    ? personsOfDistinctIds(exchange, listIn(exchange, distinct_ids, "distinct_ids"))
    : pythonTruth(ids)
      ? personsOfUuids(exchange, listIn(exchange, ids, "ids"))
      : undefined;
  if (persons === undefined) throw neither();
  const gone = new Set<string>();
  for (const person of persons) {
    // A second distinct ID of the same person finds it deleted already. @source live service 2025-08, flow 10:172
    if (gone.has(person.id)) throw withSession(failureInLive(exchange, neither()));
    remove(exchange, person, pythonTruth(fields["delete_events"]), "None");
    gone.add(person.id);
  }
  const answer = done(exchange, ACCEPTED, OK);
  return gone.size === 0 ? { ...answer, headers: {} } : answer;
}

function remove(exchange: Exchange, person: PersonRow, withEvents: boolean, item: string): void {
  if (withEvents) queueEventDeletion(exchange.world, person);
  removePerson(exchange.world, person);
  logPerson(exchange, person, "deleted", { name: person.id, changes: null }, item);
}

function neither(): ServiceError {
  return invalidInput("You need to specify either distinct_ids or ids", null);
}

/** A string is read letter by letter. @source live service 2025-08, flow 10:187-188 */
function listIn(exchange: Exchange, value: unknown, name: string): unknown[] {
  const items = Array.isArray(value) ? value : typeof value === "string" ? [...value] : undefined;
  if (items === undefined) throw failureInLive(exchange, neither());
  if (items.length > MAX_IDS) throw invalidInput(`You can only pass ${MAX_IDS} ${name} in one call`, null);
  return items;
}

/** A person occurs once for each distinct ID, but not for a repeated one. */
function personsOfDistinctIds(exchange: Exchange, distinctIds: readonly unknown[]): PersonRow[] {
  const project = projectOf(exchange).number;
  return [...new Set(distinctIds.map(String))].flatMap((id) => personOf(exchange.world, project, id) ?? []);
}

/**
 * For the service, a number is a UUID that no person has; a string that isn't a UUID is a failure. @source flow
 * 10:169-170, 10:187
 */
function personsOfUuids(exchange: Exchange, ids: readonly unknown[]): PersonRow[] {
  const uuids = ids.map((id) => (typeof id === "number" ? "" : canonicalUuid(String(id))));
  if (uuids.includes(undefined)) throw failureInLive(exchange, neither());
  return [...new Set(uuids)].flatMap((uuid) => personByUuid(exchange, uuid ?? "") ?? []);
}

/** Both lists count, from body and query; IDs are the integers or the UUIDs. @source contract, persons table */
function deleteAsDocumented(exchange: Exchange): Answer {
  const fields = fieldsOf(exchange);
  const distinctIds = listAsDocumented(exchange, "distinct_ids");
  const ids = listAsDocumented(exchange, "ids");
  const count = distinctIds.length + ids.length;
  if (count === 0) throw neither();
  if (count > MAX_IDS) throw invalidInput(`You can only pass ${MAX_IDS} ids in one call`, null);
  const wantsEvents = fields["delete_events"] ?? exchange.query.get("delete_events");
  const withEvents = wantsEvents === true || (typeof wantsEvents === "string" && isTrueWord(wantsEvents));
  const persons = [
    ...personsOfDistinctIds(exchange, distinctIds),
    ...ids.flatMap((id) => personOfId(exchange, id) ?? []),
  ];
  const distinct = new Map(persons.map((person) => [person.id, person]));
  for (const person of distinct.values()) remove(exchange, person, withEvents, String(person.number));
  return OK;
}

function personOfId(exchange: Exchange, id: unknown): PersonRow | undefined {
  const text = String(id);
  if (/^\d+$/.test(text)) return personByNumber(exchange, Number(text));
  return personByUuid(exchange, canonicalUuid(text) ?? "");
}

/** In a query: one list as JSON, or the parameter once for each ID. IDs in both body and query count once. */
function listAsDocumented(exchange: Exchange, name: string): unknown[] {
  const value = fieldsOf(exchange)[name];
  const sent: unknown[] = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  return [...new Set([...sent, ...exchange.query.getAll(name).flatMap(readList)].map(String))];
}

function readList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [text];
  } catch {
    return [text];
  }
}
