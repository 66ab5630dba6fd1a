import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { functions } from "../../../src/catalog/functions/index.ts";
import { field } from "../../../src/model/field.ts";
import {
  type AnyFunction,
  argumentsOf,
  availabilityOf,
  checkArguments,
  confirmedExample,
  contradictionsIn,
  givesRows,
  planOf,
  resultOf,
} from "../../../src/model/function.ts";
import { message, printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { box } from "../../support/fake-resources.ts";

const SHOWN = functions.flatMap((one) => {
  const resource = one.finds ?? one.lists;
  return resource === undefined ? [] : [[one.name, one, resource] as const];
});

test.each(SHOWN)("%s is where the resource is that it shows, unless it says more", (_, one, resource) => {
  const rules = resource.capabilities?.find(({ availability }) => availability !== undefined)?.availability;
  expect(availabilityOf(one)).toEqual({
    successor: one.successor ?? rules?.successor,
    since: one.since ?? rules?.since,
  });
});

test("some functions are where their resource is, and say no more", () => {
  expect(SHOWN.some(([, one]) => one.since === undefined && availabilityOf(one).since !== undefined)).toBe(true);
});

const CONFIRMED = functions.filter(({ effect }) => effect === "destructive").map((one) => [one.name, one] as const);

describe.each(CONFIRMED)("%s", (_, one) => {
  test("is refused without a confirmation", () => {
    expect(contradictionsIn(one, one.example).map(({ path }) => path)).toEqual(["confirm"]);
  });

  test("isn't judged before all is known", () => {
    expect(contradictionsIn(one, { ...one.example, confirm: UNKNOWN })).toEqual([]);
  });
});

test.each(functions.map((one) => [one.name, one] as const))(
  "%s takes an argument more for its rows, its effect, and its records, and no other",
  (_, one) => {
    const own = Object.keys(one.arguments as object);
    expect(argumentsOf(one).map(([name]) => name)).toEqual([
      ...own,
      ...(one.rows !== undefined || one.lists !== undefined ? ["limit"] : []),
      ...(one.effect === "destructive" ? ["confirm"] : []),
      ...(one.repeat === "once" ? ["rerun"] : []),
    ]);
    expect(givesRows(one)).toBe(one.rows !== undefined || one.lists !== undefined);
    const settings = { organizationId: "o1", howToSet: (name: string) => name };
    const { inputs, problems } = checkArguments(one, confirmedExample(one), settings);
    expect(problems).toEqual([]);
    expect(printed(planOf(one, inputs))).toMatch(/^would [a-z]/u);
  },
);

describe("a function", () => {
  const deleting: AnyFunction = {
    name: "deleteBoxes",
    doc: "Deletes boxes.",
    effect: "destructive",
    repeat: "once",
    scopes: [],
    operations: [],
    arguments: { color: field(z.string(), { doc: "Color." }), more: field(z.string().optional(), { doc: "More." }) },
    result: { count: field(z.number(), { doc: "Count." }), by: field(z.string(), { doc: "Who." }) },
    example: { color: "red" },
    validate: ({ color, more }) => (color === more ? [{ path: "more", reason: "repeats color" }] : []),
    confirmation: ({ color }) => ({ words: `delete 12 "${String(color)}" boxes`, count: 12 }),
  };
  const REFUSAL = `must be "delete 12 \\"red\\" boxes" or "12", because this can't be undone; `;

  test.each<[Readonly<Record<string, unknown>>, string[]]>([
    [{ confirm: 'delete 12 "red" boxes' }, []],
    [{ confirm: "12" }, []],
    [{}, [`confirm: ${REFUSAL}nothing was given`]],
    [{ confirm: "" }, [`confirm: ${REFUSAL}found ""`]],
    [{ confirm: 'delete 11 "red" boxes' }, [`confirm: ${REFUSAL}found "delete 11 \\"red\\" boxes"`]],
    [{ confirm: 12 }, [`confirm: ${REFUSAL}found 12`]],
    // What contradicts itself is told first, alone.
    [{ more: "red" }, ["more: repeats color"]],
    [{ more: "red", confirm: UNKNOWN }, []],
  ])("that can't be undone is confirmed by its words or their number: %j", (given, problems) => {
    const told = contradictionsIn(deleting, { color: "red", ...given });
    expect(told.map(({ path, reason }) => `${path}: ${printed(reason)}`)).toEqual(problems);
  });

  test("of which nothing can be counted is confirmed by its words alone", () => {
    const uncounted = { ...deleting, confirmation: () => ({ words: "delete all" }) };
    expect(contradictionsIn(uncounted, { color: "red", confirm: "12" })).toEqual([
      { path: "confirm", reason: `must be "delete all", because this can't be undone; found "12"` },
    ]);
    expect(confirmedExample(uncounted)).toEqual({ color: "red", confirm: "delete all" });
    const { confirmation: _none, ...harmless } = deleting;
    expect(contradictionsIn(harmless, { color: "red" })).toEqual([]);
    expect(confirmedExample(harmless)).toEqual({ color: "red" });
  });

  test("tells its plan in its own words, or by its name", () => {
    expect(printed(planOf(deleting, { color: "red" }))).toBe("would call deleteBoxes");
    const planned = { ...deleting, plan: ({ color }: { color?: unknown }) => message`delete ${String(color)} boxes` };
    expect(printed(planOf(planned, { color: "red" }))).toBe("would delete red boxes");
  });

  test("has defaults for what it takes more, and its results in order", () => {
    const settings = { howToSet: (name: string) => name };
    const { inputs, problems } = checkArguments(deleting, { color: "red", confirm: "12" }, settings);
    expect([inputs, problems]).toEqual([{ color: "red", confirm: "12", rerun: false }, []]);
    expect(resultOf(deleting).map(([name]) => name)).toEqual(["count", "by"]);
    const rows: AnyFunction = { ...deleting, effect: "read", repeat: "safe", lists: box };
    const told = checkArguments(rows, { color: "red", limit: 0, rerun: true }, settings).problems;
    expect(told.map(({ path }) => path)).toEqual(["rerun", "limit"]);
  });
});
