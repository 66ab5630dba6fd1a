import { describe, expect, test } from "@jest/globals";
import { entityFrom } from "../../../packages/sandbox/src/analytics/entities.ts";
import type { EventRow, PersonRow } from "../../../packages/sandbox/src/analytics/rows.ts";
import {
  bestOf,
  type Exclusion,
  type Funnel,
  runsOf,
} from "../../../packages/sandbox/src/routes/person-insights/funnel-runs.ts";
import { keysOfPath, legsOf } from "../../../packages/sandbox/src/routes/person-insights/path-legs.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";

const { world } = openWorld({ seed: "empty", now: "2030-01-01T00:00:00Z" });
const MINUTE_MS = 60_000;

describe("specified: a path, live notes on persons and events, 3.14", () => {
  /** `a@3` happened three minutes after the beginning; without a time, one minute after the one before. */
  const walked = (text: string) => {
    let minute = 0;
    return text
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => {
        const [item = "", at] = word.split("@");
        minute = at === undefined ? minute + 1 : Number(at);
        return { item, timeMs: minute * MINUTE_MS };
      });
  };
  const legs = (text: string, start?: string, end?: string, limit = 5): string[] =>
    legsOf(walked(text), { start, end, limit }).map((leg) => leg.join(" "));

  test.each([
    ["", []],
    ["a", ["a"]],
    ["a b a", ["a b a"]],
    ["a a b b b a", ["a b a"]],
    ["a@0 b@29.99 c@59.98", ["a b c"]],
    ["a@0 b@30 c@31", ["a", "b c"]],
    ["a@0 a@30 a@31 b@32", ["a", "a b"]],
    ["a@0 a@29 a@58 b@87", ["a b"]],
    ["a b c d e f", ["a b c d e"]],
  ])("of %j ends with a pause of half an hour, and has at most so many items: %j", (text, expected) => {
    expect(legs(text)).toEqual(expected);
  });

  test.each([
    ["a b c b d", "b", undefined, 3, ["b c b"]],
    ["a b c d e f", "c", undefined, 2, ["c d"]],
    ["a b c", "é", undefined, 5, []],
    ["a b c b d", undefined, "b", 5, ["a b"]],
    ["a b c d e f", undefined, "e", 2, ["d e"]],
    ["a b c", undefined, "é", 5, []],
    ["a b c d", "b", "d", 3, ["b c d"]],
    ["a b c d e f", "a", "f", 5, ["a b ... e f"]],
    ["a b c d e f", "a", "f", 4, ["a b ... e f"]],
    ["a b c d e f", "a", "f", 3, ["a ... f"]],
    ["a b c d e f", "a", "f", 1, ["..."]],
    ["b a d", "a", "b", 5, []],
    ["a@0 b@1 a@40 c@41 b@42", "a", "b", 5, ["a b", "a c b"]],
  ])("of %j from %j to %j, with %j items, is %j", (text, start, end, limit, expected) => {
    expect(legs(text, start, end, limit)).toEqual(expected);
  });

  test("has a step for each item, from the one before, and knows the last", () => {
    expect(keysOfPath(["a", "b|é", "a"])).toEqual([
      { from: undefined, to: "1_a", isLast: false },
      { from: "1_a", to: "2_b|é", isLast: false },
      { from: "2_b|é", to: "3_a", isLast: true },
    ]);
    expect([keysOfPath([]), keysOfPath(["a"])]).toEqual([[], [{ from: undefined, to: "1_a", isLast: true }]]);
  });
});

describe("specified: the ways through a funnel, live notes on persons and events, 3.14", () => {
  const person = { id: "p", properties: {} } as PersonRow;
  const named = (event: string, conditions: readonly string[] = []) =>
    entityFrom({
      id: event,
      type: "events",
      properties: conditions.map((key) => ({ key, value: "1", type: "event" })),
    });

  interface Given extends Partial<Omit<Funnel, "exclusions" | "steps">> {
    readonly steps?: Funnel["steps"];
    readonly without?: readonly (readonly [event: string, fromStep: number, toStep: number])[];
  }

  /** `a@3` happened in the third minute; `a@3+x` with a property. Each way as its steps' minutes, and how many count. */
  const ways = (events: string, { without = [], ...given }: Given = {}) => {
    const exclusions: Exclusion[] = without.map(([event, fromStep, toStep]) => ({
      entity: named(event),
      fromStep,
      toStep,
    }));
    const funnel: Funnel = {
      steps: ["a", "b", "c"].map((event) => named(event)),
      order: "ordered",
      window: { count: 10, unit: "minute" },
      ...given,
      exclusions,
    };
    const happened = events.split(" ").map((word) => {
      const [event = "", at = "", property] = word.split(/[@+]/u);
      const properties = property === undefined ? {} : { [property]: "1" };
      return { event, timestamp_ms: Number(at) * MINUTE_MS, properties } as unknown as EventRow; // -- all that is read
    });
    return runsOf(world, funnel, { person, events: happened });
  };
  const shown = (runs: ReturnType<typeof ways>): string[] =>
    runs.map(
      ({ times, reached }) =>
        `${times.map((timeMs) => (timeMs === undefined ? "-" : timeMs / MINUTE_MS)).join(" ")} (${reached})`,
    );

  test.each([
    ["a@1 b@2 c@3", ["1 2 3 (3)"]],
    ["a@1 c@2 b@3", ["1 3 - (2)"]],
    ["b@1 c@2", []],
    ["a@1 b@1 c@1", ["1 1 1 (3)"]],
    ["a@1 b@11 c@11", ["1 11 11 (3)"]],
    ["a@1 b@11 c@12", ["1 11 12 (2)"]],
    ["a@1 a@5 b@6 b@7 c@12", ["1 6 12 (2)", "5 6 12 (3)"]],
    ["a@1 c@2 c@4 b@3", ["1 3 4 (3)"]],
  ])("in order, through %s, are %j", (events, expected) => {
    expect(shown(ways(events))).toEqual(expected);
  });

  test.each([
    ["a@1 a@1", ["a", "a"], ["1 - (1)", "1 - (1)"]],
    ["a@1 a@2", ["a", "a"], ["1 2 (2)", "2 - (1)"]],
    ["a@1 b@1", ["a", "b"], ["1 1 (2)"]],
    ["a@1 b@2 a@2", ["a", "b", "a"], ["1 2 2 (3)", "2 2 2 (3)"]],
  ])("in order, through %s with the steps %j, need a later event for an equal step: %j", (events, steps, expected) => {
    expect(shown(ways(events, { steps: steps.map((one) => named(one)) }))).toEqual(expected);
  });

  test("in order, can have one event for two steps if the second asks for more", () => {
    const steps = [named("a", ["x"]), named("a", ["x", "y"])];
    expect(shown(ways("a@1+x", { steps: [named("a", ["x"]), named("a")] }))).toEqual(["1 - (1)"]);
    expect(shown(ways("a@1+x", { steps: [named("a"), named("a", ["x"])] }))).toEqual(["1 1 (2)"]);
    expect(shown(ways("a@1+x a@2+y", { steps }))).toEqual(["1 - (1)"]);
  });

  test.each([
    ["a@1 é@2 b@3 c@4", [["é", 0, 1]], []],
    ["a@1 é@1 b@3 c@4", [["é", 0, 1]], ["1 3 4 (3)"]],
    ["a@1 b@3 é@3 c@4", [["é", 0, 1]], ["1 3 4 (3)"]],
    ["a@1 b@3 é@3.5 c@4", [["é", 0, 1]], ["1 3 4 (3)"]],
    ["a@1 b@3 é@3.5 c@4", [["é", 0, 2]], []],
    ["a@1 é@10.5", [["é", 0, 1]], []],
    ["a@1 é@11", [["é", 0, 1]], ["1 - - (1)"]],
    ["a@1 é@2", [["é", 1, 2]], ["1 - - (1)"]],
    ["a@1 a@5 é@2 b@6 c@7", [["é", 0, 1]], ["5 6 7 (3)"]],
    [
      "a@1 b@2 x@3 c@4",
      [
        ["é", 0, 1],
        ["x", 1, 2],
      ],
      [],
    ],
  ] as const)("through %s are none that an exclusion stops, %j: %j", (events, without, expected) => {
    expect(shown(ways(events, { without }))).toEqual(expected);
  });

  test.each([
    ["a@1 b@2 c@3", ["1 2 3 (3)"]],
    ["a@1 x@2 b@3 c@4", ["1 - - (1)"]],
    ["a@1 b@2 a@3 b@4 c@5", ["1 2 - (2)", "3 4 5 (3)"]],
    ["a@1 b@11 c@12", ["1 11 12 (2)"]],
    ["b@1 c@2", []],
  ])("one directly after the other, through %s, are %j", (events, expected) => {
    expect(shown(ways(events, { order: "strict", without: [["x", 0, 1]] }))).toEqual(expected);
  });

  test.each([
    ["a@1 b@2 c@3", ["1 2 3 (3)", "2 3 - (2)", "3 - - (1)"]],
    ["c@1 a@2", ["1 2 - (2)", "2 - - (1)"]],
    ["b@1 a@1", ["1 - - (1)", "1 - - (1)"]],
    ["c@1 b@5 a@12", ["1 5 12 (2)", "5 12 - (2)", "12 - - (1)"]],
    ["x@1", []],
  ])("in any order, through %s, are %j", (events, expected) => {
    expect(shown(ways(events, { order: "unordered" }))).toEqual(expected);
  });

  test.each([
    ["a@1 é@2 b@3 c@4", ["3 4 - (2)", "4 - - (1)"]],
    ["a@1 b@2 é@3 c@4", ["1 2 4 (3)", "4 - - (1)"]],
    ["a@1 é@11.5", ["1 - - (1)"]],
  ])("in any order, through %s with an exclusion, are %j", (events, expected) => {
    expect(shown(ways(events, { order: "unordered", without: [["é", 0, 1]] }))).toEqual(expected);
  });

  test("of which the best went farthest, and began first", () => {
    expect(bestOf([])).toBeUndefined();
    expect(bestOf(ways("a@1 a@2 b@3 a@4"))?.startMs).toBe(MINUTE_MS);
    expect(bestOf(ways("a@1 a@12 b@13"))?.startMs).toBe(12 * MINUTE_MS);
  });
});
