import { describe, expect, test } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import { availabilityOf, contradictionsIn } from "../../../src/model/function.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

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
