import { type DateRange, startOfDay } from "../../analytics/dates.ts";
import { type Entity, fitsEntity } from "../../analytics/entities.ts";
import { textParameter } from "../../analytics/parameters.ts";
import { addUnits } from "../../analytics/periods.ts";
import type { FilterGroup } from "../../analytics/property-filter.ts";
import { filtersFrom } from "../../analytics/property-filter.ts";
import type { EventRow } from "../../analytics/rows.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { type Somebody, cachedAnswer, pageOfPeople } from "./people.ts";
import { personEvents } from "./person-events.ts";
import { type Question, notKept, questionOf } from "./question.ts";
import { targetEntityOf } from "./target-entity.ts";

/** Displays in which a number represents the whole range and not one interval. @source live notes, 3.14 */
const WHOLE_RANGE = new Set([
  "ActionsLineGraphCumulative",
  "ActionsTable",
  "ActionsPie",
  "ActionsBarValue",
  "WorldMap",
  "BoldNumber",
]);

/**
 * `GET persons/trends/`: people who did something in an interval, and how often. @source live notes on persons and
 * events, 3.14
 */
export function trends(exchange: Exchange): Answer {
  const question = questionOf(exchange);
  const entity = targetEntityOf(exchange, question.parameters);
  const valueOf = countingBy(entity);
  const filters = withBreakdown(question);
  const range = rangeOfNumber(question, exchange.world.clock.nowMs());
  const people = personEvents(exchange, { ...question, filters }, range, [entity]).flatMap(
    ({ person, events }): Somebody[] => {
      const counted = events.filter((event) => fitsEntity(exchange.world, entity, event, person));
      return counted.length === 0 ? [] : [{ person, value: valueOf(counted) }];
    },
  );
  return cachedAnswer(exchange, pageOfPeople(exchange, people, question));
}

/** From the beginning of the range, one interval long. */
function rangeOfNumber({ parameters, range, unit }: Question, nowMs: number): DateRange {
  if (WHOLE_RANGE.has(textParameter(parameters, "display") ?? "")) return range;
  const fromMs = textParameter(parameters, "date_from") === "all" ? nowMs : range.fromMs;
  const endOfDay = (timeMs: number): number => addUnits("day", startOfDay(timeMs), 1) - 1;
  if (unit === "minute") return range;
  if (unit === "hour") return { ...range, toMs: addUnits("hour", fromMs, 1) };
  return { ...range, toMs: endOfDay(addUnits("day", addUnits(unit, fromMs, 1), -1)) };
}

/** Only people with one value of the breakdown. */
function withBreakdown({ parameters, filters }: Question): FilterGroup {
  const [type, key] = [textParameter(parameters, "breakdown_type"), textParameter(parameters, "breakdown")];
  const value = textParameter(parameters, "breakdown_value");
  if (parameters["breakdown_histogram_bin_count"] !== undefined) throw notKept("histograms");
  if (type === undefined || value === undefined) return filters;
  if (type === "cohort") {
    if (value === "all") return filters;
    return { type: "AND", values: [filters, filtersFrom([{ key: "id", value: Number(value), type }])] };
  }
  return key === undefined ? filters : { type: "AND", values: [filters, filtersFrom([{ key, value, type }])] };
}

type Counting = (events: readonly EventRow[]) => number | null;

/** PageRange of the value that a percentile names. */
const QUANTILES: Readonly<Record<string, number>> = { median: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };

const BY_PROPERTY: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: sumOf,
  avg: (values) => sumOf(values) / values.length,
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
};

/** Counts events, or computes from a property; without any number, there is no value. */
function countingBy({ math, mathProperty = "" }: Entity): Counting {
  if (math === "total" || math === "dau" || math.endsWith("_count_per_actor")) return (events) => events.length;
  const place = QUANTILES[math];
  const compute = place === undefined ? BY_PROPERTY[math] : (values: readonly number[]) => quantile(values, place);
  if (compute === undefined) throw notKept(`way of counting called ${math}`);
  return (events) => {
    const values = events.map(({ properties }) => numberIn(properties[mathProperty]));
    const numbers = values.filter((value) => !Number.isNaN(value));
    return numbers.length === 0 ? null : compute(numbers);
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function numberIn(value: unknown): number {
  if (typeof value === "string" && value.trim() !== "") return Number(value);
  return typeof value === "number" ? value : Number.NaN;
}

function quantile(values: readonly number[], place: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const index = (sorted.length - 1) * place;
  const [below = 0, above = 0] = [sorted[Math.floor(index)], sorted[Math.ceil(index)]];
  return below + (above - below) * (index - Math.floor(index));
}
