import { accept } from "../../analytics/ingestion.ts";
import { emailIn, personUuid, distinctKey, takePersonNumbers } from "../../analytics/persons.ts";
import { DISTINCT_IDS_TABLE, EVENTS_TABLE, PERSONS_TABLE } from "../../analytics/rows.ts";
import type { Scale, SeedPlace } from "../../family.ts";
import type { World } from "../../world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Three persons of the example organization, with their events. */
const EXAMPLE = [
  { id: "ada", name: "Ada", plan: "pro", did: ["$pageview", "signed_up", "purchased"] },
  { id: "ben", name: "Ben", plan: "free", did: ["$pageview", "signed_up"] },
  { id: "cam", name: "Cam", plan: "free", did: ["$pageview"] },
];

/** Adds the example's persons and events: a funnel from the first page to a purchase, over three days. */
export function seedExampleEvents(world: World, place: SeedPlace): void {
  const startMs = world.clock.nowMs() - 3 * DAY_MS;
  const events = EXAMPLE.flatMap(({ id, name, plan, did }, person) =>
    did.map((event, step) => ({
      uuid: world.identifiers.uuid(),
      project: place.project,
      event,
      distinct_id: id,
      timestamp_ms: startMs + step * DAY_MS + person * HOUR_MS,
      properties: step === 0 ? { $set: { email: `${id}@example.com`, name, plan } } : {},
      elements_chain: "",
    })),
  );
  accept(world, events);
}

/** Persons are spread over a year, and events over a month. */
const PERSONS_OVER_MS = 365 * DAY_MS;
const EVENTS_OVER_MS = 30 * DAY_MS;

/** Adds persons and events in bulk, evenly over time; all persons have the same number of events. */
export function seedManyEvents(world: World, place: SeedPlace, scale: Scale): void {
  const nowMs = Math.floor(world.clock.nowMs());
  seedPersons(world, place, scale.persons, nowMs);
  const project = String(place.project);
  // In the database itself: creating a million rows here would take three times as long.
  world.store.database.run(
    INSERT_EVENTS,
    scale.events,
    nowMs - EVENTS_OVER_MS,
    EVENTS_OVER_MS / scale.events,
    scale.persons,
    project,
    nowMs,
  );
}

function seedPersons(world: World, { project }: SeedPlace, count: number, nowMs: number): void {
  const firstNumber = takePersonNumbers(world, count);
  const plans = ["free", "free", "free", "pro", "max"];
  const ids = Array.from({ length: count }, (_none, index) => `user-${index}`);
  const persons = ids.map((id, index) => {
    const properties = { email: `${id}@example.com`, plan: plans[index % plans.length], n: index };
    return {
      id: personUuid(project, id),
      project,
      number: firstNumber + index,
      properties,
      created_ms: Math.floor(nowMs - ((count - index) * PERSONS_OVER_MS) / count),
      is_identified: true,
      is_hidden: false,
      email: emailIn(properties),
    };
  });
  world.store.table(PERSONS_TABLE).insertMany(persons);
  const rows = ids.map((distinct_id, index) => {
    return { id: distinctKey(project, distinct_id), project, distinct_id, person: persons[index]?.id ?? "" };
  });
  world.store.table(DISTINCT_IDS_TABLE).insertMany(rows);
}

/** A prime, so neighbors in time are different persons. */
const STRIDE = 7919;

/** Parameters: events, first time, step, persons, project, time of arrival. */
const INSERT_EVENTS = `
  WITH RECURSIVE
    counted(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM counted WHERE i + 1 < ?1),
    placed AS (
      SELECT i,
        CAST(?2 + i * ?3 AS INTEGER) AS at,
        'user-' || ((i * ${STRIDE}) % ?4) AS who,
        CASE (i / ?4) % 5 WHEN 1 THEN 'signed_up' WHEN 3 THEN 'purchased' ELSE '$pageview' END AS what
      FROM counted
    ),
    named AS (
      SELECT *, ?5 || ':' || substr(printf('%012x', at), 1, 8) || '-' || substr(printf('%012x', at), 9) ||
        printf('-7000-8000-%012x', i) AS id
      FROM placed
    )
  INSERT INTO t_${EVENTS_TABLE.name} (id, json, project, timestamp_ms, event, distinct_id)
  SELECT id,
    json_object('id', id, 'project', CAST(?5 AS INTEGER), 'event', what, 'distinct_id', who, 'timestamp_ms', at,
      'received_ms', ?6, 'properties', json_object('i', i, '$browser', 'Firefox'), 'elements_chain', ''),
    CAST(?5 AS INTEGER), at, what, who
  FROM named`;
