import { readTime, startOfDay } from "../../analytics/dates.ts";
import { type Entity, entityFrom, fitsEntity } from "../../analytics/entities.ts";
import { textParameter } from "../../analytics/parameters.ts";
import { type Unit, addUnits, startOf, unitNamed, unitsBetween } from "../../analytics/periods.ts";
import type { Properties } from "../../analytics/rows.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { type ServiceError, invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { showRow } from "../persons/shared.ts";
import { nextOf } from "./people.ts";
import { type PersonEvents, personEvents } from "./person-events.ts";
import { type Question, questionOf, wholeNumber } from "./question.ts";

/** Default number of intervals. @source live notes on persons and events, 3.14 */
const DEFAULT_INTERVALS = 11;
/** More than anybody draws; the response has a number for each interval. */
const MAX_INTERVALS = 1000;

/** The parameters of a retention query. */
type Plan = {
  readonly unit: Unit;
  readonly intervals: number;
  /** The interval in which people came first, counted from the beginning. */
  readonly selected: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly isFirstTime: boolean;
  readonly target: Entity;
  readonly returning: Entity;
};

/** A person, and the intervals in which the person was active, counted from the selected one. */
type Appearance = { readonly person: PersonEvents["person"]; readonly intervals: ReadonlySet<number> };

/**
 * `GET persons/retention/`: people who came in an interval, and the later intervals in which they came again. @source
 * live notes, 3.14
 */
export function retention(exchange: Exchange): Answer {
  const question = questionOf(exchange);
  const plan = planOf(exchange, question);
  const { limit, offset } = { ...question, limit: Math.min(question.limit, exchange.maxPageRows ?? question.limit) };
  const rows = everybody(exchange, question, plan)
    .flatMap((each) => appearanceOf(exchange, plan, each) ?? [])
    .toSorted(
      (left, right) => right.intervals.size - left.intervals.size || (left.person.id < right.person.id ? -1 : 1),
    )
    .slice(offset, offset + limit);
  const length = Math.max(plan.intervals - plan.selected, 0);
  const result = rows.map(({ person, intervals }) => ({
    person: showRow(exchange, person),
    appearances: Array.from({ length }, (_none, index) => (intervals.has(index) ? 1 : 0)),
  }));
  const place = { limit, offset };
  const next = nextOf(exchange, { shown: [], isFull: rows.length >= limit, place });
  return { status: 200, headers: {}, body: { result, next, missing_persons: 0 } };
}

function planOf(exchange: Exchange, { parameters }: Question): Plan {
  const period = textParameter(parameters, "period") ?? "Day";
  const unit = unitNamed(period);
  const isKnown = /^(?:Hour|Day|Week|Month)$/.test(period);
  if (!isKnown || unit === undefined) throw invalidInput(`Period ${period} is unsupported.`, null);
  const intervals = wholeNumber(exchange, parameters, "total_intervals") ?? DEFAULT_INTERVALS;
  if (intervals > MAX_INTERVALS) {
    throw sandboxError(501, "not_implemented", `The sandbox supports at most ${MAX_INTERVALS} intervals.`);
  }
  const target = entityIn(parameters, "target_entity") ?? entityFrom("$pageview");
  return {
    unit,
    intervals,
    selected: wholeNumber(exchange, parameters, "selected_interval") ?? 0,
    ...rangeOfPlan(parameters, unit, intervals, exchange.world.clock.nowMs()),
    isFirstTime: textParameter(parameters, "retention_type") === "retention_first_time",
    target,
    returning: entityIn(parameters, "returning_entity") ?? target,
  };
}

/** Up to and including the interval of the last day; the range ends where the next interval begins. */
function rangeOfPlan(
  parameters: Properties,
  unit: Unit,
  intervals: number,
  nowMs: number,
): { fromMs: number; toMs: number } {
  const last = textParameter(parameters, "date_to");
  const lastMs = last === undefined ? nowMs : readTime(last, nowMs);
  if (lastMs === undefined) throw invalidInput("The date cannot be read.", "date_to");
  const endMs = addUnits(unit, lastMs, 1);
  const toMs = unit === "hour" ? endMs : startOfDay(endMs);
  const fromMs = addUnits(unit, toMs, -intervals);
  return { fromMs: unit === "week" ? startOf("week", fromMs) : fromMs, toMs };
}

/** Only the name and type of an entity count here. */
function entityIn(parameters: Properties, name: string): Entity | undefined {
  const written = parameters[name];
  if (written === undefined || written === "") return undefined;
  if (!isDictionary(written)) throw unreadable(name);
  const { id, type } = written;
  if (type !== "actions" && (typeof id !== "string" || id === "")) throw unreadable(name);
  return entityFrom({ id, type });
}

function unreadable(name: string): ServiceError {
  return invalidInput("The entity has to be an object with id and type.", name);
}

/** A first time is searched for in all of time. */
function everybody(exchange: Exchange, question: Question, plan: Plan): PersonEvents[] {
  const fromMs = plan.isFirstTime ? 0 : plan.fromMs;
  return personEvents(exchange, question, { fromMs, toMs: plan.toMs }, [plan.target, plan.returning]);
}

function appearanceOf(exchange: Exchange, plan: Plan, { person, events }: PersonEvents): Appearance | undefined {
  const { unit, fromMs } = plan;
  const intervalsOf = (entity: Entity, fromMs: number): number[] => {
    const fitting = events.filter(
      (event) => event.timestamp_ms >= fromMs && fitsEntity(exchange.world, entity, event, person),
    );
    return [...new Set(fitting.map((event) => startOf(unit, event.timestamp_ms)))];
  };
  const targets = intervalsOf(plan.target, plan.isFirstTime ? 0 : fromMs).slice(0, plan.isFirstTime ? 1 : undefined);
  const isSelected = (atMs: number): boolean => unitsBetween(unit, startOf(unit, fromMs), atMs) === plan.selected;
  const baseMs = targets.find((atMs) => isSelected(atMs) && (!plan.isFirstTime || atMs >= fromMs));
  if (baseMs === undefined) return undefined;
  const later = intervalsOf(plan.returning, fromMs).filter((atMs) => atMs > baseMs);
  return { person, intervals: new Set([0, ...later.map((atMs) => unitsBetween(unit, baseMs, atMs))]) };
}
