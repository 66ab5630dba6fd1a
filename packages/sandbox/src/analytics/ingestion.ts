import { type Job, schedule } from "../scheduler.ts";
import { singletonsOf } from "../store/rows.ts";
import { dictionaryIn } from "../wire/read-value.ts";
import type { World } from "../world.ts";
import { createPerson, mergePersons, personOf, putDistinctId, putPerson } from "./persons.ts";
import { EVENTS_TABLE, type EventRow, type PersonRow, type Properties } from "./rows.ts";

/** How events are ingested; a test can delay ingestion or lose writes. */
export type IngestionState = {
  /** Seconds, by the sandbox's clock, between accepting an event and its effect. */
  readonly delaySeconds: number;
  /** Loses the events that change persons' properties: the request still reports success. */
  readonly losesPropertyChanges: boolean;
};

const DEFAULT_STATE: IngestionState = { delaySeconds: 0, losesPropertyChanges: false };

const STATE = singletonsOf<Partial<IngestionState>>();

/** Reads the settings of ingestion. */
export function ingestionState(world: World): IngestionState {
  const stored = world.store.table(STATE).get("ingestion")?.value;
  return { ...DEFAULT_STATE, ...stored };
}

/** Changes the settings of ingestion; for the control plane. */
export function changeIngestion(world: World, patch: Partial<IngestionState>): IngestionState {
  const value = { ...ingestionState(world), ...patch };
  world.store.tables.singletons.put({ id: "ingestion", value });
  return value;
}

/** An accepted event. */
export type AcceptedEvent = Omit<EventRow, "received_ms" | "id"> & { readonly uuid: string };

/** Ingests events, now or after the delay. */
export function accept(world: World, events: readonly AcceptedEvent[]): void {
  const receivedMs = world.clock.nowMs();
  const rows = events.map(({ uuid, ...event }): EventRow => {
    return { ...event, id: eventKey(event.project, uuid), received_ms: receivedMs };
  });
  later(world, "ingest", rows, () => ingest(world, rows));
}

/** Key of an event's row: senders choose the UUIDs, so they are unique only within a project. @public */
export const eventKey = (project: number, uuid: string): string => `${project}:${uuid}`;

/** Runs a background task of the service, now or after the delay. */
export function later(world: World, job: string, data: unknown, now: () => void): void {
  const { delaySeconds } = ingestionState(world);
  if (delaySeconds === 0) return now();
  schedule(world, job, world.clock.nowMs() + delaySeconds * 1000, data);
}

/** The job that ingests accepted events after the delay. */
export const ingestLater: Job = (world, data) => ingest(world, data as EventRow[]);

function ingest(world: World, events: readonly EventRow[]): void {
  const table = world.store.table(EVENTS_TABLE);
  for (const event of events) {
    // The project might have been deleted.
    if (world.store.tables.projects.one({ number: event.project }) === undefined) continue;
    updatePerson(world, event);
    table.put(event);
  }
}

/**
 * The effect of an event on persons.
 * @source live notes on persons and events, 7.2
 */
function updatePerson(world: World, event: EventRow): void {
  const known = personOf(world, event.project, event.distinct_id);
  if (event.properties["$process_person_profile"] === false) return;
  const person = known ?? createPerson(world, { ...newPerson(event), distinctIds: [event.distinct_id] });
  const merged = mergeOther(world, event, person);
  const properties = changedProperties(merged.properties, event.properties);
  const isIdentified = merged.is_identified || event.event === "$identify";
  if (properties === merged.properties && isIdentified === merged.is_identified) return;
  putPerson(world, { ...merged, properties, is_identified: isIdentified });
}

function newPerson(event: EventRow): Pick<PersonRow, "project" | "properties" | "created_ms" | "is_identified"> {
  return { project: event.project, properties: {}, created_ms: event.timestamp_ms, is_identified: false };
}

/** The property with the other distinct ID, by event. */
const OTHER_ID: Readonly<Record<string, string>> = {
  $identify: "$anon_distinct_id",
  $create_alias: "alias",
  $merge_dangerously: "alias",
};

function mergeOther(world: World, event: EventRow, person: PersonRow): PersonRow {
  const key = OTHER_ID[event.event];
  const other = key === undefined ? undefined : event.properties[key];
  if (typeof other !== "string" || other === "" || other === event.distinct_id) return person;
  const known = personOf(world, event.project, other);
  if (known !== undefined) return mergePersons(world, person, known, event.event === "$merge_dangerously");
  putDistinctId(world, event.project, other, person.id);
  return person.is_identified ? person : putPerson(world, { ...person, is_identified: true });
}

/** Applies `$set_once`, `$set`, and `$unset`; returns the same object if nothing changes. */
export function changedProperties(before: Properties, event: Properties): Properties {
  const once = dictionaryIn(event["$set_once"]);
  const set = dictionaryIn(event["$set"]);
  const unset = Array.isArray(event["$unset"]) ? event["$unset"].map(String) : [];
  if (Object.keys(once).length + Object.keys(set).length + unset.length === 0) return before;
  const after: Record<string, unknown> = { ...once, ...before, ...set };
  for (const key of unset) delete after[key];
  return after;
}
