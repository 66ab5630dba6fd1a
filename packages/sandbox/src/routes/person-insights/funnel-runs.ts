import { type Entity, fitsEntity } from "../../analytics/entities.ts";
import { type Unit, addUnits } from "../../analytics/periods.ts";
import type { EventRow, PersonRow } from "../../analytics/rows.ts";
import type { World } from "../../world.ts";
import type { PersonEvents } from "./person-events.ts";

/** An event that must not occur between two steps, counted from 0. */
export type Exclusion = { readonly entity: Entity; readonly fromStep: number; readonly toStep: number };

/** The events and the order of a funnel, and the length of its window. */
export type Funnel = {
  readonly steps: readonly Entity[];
  readonly order: "ordered" | "strict" | "unordered";
  readonly exclusions: readonly Exclusion[];
  readonly window: { readonly count: number; readonly unit: Unit };
};

/** One way through a funnel, beginning with one event of the first step; times of the reached steps. */
export type Run = {
  readonly startMs: number;
  readonly reached: number;
  readonly times: readonly (number | undefined)[];
};

/**
 * All ways of a person through a funnel that no exclusion stops.
 * @source live notes on persons and events, 3.14
 */
export function runsOf(world: World, funnel: Funnel, { person, events }: PersonEvents): Run[] {
  if (funnel.order === "strict") return strictRuns(world, funnel, person, events);
  const timesOf = (entity: Entity): number[] =>
    events.filter((event) => fitsEntity(world, entity, event, person)).map((event) => event.timestamp_ms);
  const barred = funnel.exclusions.map((exclusion) => ({ ...exclusion, times: timesOf(exclusion.entity) }));
  const times = funnel.steps.map(timesOf);
  return funnel.order === "ordered" ? orderedRuns(funnel, times, barred) : unorderedRuns(funnel, times, barred);
}

/** The way that went farthest; the earliest of several. */
export function bestOf(runs: readonly Run[]): Run | undefined {
  const most = runs.reduce((farthest, run) => Math.max(farthest, run.reached), 0);
  return runs.find((run) => run.reached === most);
}

type Barred = Exclusion & { readonly times: readonly number[] };
type Times = readonly (readonly number[])[];

/** Last moment of the window that began at a time. */
export function windowEnd({ window }: Pick<Funnel, "window">, startMs: number): number {
  return addUnits(window.unit, startMs, window.count);
}

/** Each step is the earliest event at or after the step before; a step that equals the one before has to be later. */
function orderedRuns(funnel: Funnel, stepTimes: Times, barred: readonly Barred[]): Run[] {
  const repeats = funnel.steps.map((step, index) => isRepeated(step, funnel.steps[index - 1]));
  return (stepTimes[0] ?? []).flatMap((startMs): Run[] => {
    const times: (number | undefined)[] = [startMs];
    for (const [index, candidates] of stepTimes.entries()) {
      if (index === 0) continue;
      const beforeMs = times[index - 1];
      times.push(beforeMs === undefined ? undefined : firstTime(candidates, beforeMs, repeats[index] === true));
    }
    const isBarred = barred.some((each) => happens(funnel, each, times[each.fromStep], times[each.toStep]));
    return isBarred ? [] : [{ startMs, times, reached: countInTime(funnel, startMs, times) }];
  });
}

/** The first of sorted times at or after another, or only after it. */
function firstTime(times: readonly number[], fromMs: number, isLater: boolean): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const timeMs = times[middle] ?? fromMs;
    if (isLater ? timeMs > fromMs : timeMs >= fromMs) high = middle;
    else low = middle + 1;
  }
  return times[low];
}

function happens(funnel: Funnel, { times }: Barred, fromMs: number | undefined, toMs: number | undefined): boolean {
  if (fromMs === undefined) return false;
  const timeMs = firstTime(times, fromMs, true);
  return timeMs !== undefined && timeMs < (toMs ?? windowEnd(funnel, fromMs));
}

function countInTime(funnel: Funnel, startMs: number, times: readonly (number | undefined)[]): number {
  const endMs = windowEnd(funnel, startMs);
  const late = times.findIndex((timeMs) => timeMs === undefined || timeMs > endMs);
  return late === -1 ? times.length : late;
}

/** Whether a step needs the same event as the one before, with the same conditions or fewer. */
function isRepeated(step: Entity, before: Entity | undefined): boolean {
  if (before === undefined || step.event !== before.event) return false;
  const conditions = new Set(before.filters.values.map((each) => JSON.stringify(each)));
  return step.filters.values.every((each) => conditions.has(JSON.stringify(each)));
}

/** The steps are consecutive events; exclusions have no effect. */
function strictRuns(world: World, funnel: Funnel, person: PersonRow, events: readonly EventRow[]): Run[] {
  return events.flatMap((first, index): Run[] => {
    const times = funnel.steps.map((step, offset) => {
      const event = events[index + offset];
      return event !== undefined && fitsEntity(world, step, event, person) ? event.timestamp_ms : undefined;
    });
    const startMs = first.timestamp_ms;
    return times[0] === undefined ? [] : [{ startMs, times, reached: countInTime(funnel, startMs, times) }];
  });
}

/** Any step can be the first; every other one counts if it is later and within the window. */
function unorderedRuns(funnel: Funnel, stepTimes: Times, barred: readonly Barred[]): Run[] {
  const runs = stepTimes.flatMap((starts, first) =>
    starts.flatMap((startMs): Run[] => {
      const others = stepTimes.filter((_times, index) => index !== first);
      const latest = others.map((candidates) => firstTime(candidates, startMs, true));
      const times = [startMs, ...latest.toSorted((left, right) => (left ?? Infinity) - (right ?? Infinity) || 0)];
      const isBarred = barred.some((each) => happens(funnel, each, startMs, times[each.toStep]));
      return isBarred ? [] : [{ startMs, times, reached: countInTime(funnel, startMs, times) }];
    }),
  );
  return runs.toSorted((left, right) => left.startMs - right.startMs);
}
