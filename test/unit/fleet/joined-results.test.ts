import { describe, expect, test } from "@jest/globals";

import { joined } from "../../../packages/fleet/src/ci/joined-results.ts";
import type { OrganizationResult, RunResults } from "../../../packages/fleet/src/ci/run-results.ts";
import { NO_CHANGES } from "../../../packages/fleet/src/run/events.ts";

const organization = (name: string, more: Partial<OrganizationResult> = {}): OrganizationResult => ({
  name,
  template: "free",
  wave: 1,
  state: "succeeded",
  changes: NO_CHANGES,
  ...more,
});

const part = (more: Partial<RunResults> = {}): RunResults => ({
  schemaVersion: 1,
  fleet: "customers",
  action: "up",
  state: "ended",
  started: "2026-11-20T10:00:00.417Z",
  organizations: [],
  ...more,
});

const all = (of: number): string[] => Array.from({ length: of }, (_, index) => `${index + 1}/${of}`);
const shardsOf = (numbers: readonly number[], of: number): RunResults[] =>
  numbers.map((index) => part({ shard: { index, of } }));

/** Every set of shards, and each with its first shard twice. */
const SETS = [1, 2, 3].flatMap((of) =>
  Array.from({ length: 2 ** of - 1 }, (_, bits) =>
    Array.from({ length: of }, (_none, index) => index + 1).filter((index) => ((bits + 1) & (1 << (index - 1))) > 0),
  ).flatMap((numbers) => [
    { of, numbers },
    { of, numbers: [...numbers, numbers[0] ?? 1] },
  ]),
);

test.each(SETS)("of $of shards, $numbers tell what is missing and what is there twice", ({ of, numbers }) => {
  const missing = all(of).filter((name) => !numbers.some((one) => `${one}/${of}` === name));
  const isTwice = new Set(numbers).size < numbers.length;
  expect(joined(shardsOf(numbers, of), all).problems).toEqual([
    ...missing.map((name) => `Shard ${name} is missing.`),
    ...(isTwice ? [`Shard ${numbers[0]}/${of} appears more than once.`] : []),
  ]);
});

test("a shard that holds no organization isn't missing", () => {
  expect(joined(shardsOf([1], 3), () => ["1/3", "3/3"]).problems).toEqual(["Shard 3/3 is missing."]);
});

test.each<readonly [string, readonly RunResults[], readonly string[]]>([
  ["one run of a whole fleet", [part()], []],
  ["two of them", [part(), part()], ["Some results belong to no shard. They were joined with the others."]],
  [
    "a shard beside one of them",
    [part(), ...shardsOf([1], 1)],
    ["Some results belong to no shard. They were joined with the others."],
  ],
  [
    "shards of other numbers",
    [...shardsOf([1], 10), ...shardsOf([1], 2)],
    ["The shards have different totals: 2 and 10."],
  ],
])("%s: joined, with a word about what is odd", (_what, parts, problems) => {
  expect(joined(parts, all).problems).toEqual(problems);
});

test.each([
  [part({ fleet: "other" }), "up of customers and up of other"],
  [part({ action: "plan" }), "up of customers and plan of customers"],
])("results of different runs aren't joined", (other, words) => {
  expect(() => joined([part(), other], all)).toThrow(
    `The results are from different runs: ${words}. Join only those of one run.`,
  );
});

test("nothing isn't joined", () => {
  expect(() => joined([], all)).toThrow("There are no results to join. Name files of `orgform fleet up --report`.");
});

describe("of several shards", () => {
  /** The worst first. */
  const STATES = ["cut off", "running", "stopped", "held", "ended"] as const;
  test.each(STATES.flatMap((one, index) => STATES.slice(index).map((other) => [one, other] as const)))(
    "%s and %s: the whole is the first, in any order",
    (one, other) => {
      const states = [part({ state: one }), part({ state: other })];
      expect(joined(states, all).results.state).toBe(one);
      expect(joined(states.toReversed(), all).results.state).toBe(one);
    },
  );

  test("the whole began with the first, ended with the last once all have ended, and has each reason once", () => {
    const [first, second, third] = ["2026-11-20T10:00:00.1Z", "2026-11-20T10:00:00.5Z", "2026-11-20T11:00:00.3Z"];
    const parts = [
      part({ started: second, ended: third, reason: "late" }),
      part({ started: first, ended: second, reason: "late" }),
      part({ started: third, ended: third, reason: "early" }),
    ];
    expect(joined(parts, all).results).toMatchObject({ started: first, ended: third, reason: "late; early" });
    expect(joined([...parts, part()], all).results).not.toHaveProperty("ended");
    expect(joined([part()], all).results).not.toHaveProperty("reason");
  });

  test("organizations are in the order of their waves, and of two results for one the failed one stays", () => {
    const failed = organization("acme", { wave: 2, state: "failed", message: "No seat." });
    const done = organization("acme", { wave: 2 });
    for (const twice of [
      [failed, done],
      [done, failed],
    ] as const) {
      const parts = twice.map((one, at) => part({ organizations: [one, organization(`org-${at}`)] }));
      const { results, problems } = joined(parts, all);
      expect(results.organizations).toEqual([organization("org-0"), organization("org-1"), failed]);
      expect(problems.at(-1)).toBe("acme is in more than one shard.");
    }
  });
});
