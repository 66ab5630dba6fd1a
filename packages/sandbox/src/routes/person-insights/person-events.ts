import { isInCohort } from "../../analytics/cohorts.ts";
import type { DateRange } from "../../analytics/dates.ts";
import type { Entity } from "../../analytics/entities.ts";
import { eachEvent } from "../../analytics/event-query.ts";
import { personOf } from "../../analytics/persons.ts";
import { holds, comparableText } from "../../analytics/property-filter.ts";
import type { EventRow, PersonRow } from "../../analytics/rows.ts";
import { type Exchange, projectOf } from "../../pipeline/exchange.ts";
import type { Question } from "./question.ts";

/** A person with the events that an analysis uses, oldest first. */
export type PersonEvents = { readonly person: PersonRow; readonly events: readonly EventRow[] };

/** Number of event names that are looked up one by one; with more names, everything is read. */
const MAX_NAMES = 200;

type Asked = Pick<Question, "filters" | "search">;

/**
 * Everybody's events in a range of time that match the filters; only those with the entities' names, if there are any.
 * Events of deleted and of hidden persons don't count.
 */
export function personEvents(
  exchange: Exchange,
  question: Asked,
  range: DateRange,
  entities: readonly Entity[] = [],
): PersonEvents[] {
  const found = new Map<string, { person: PersonRow; events: EventRow[] }>();
  const personBy = memoized((distinctId: string) => personOf(exchange.world, projectOf(exchange).number, distinctId));
  const query = {
    project: projectOf(exchange).number,
    events: namesOf(entities),
    afterMs: range.fromMs - 1,
    beforeMs: range.toMs + 1,
    filters: { type: "AND", values: [] },
    isNewestFirst: false,
  } as const;
  for (const event of eachEvent(exchange.world, query)) {
    const person = personBy(event.distinct_id);
    if (person === undefined || person.is_hidden || !fits(exchange, question, event, person)) continue;
    const entry = found.get(person.id);
    if (entry === undefined) found.set(person.id, { person, events: [event] });
    else entry.events.push(event);
  }
  return [...found.values()];
}

function memoized<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.has(key) ? (known.get(key) as Value) : work(key);
    known.set(key, value);
    return value;
  };
}

function namesOf(entities: readonly Entity[]): readonly string[] | undefined {
  const names = [...new Set(entities.map((entity) => entity.event))];
  return names.length > 0 && names.length <= MAX_NAMES && names.every((name) => name !== null) ? names : undefined;
}

function fits(exchange: Exchange, { filters, search }: Asked, event: EventRow, person: PersonRow): boolean {
  const isMember = (cohort: number): boolean => isInCohort(exchange.world, cohort, person);
  const subject = { person: person.properties, event: event.properties, isInCohort: isMember };
  if (filters.values.length > 0 && !holds(filters, subject)) return false;
  if (search === undefined) return true;
  const { email, name } = person.properties;
  return [email, name, event.distinct_id].some((value) =>
    comparableText(value).toLowerCase().includes(search.toLowerCase()),
  );
}
