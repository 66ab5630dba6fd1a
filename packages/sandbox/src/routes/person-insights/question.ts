import { type DateRange, rangeOf } from "../../analytics/dates.ts";
import { integerParameter, parametersOf, textParameter } from "../../analytics/parameters.ts";
import { type Unit, type WeekStart, unitNamed } from "../../analytics/periods.ts";
import { type FilterGroup, filtersFrom, readFilters } from "../../analytics/property-filter.ts";
import type { Properties } from "../../analytics/rows.ts";
import { type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { type ServiceError, failureInLive, invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { settingOf } from "../projects/rows.ts";

/** The parameters of every analysis. */
export type Question = {
  readonly parameters: Properties;
  readonly filters: FilterGroup;
  /** Text in a person's address or name, or in an event's distinct ID. */
  readonly search: string | undefined;
  readonly range: DateRange;
  readonly unit: Unit;
  /** A project's setting; lifecycle and retention ignore it. */
  readonly weekStart: WeekStart;
  readonly limit: number;
  readonly offset: number;
};

/** Rows of a page. @source live notes on persons and events, 1.7 */
const DEFAULT_ROWS = 100;

/** Parameters that would change the result by data that the sandbox doesn't store. */
const UNANSWERABLE: Readonly<Record<string, string>> = {
  aggregation_group_type_index: "groups",
  sampling_factor: "samples",
};

/** Reads the parameters that all analyses share. @source live notes on persons and events, 3.14 */
export function questionOf(exchange: Exchange): Question {
  const parameters = parametersOf(exchange);
  for (const [name, what] of Object.entries(UNANSWERABLE)) {
    if (textParameter(parameters, name) !== undefined) throw notKept(what);
  }
  return {
    parameters,
    filters: filtersOf(exchange, parameters),
    search: textParameter(parameters, "search"),
    range: rangeOf(parameters, exchange.world.clock.nowMs()),
    unit: unitOf(exchange, parameters),
    weekStart: settingOf(projectOf(exchange), "week_start_day") === 1 ? 1 : 0,
    limit: wholeNumber(exchange, parameters, "limit") || DEFAULT_ROWS,
    offset: Math.max(wholeNumber(exchange, parameters, "offset") ?? 0, 0),
  };
}

/** The response if the sandbox doesn't have the data. */
export function notKept(what: string): ServiceError {
  return sandboxError(
    501,
    "not_implemented",
    `The sandbox has no ${what}, so it can't determine the persons in this result.`,
  );
}

/** The filters in the query, and those of the project if the query excludes the project's own people. */
function filtersOf(exchange: Exchange, parameters: Properties): FilterGroup {
  const asked = filtersIn(parameters, "properties");
  if (!/^(?:true|1)$/i.test(textParameter(parameters, "filter_test_accounts") ?? "")) return asked;
  return { type: "AND", values: [asked, filtersFrom(settingOf(projectOf(exchange), "test_account_filters"))] };
}

/** Filters in a parameter, as JSON or as a JSON string. */
export function filtersIn(parameters: Properties, name: string): FilterGroup {
  const value = parameters[name];
  return typeof value === "string" ? readFilters(value) : filtersFrom(value ?? []);
}

function unitOf(exchange: Exchange, parameters: Properties): Unit {
  const text = textParameter(parameters, "interval") ?? "day";
  const unit = unitNamed(text);
  if (unit !== undefined) return unit;
  throw failureInLive(exchange, invalidInput(`Interval ${text} is not supported.`, "interval"));
}

/** A parameter as an integer; the service fails on a string that isn't one. @source live notes on persons and events, 1.5 */
export function wholeNumber(exchange: Exchange, parameters: Properties, name: string): number | undefined {
  const value = integerParameter(parameters, name);
  if (value !== undefined || textParameter(parameters, name) === undefined) return value;
  throw failureInLive(exchange, invalidInput("A valid integer is required.", name));
}
