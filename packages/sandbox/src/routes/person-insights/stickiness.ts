import { fitsEntity } from "../../analytics/entities.ts";
import { startOf } from "../../analytics/periods.ts";
import { hasQuirk } from "../../dialects.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { failureInLive, notFound } from "../../pipeline/service-error.ts";
import { pageOfPeople, plainAnswer } from "./people.ts";
import { personEvents } from "./person-events.ts";
import { questionOf, wholeNumber } from "./question.ts";
import { targetEntityOf } from "./target-entity.ts";

/**
 * `GET persons/stickiness/`: people who did something in exactly this number of intervals of the range. The running
 * service fails on it below a project.
 * @source live notes on persons and events, 3.14; live service 2025-08, flow 11:446
 */
export function stickiness(exchange: Exchange): Answer {
  if (hasQuirk(exchange.world.dialect, "lifecycleAndStickinessFail")) throw failureInLive(exchange, notFound());
  const question = questionOf(exchange);
  const { parameters, unit, weekStart, range } = question;
  const entity = targetEntityOf(exchange, parameters);
  const wanted =
    wholeNumber(exchange, parameters, "stickiness_days") ?? wholeNumber(exchange, parameters, "selected_interval") ?? 0;
  const people = personEvents(exchange, question, range, [entity]).filter(({ person, events }) => {
    const counted = events.filter((event) => fitsEntity(exchange.world, entity, event, person));
    const intervals = new Set(counted.map((event) => startOf(unit, event.timestamp_ms, weekStart)));
    return intervals.size > 0 && intervals.size === wanted;
  });
  return plainAnswer(exchange, pageOfPeople(exchange, people, question));
}
