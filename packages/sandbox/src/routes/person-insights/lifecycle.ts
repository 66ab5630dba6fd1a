import { readTime } from "../../analytics/dates.ts";
import { type Entity, entitiesOf, fitsEntity } from "../../analytics/entities.ts";
import { textParameter } from "../../analytics/parameters.ts";
import { type Unit, addUnits, startOf } from "../../analytics/periods.ts";
import { hasQuirk } from "../../dialects.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { failureInLive, invalid, invalidInput, notFound } from "../../pipeline/service-error.ts";
import { pageOfPeople, plainAnswer } from "./people.ts";
import { type PersonEvents, personEvents } from "./person-events.ts";
import { questionOf } from "./question.ts";

/** Weeks begin on Monday here, whatever the project's setting. @source live notes on persons and events, 3.14 */
const WEEK_START = 1;

/**
 * `GET persons/lifecycle/`: people who were new, returning, resurrecting, or dormant in an interval. The running
 * service fails on it below a project.
 * @source live notes on persons and events, 1.5 and 3.14; live service 2025-08, flow 11:442
 */
export function lifecycle(exchange: Exchange): Answer {
  if (hasQuirk(exchange.world.dialect, "lifecycleAndStickinessFail")) throw failureInLive(exchange, notFound());
  const question = questionOf(exchange);
  const [date, type] = ["target_date", "lifecycle_type"].map((name) => textParameter(question.parameters, name));
  if (date === undefined) return missing("Must include specified date");
  if (type === undefined) return missing("Must include lifecycle type");
  const targetMs = readTime(date, exchange.world.clock.nowMs());
  if (targetMs === undefined) throw invalidInput("The date cannot be read.", "target_date");
  const [entity] = entitiesOf(question.parameters);
  if (entity === undefined) throw invalid("required", "This field is required.", "events");
  const { unit, range } = question;
  const start = (timeMs: number): number => startOf(unit, timeMs, WEEK_START);
  const fromMs = addUnits(unit, start(range.fromMs), -1);
  const toMs = addUnits(unit, start(range.toMs), 1) - 1;
  const people = personEvents(exchange, question, { fromMs, toMs }, [entity]).filter(
    (each) => statusesIn(exchange, each, entity, unit).get(start(targetMs))?.has(type) === true,
  );
  return plainAnswer(exchange, pageOfPeople(exchange, people, question));
}

/** A body outside the usual form. @source live notes on persons and events, 1.5 */
function missing(detail: string): Answer {
  return { status: 400, headers: {}, body: { message: "Missing parameter", detail } };
}

/**
 * A person's status at the beginning of each interval: new in the interval of the person's creation, returning after
 * activity in the interval before, otherwise resurrecting; dormant in the interval after the last active one.
 */
function statusesIn(
  exchange: Exchange,
  { person, events }: PersonEvents,
  entity: Entity,
  unit: Unit,
): Map<number, Set<string>> {
  const counted = events.filter((event) => fitsEntity(exchange.world, entity, event, person));
  const active = [...new Set(counted.map((event) => startOf(unit, event.timestamp_ms, WEEK_START)))];
  const statuses = new Map<number, Set<string>>();
  const add = (timeMs: number, status: string): void => {
    statuses.set(timeMs, (statuses.get(timeMs) ?? new Set()).add(status));
  };
  let previousMs = startOf(unit, person.created_ms, WEEK_START);
  for (const [index, atMs] of active.entries()) {
    const isRow = index > 0 && addUnits(unit, previousMs, 1) === atMs;
    add(atMs, previousMs === atMs ? "new" : isRow ? "returning" : "resurrecting");
    const nextMs = addUnits(unit, atMs, 1);
    if (active[index + 1] !== nextMs) add(nextMs, "dormant");
    previousMs = atMs;
  }
  return statuses;
}
