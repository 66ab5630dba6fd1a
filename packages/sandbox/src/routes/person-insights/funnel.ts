import { readTime } from "../../analytics/dates.ts";
import { textParameter } from "../../analytics/parameters.ts";
import { startOf } from "../../analytics/periods.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { failureInLive, invalidInput } from "../../pipeline/service-error.ts";
import { funnelOf, stepCondition } from "./funnel-question.ts";
import { type Funnel, type Run, bestOf, runsOf } from "./funnel-runs.ts";
import { cachedAnswer, pageOfPeople } from "./people.ts";
import { type PersonEvents, personEvents } from "./person-events.ts";
import { type Question, questionOf, wholeNumber } from "./question.ts";

/** `GET` and `POST persons/funnel/`: people who reached a step, or left before it. @source live notes, 3.14 */
export function funnel(exchange: Exchange): Answer {
  const question = questionOf(exchange);
  const isTrend = textParameter(question.parameters, "funnel_viz_type") === "trends";
  const asked = funnelOf(exchange, question);
  const isMeant = isTrend ? periodCondition(exchange, question, asked) : bestCondition(exchange, question);
  const people = entrants(exchange, question, asked).filter(({ runs }) => isMeant(runs));
  return cachedAnswer(exchange, pageOfPeople(exchange, people, question));
}

/** A person who entered a funnel, with all ways. */
export type Entrant = Pick<PersonEvents, "person"> & { readonly runs: readonly Run[] };

/** Everybody who did the first step. */
export function entrants(exchange: Exchange, question: Question, funnel: Funnel): Entrant[] {
  const entities = funnel.order === "strict" ? [] : [...funnel.steps, ...funnel.exclusions.map(({ entity }) => entity)];
  return personEvents(exchange, question, question.range, entities)
    .map((each) => ({ person: each.person, runs: runsOf(exchange.world, funnel, each) }))
    .filter(({ runs }) => runs.length > 0);
}

type Condition = (runs: readonly Run[]) => boolean;

function bestCondition(exchange: Exchange, question: Question): Condition {
  const isMeant = stepCondition(exchange, question);
  return (runs) => {
    const best = bestOf(runs);
    return best !== undefined && isMeant(best);
  };
}

/** People who entered in one interval, and converted or dropped off. @source live notes on persons and events, 3.14 */
function periodCondition(exchange: Exchange, { parameters, unit, weekStart }: Question, { steps }: Funnel): Condition {
  const dropOff = textParameter(parameters, "drop_off");
  if (dropOff === undefined) {
    throw invalidInput("Filter parameter drop_off must be provided and a bool for funnel trends persons!");
  }
  const start = textParameter(parameters, "entrance_period_start");
  if (start === undefined) {
    throw invalidInput(
      "Filter parameter entrance_period_start must be provided and a datetime for funnel trends persons!",
    );
  }
  const startMs = readTime(start, exchange.world.clock.nowMs());
  if (startMs === undefined) throw failureInLive(exchange, invalidInput("The date cannot be read."));
  const isDropOff = /^(?:y|yes|t|true|on|1)$/i.test(dropOff);
  const from = (wholeNumber(exchange, parameters, "funnel_from_step") || 0) + 1;
  const to = (wholeNumber(exchange, parameters, "funnel_to_step") || steps.length - 1) + 1;
  return (runs) => {
    const best = bestOf(runs.filter((run) => startOf(unit, run.startMs, weekStart) === startMs))?.reached ?? 0;
    return isDropOff ? best >= from && best < to : best >= to;
  };
}
