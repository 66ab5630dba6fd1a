import { textParameter } from "../../analytics/parameters.ts";
import type { EventRow, Properties } from "../../analytics/rows.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { invalidInput } from "../../pipeline/service-error.ts";
import { type PathEnds, keysOfPath, legsOf } from "./path-legs.ts";
import { cachedAnswer, pageOfPeople } from "./people.ts";
import { personEvents } from "./person-events.ts";
import { notKept, questionOf, wholeNumber } from "./question.ts";

/** Number of a path's steps that count. @source live notes on persons and events, 3.14 */
const DEFAULT_STEPS = 5;

/**
 * `GET` and `POST persons/path/`: people who went from one item to another. The running service no longer has it.
 * @source live notes on persons and events, 3.14; first recording "persons path"
 */
export function path(exchange: Exchange): Answer {
  const question = questionOf(exchange);
  const { parameters, range } = question;
  if (["funnel_paths", "funnel_filter"].some((name) => !isEmpty(parameters[name]))) throw notKept("paths in funnels");
  const itemOf = pathItems(parameters);
  const ends: PathEnds = {
    start: textParameter(parameters, "start_point"),
    end: textParameter(parameters, "end_point"),
    limit: wholeNumber(exchange, parameters, "step_limit") || DEFAULT_STEPS,
  };
  const isMeant = stepMeant(parameters);
  const people = personEvents(exchange, question, range).filter(({ events }) => {
    const walked = events.flatMap((event) => {
      const item = itemOf(event);
      return item === undefined ? [] : [{ item, timeMs: event.timestamp_ms }];
    });
    return legsOf(walked, ends).some((leg) => keysOfPath(leg).some(isMeant));
  });
  return cachedAnswer(exchange, pageOfPeople(exchange, people, question));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false || value === "false";
}

/** The requested step of a path: after one item, before another, or the last of a path. */
function stepMeant(
  parameters: Properties,
): (step: { from: string | undefined; to: string; isLast: boolean }) => boolean {
  const last = textParameter(parameters, "path_dropoff_key");
  const [from, to] = [textParameter(parameters, "path_start_key"), textParameter(parameters, "path_end_key")];
  if (last !== undefined) return (step) => step.isLast && step.to === last;
  return (step) => (from === undefined || step.from === from) && (to === undefined || step.to === to);
}

/** The events that a path can contain; the query selects those that count. */
function pathItems(parameters: Properties): (event: EventRow) => string | undefined {
  const types = listIn(parameters, "include_event_types");
  const names = listIn(parameters, "include_custom_events");
  const excluded = listIn(parameters, "exclude_events");
  const includesAll = types.length === 0 && names.length === 0;
  if (types.includes("custom_event") && names.length > 0) {
    const detail = "Cannot include all custom events and specific custom events in the same query";
    throw invalidInput(detail, null);
  }
  const isIncluded = ({ event }: EventRow): boolean =>
    includesAll ||
    names.includes(event) ||
    ((event === "$pageview" || event === "$screen") && types.includes(event)) ||
    (types.includes("custom_event") && !event.startsWith("$"));
  const isNamed = (event: string): boolean => (includesAll && !excluded.includes(event)) || types.includes(event);
  const groupOf = groupings(listIn(parameters, "path_groupings"));
  return (event) => {
    if (!isIncluded(event)) return undefined;
    const item = groupOf(itemIn(event, isNamed));
    return excluded.includes(item) ? undefined : item;
  };
}

/** Page views and screens are named by their location, and other events by their name. */
function itemIn({ event, properties }: EventRow, isNamed: (event: string) => boolean): string {
  if (event === "$pageview" && isNamed(event)) return textIn(properties["$current_url"]).replace(/(.)\/$/, "$1");
  if (event === "$screen" && isNamed(event)) return textIn(properties["$screen_name"]);
  return event;
}

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** Items that match a pattern with stars are one item: the pattern. */
function groupings(patterns: readonly string[]): (item: string) => string {
  const parts = patterns.map((pattern) => ({ pattern, pieces: pattern.split("*") }));
  return (item) => parts.find(({ pieces }) => holdsInOrder(item, pieces))?.pattern ?? item;
}

/** Searches for the pieces one after the other: like a pattern with stars, without its cost. */
function holdsInOrder(item: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = item.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}

function listIn(parameters: Properties, name: string): string[] {
  const value = parameters[name];
  return Array.isArray(value) ? value.map(String) : [];
}
