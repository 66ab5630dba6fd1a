import { describe, expect, test } from "@jest/globals";

import { boundText, statusText } from "../../../../src/cli/fleet/status-text.ts";

type Run = Parameters<typeof statusText>[0];
type Organization = Parameters<typeof statusText>[1][number];
type Outcome = NonNullable<Organization["outcome"]>;

const HEAD = { id: 7, action: "up", started: "2026-11-23T03:00:00.125Z" } as const;
const shown = (run: Partial<Run>, organizations: readonly Organization[] = []): string[] =>
  statusText({ ...HEAD, state: "ended", reason: undefined, ...run }, organizations, (command) => `fleet ${command}`)
    .trimEnd()
    .split("\n");

const START = "Run 7 (up), started 2026-11-23T03:00:00.125Z";
const RETIRE = "Run 7 (retire), started 2026-11-23T03:00:00.125Z";

describe("the next step of a run", () => {
  /** Each state with the words that a person types next. */
  test.each<[Run["state"], readonly string[]]>([
    ["running", []],
    ["ended", []],
    ["held", ["Next: `fleet approve`, then `fleet resume`."]],
    ["stopped", ["Next: `fleet resume`."]],
    ["cut off", ["Next: `fleet resume`."]],
    ["paused", ["Next: `fleet resume`."]],
  ])("that is %s", (state, next) => {
    expect(shown({ state })).toEqual([`${START}: ${state}`, ...next]);
    expect(shown({ state, action: "retire" })).toEqual([`${RETIRE}: ${state}`]);
    const withPlan = next.map((line) => line.replace("fleet resume", "fleet resume --plan FILE"));
    expect(shown({ state, options: { plan: "abc" } })).toEqual([`${START}: ${state}`, "Plan abc", ...withPlan]);
  });

  test("names who left the file, as words of a shell", () => {
    expect(shown({ state: "stopped", reason: "a person stopped it", left: ["acme", "a b"] })).toEqual([
      `${START}: stopped: a person stopped it`,
      "Next: `fleet resume`.",
      "acme is no longer in the file: `fleet retire acme`.",
      "a b is no longer in the file: `fleet retire 'a b'`.",
    ]);
  });
});

const NONE = { create: 0, update: 0, replace: 0, delete: 0 };
const ended = (outcome: Partial<Outcome>): Outcome => ({ changes: NONE, ...outcome }) as Outcome; // -- what a line takes of it

test("each wave has its numbers, and lines for what failed or runs", () => {
  const organizations: readonly Organization[] = [
    { name: "acme", wave: 0, state: "succeeded", outcome: ended({ bound: "exact" }) },
    { name: "globex", wave: 0, state: "failed", outcome: ended({ message: "first\nsecond", bound: "checked" }) },
    { name: "initech", wave: 0, state: "failed", outcome: ended({ changes: { ...NONE, create: 2, delete: 1 } }) },
    { name: "hooli", wave: 2, state: "running" },
    { name: "umbrella", wave: 2, state: "waiting" },
    { name: "stark", wave: 3, state: "waiting" },
  ];
  const waves = [
    "Wave 1: 3 organizations, 1 succeeded, 2 failed",
    "  globex  failed  first",
    "  initech  failed  2 created, 1 deleted",
    "Wave 3: 2 organizations, 1 running, 1 waiting",
    "  hooli  running",
    "Wave 4: 1 organization, 1 waiting",
  ];
  expect(shown({ state: "running" }, organizations)).toEqual([
    `${START}: running`,
    "Plan kept, bound: 1 exact, 1 checked",
    ...waves,
  ]);
  const approvals = [
    { wave: 1, at: "2026-11-23", digest: "d" },
    { wave: 2, at: "2026-11-24", digest: "d", by: "ann", comment: "go" },
    { wave: 3, at: "2026-11-25", digest: "d", by: "ann@acme.example", signature: "s" },
  ];
  expect(shown({ state: "running", options: { plan: "abc" }, approvals }, organizations)).toEqual([
    `${START}: running`,
    "Plan abc, bound: 1 exact, 1 checked",
    "Wave 1 approved by somebody (unverified), 2026-11-23",
    "Wave 2 approved by ann (unverified), 2026-11-24: go",
    "Wave 3 approved by ann@acme.example (signed), 2026-11-25",
    ...waves,
  ]);
});

test.each([
  [[], ""],
  [[undefined], ""],
  [["exact", undefined, "exact"], "bound: exact"],
  [["checked"], "bound: checked"],
  [["checked", "exact", "checked"], "bound: 1 exact, 2 checked"],
] as const)("organizations that are bound %j", (bounds, text) => {
  expect(boundText(bounds)).toBe(text);
});
