import { type Entity, entitiesOf, entityFrom } from "../../analytics/entities.ts";
import { textParameter } from "../../analytics/parameters.ts";
import { unitNamed } from "../../analytics/periods.ts";
import type { Properties } from "../../analytics/rows.ts";
import type { Exchange } from "../../pipeline/exchange.ts";
import { failureInLive, invalid, invalidInput } from "../../pipeline/service-error.ts";
import { dictionaryIn } from "../../wire/read-value.ts";
import type { Exclusion, Funnel, Run } from "./funnel-runs.ts";
import { type Question, notKept, wholeNumber } from "./question.ts";

/** Default length of the window in days. @source live notes on persons and events, 3.14 */
const DEFAULT_DAYS = 14;

/** Reads the funnel of a query. @source live notes on persons and events, 3.14 */
export function funnelOf(exchange: Exchange, { parameters }: Question): Funnel {
  if (textParameter(parameters, "breakdown") !== undefined || Array.isArray(parameters["breakdown"])) {
    throw notKept("funnels with a breakdown");
  }
  const steps = entitiesOf(parameters);
  const order = textParameter(parameters, "funnel_order_type");
  const funnel: Funnel = {
    steps,
    order: order === "strict" || order === "unordered" ? order : "ordered",
    exclusions: exclusionsOf(exchange, parameters, steps),
    window: windowOf(exchange, parameters),
  };
  if (steps.length === 0) throw failureInLive(exchange, invalid("required", "This field is required.", "events"));
  return funnel;
}

function windowOf(exchange: Exchange, parameters: Properties): Funnel["window"] {
  const days = wholeNumber(exchange, parameters, "funnel_window_days") || undefined;
  const count = wholeNumber(exchange, parameters, "funnel_window_interval") || undefined;
  if (days !== undefined || count === undefined) return { count: days ?? DEFAULT_DAYS, unit: "day" };
  const unit = unitNamed(textParameter(parameters, "funnel_window_interval_unit") ?? "day");
  // The text is the service's own, with its braces. @source live notes on persons and events, 3.14
  if (unit === undefined) throw invalidInput("{interval} not supported");
  return { count, unit };
}

function exclusionsOf(exchange: Exchange, parameters: Properties, steps: readonly Entity[]): Exclusion[] {
  const written = parameters["exclusions"];
  if (!Array.isArray(written)) return [];
  return written.map((each: unknown) => exclusionFrom(exchange, each, steps));
}

/** @source live notes on persons and events, 3.14 */
function exclusionFrom(exchange: Exchange, written: unknown, steps: readonly Entity[]): Exclusion {
  const fields = dictionaryIn(written);
  const fromStep = wholeNumber(exchange, fields, "funnel_from_step");
  const toStep = wholeNumber(exchange, fields, "funnel_to_step");
  if (fromStep === undefined || toStep === undefined)
    throw invalidInput("Exclusion event needs to define funnel steps");
  const range = "Exclusion event range is invalid.";
  if (fromStep >= toStep) throw invalidInput(`${range} End of range should be greater than start.`);
  const last = steps.length - 1;
  if (fromStep >= last) throw invalidInput(`${range} Start of range is greater than number of steps.`);
  if (toStep > last) throw invalidInput(`${range} End of range is greater than number of steps.`);
  const entity = entityFrom(written);
  const isStep = steps.slice(fromStep, toStep + 1).some((step) => step.event === entity.event);
  if (isStep && entity.filters.values.length === 0)
    throw invalidInput("Exclusion event can't be the same as funnel step");
  return { entity, fromStep, toStep };
}

/** The condition for the farthest step of a person; a negative step selects people who left before it. */
export function stepCondition(exchange: Exchange, { parameters }: Question): (best: Run) => boolean {
  const custom = parameters["funnel_custom_steps"];
  if (Array.isArray(custom) && custom.length > 0) {
    const wanted = new Set(custom.map(Number));
    return ({ reached }) => wanted.has(reached);
  }
  const step = wholeNumber(exchange, parameters, "funnel_step");
  if (step === undefined)
    throw failureInLive(exchange, invalidInput("Missing both funnel_step and funnel_custom_steps"));
  if (step === -1) throw failureInLive(exchange, invalidInput("To request dropoff of initial step use -2"));
  return ({ reached }) => (step < 0 ? reached === -step - 1 : reached >= step);
}
