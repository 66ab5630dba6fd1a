import { type Entity, entityFrom, fitsEntity } from "../../analytics/entities.ts";
import { textParameter } from "../../analytics/parameters.ts";
import type { Properties } from "../../analytics/rows.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { failureInLive, invalidInput } from "../../pipeline/service-error.ts";
import { funnelOf, stepCondition } from "./funnel-question.ts";
import { type Funnel, type Run, bestOf, windowEnd } from "./funnel-runs.ts";
import { type Entrant, entrants } from "./funnel.ts";
import { cachedAnswer, nextNamed, pageOfPeople } from "./people.ts";
import { type PersonEvents, personEvents } from "./person-events.ts";
import { type Question, filtersIn, questionOf, wholeNumber } from "./question.ts";

/** This list's own names for limit and offset. @source live notes on persons and events, 3.14 */
const LIMIT = "funnel_correlation_person_limit";
const OFFSET = "funnel_correlation_person_offset";
const DEFAULT_ROWS = 100;

/**
 * `GET` and `POST persons/funnel/correlation/`: people in a funnel with a property, or who did something on the way.
 * @source live notes on persons and events, 3.14; live service 2025-08, flow 11:434
 */
export function funnelCorrelation(exchange: Exchange): Answer {
  // Without a search: only the other analyses have one.
  const question: Question = { ...questionOf(exchange), search: undefined };
  const { parameters } = question;
  const isByProperty = textParameter(parameters, "funnel_correlation_type") === "properties";
  const people = isByProperty ? havingProperty(exchange, question) : doing(exchange, question);
  const limit = wholeNumber(exchange, parameters, LIMIT) || DEFAULT_ROWS;
  const offset = Math.max(wholeNumber(exchange, parameters, OFFSET) ?? 0, 0);
  const page = pageOfPeople(exchange, people, { limit, offset });
  return cachedAnswer(exchange, page, nextNamed(exchange, page, OFFSET));
}

/** A person in the funnel, with the way that went farthest. */
type Traveller = Pick<Entrant, "person"> & { readonly best: Run };

function travellers(exchange: Exchange, question: Question, funnel: Funnel): Traveller[] {
  const { parameters } = question;
  const isGiven = parameters["funnel_step"] !== undefined || parameters["funnel_custom_steps"] !== undefined;
  const isMeant = isGiven ? stepCondition(exchange, question) : (): boolean => true;
  return entrants(exchange, question, funnel).flatMap(({ person, runs }) => {
    const best = bestOf(runs);
    return best !== undefined && isMeant(best) ? [{ person, best }] : [];
  });
}

/** Whether to select only people who converted, or only people who didn't. */
function conversion(parameters: Properties): boolean | undefined {
  const text = textParameter(parameters, "funnel_correlation_person_converted");
  return text === undefined ? undefined : text.toLowerCase() === "true";
}

function havingProperty(exchange: Exchange, question: Question): Traveller[] {
  const { parameters } = question;
  const wanted = filtersIn(parameters, "funnel_correlation_property_values");
  if (wanted.values.length === 0) {
    throw invalidInput("Property Correlation expects atleast one Property to get persons for");
  }
  const isConverted = conversion(parameters);
  // The service's query fails without it.
  if (isConverted === undefined) {
    throw failureInLive(exchange, invalidInput("funnel_correlation_person_converted has to be true or false."));
  }
  const funnel = funnelOf(exchange, question);
  const filters = { type: "AND", values: [question.filters, wanted] } as const;
  return travellers(exchange, { ...question, filters }, funnel).filter(
    ({ best }) => (best.reached === funnel.steps.length) === isConverted,
  );
}

function doing(exchange: Exchange, question: Question): Traveller[] {
  const { parameters } = question;
  const entity = personEntity(parameters);
  const isConverted = conversion(parameters);
  const funnel = funnelOf(exchange, question);
  if (entity.event === null) return [];
  const { range } = question;
  const events = new Map(
    personEvents(exchange, { ...question, filters: { type: "AND", values: [] } }, range, [entity]).map((each) => [
      each.person.id,
      each,
    ]),
  );
  return travellers(exchange, question, funnel).filter(({ person, best }) => {
    const isMeant = isConverted === undefined || (best.reached === funnel.steps.length) === isConverted;
    return isMeant && didOnTheWay(exchange, funnel, best, entity, events.get(person.id));
  });
}

/** After the first step and before the last one, or before the end of the window if the last one wasn't reached. */
function didOnTheWay(
  exchange: Exchange,
  funnel: Funnel,
  best: Run,
  entity: Entity,
  found: PersonEvents | undefined,
): boolean {
  if (found === undefined || funnel.steps.some((step) => step.event === entity.event)) return false;
  const endMs = best.times[funnel.steps.length - 1] ?? windowEnd(funnel, best.startMs);
  return found.events.some(
    (event) =>
      event.timestamp_ms > best.startMs &&
      event.timestamp_ms < endMs &&
      fitsEntity(exchange.world, entity, event, found.person),
  );
}

function personEntity(parameters: Properties): Entity {
  const written = parameters["funnel_correlation_person_entity"];
  if (typeof written !== "object" || written === null || Object.keys(written).length === 0) {
    throw invalidInput("No entity for persons specified");
  }
  return entityFrom(written);
}
