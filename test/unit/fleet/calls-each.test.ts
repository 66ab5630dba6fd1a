import { beforeEach, expect, test } from "@jest/globals";

import { CallsEach } from "../../../packages/fleet/src/temporal/calls-each.ts";

let kept: Map<string, unknown>;
let calls: CallsEach;
beforeEach(() => {
  kept = new Map();
  calls = new CallsEach({
    kept: async (name: string) => kept.get(name),
    keep: async (name: string, value: unknown) => void kept.set(name, value),
  } as never); // -- what it asks of a record
});

test("the rate of a credential is what the budget allows of its own organizations, once one has asked for something", async () => {
  expect(await calls.organizationsPerSecond("a", 120)).toBeUndefined();
  await calls.add("a", 0);
  expect([...kept]).toEqual([]);
  await calls.add("a", 30);
  await calls.add("a", 10);
  await calls.add("b", 6);
  expect([...kept]).toEqual([
    ["calls of a", { organizations: 2, calls: 40 }],
    ["calls of b", { organizations: 1, calls: 6 }],
  ]);
  expect([await calls.organizationsPerSecond("a", 120), await calls.organizationsPerSecond("b", 120)]).toEqual([
    0.1,
    120 / 60 / 6,
  ]);
});

test.each([
  [499, { organizations: 500, calls: 5_010 }],
  [500, { organizations: 251, calls: 2_510 }],
  [501, { organizations: 251.5, calls: 2_510 }],
])("after %i organizations, the totals are halved from five hundred on", async (organizations, after) => {
  kept.set("calls of a", { organizations, calls: 5_000 });
  await calls.add("a", 10);
  expect(kept.get("calls of a")).toEqual(after);
});

test("fewer requests of each organization soon make a credential faster", async () => {
  kept.set("calls of a", { organizations: 500, calls: 50_000 });
  const rates: (number | undefined)[] = [];
  for (let times = 0; times < 1_000; times += 1) {
    await calls.add("a", 10);
    rates.push(await calls.organizationsPerSecond("a", 600));
  }
  expect(rates.every((rate = 0, at) => at === 0 || rate > (rates[at - 1] ?? 0))).toBe(true);
  expect(rates.at(-1)).toBeGreaterThan(0.5);
});
