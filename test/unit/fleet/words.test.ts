import { describe, expect, test } from "@jest/globals";

import type { OrganizationResult, RunResults } from "../../../packages/fleet/src/ci/run-results.ts";
import {
  changesText,
  durationText,
  headlineOf,
  nextCommands,
  tallyText,
} from "../../../packages/fleet/src/ci/words.ts";
import { NO_CHANGES } from "../../../packages/fleet/src/run/events.ts";

const ACTIONS = ["plan", "up", "retire"] as const;
const STATES = ["running", "held", "stopped", "cut off", "ended"] as const;
/** How organizations can have ended together. */
const ENDS: Readonly<Record<string, readonly OrganizationResult["state"][]>> = {
  "all done": ["succeeded", "succeeded"],
  "one failed": ["succeeded", "failed"],
  "one not started": ["succeeded", "waiting"],
  "one of each": ["failed", "running", "succeeded"],
};

const resultsOf = (
  action: RunResults["action"],
  state: RunResults["state"],
  states: readonly OrganizationResult["state"][],
): RunResults => ({
  schemaVersion: 1,
  fleet: "customers",
  action,
  state,
  started: "2026-11-20T10:00:00.417Z",
  organizations: states.map((one, at) => ({
    name: `org-${at}`,
    template: "free",
    wave: 1,
    state: one,
    changes: NO_CHANGES,
  })),
});

test("every action in every state has its headline, and the commands that can follow", () => {
  const table = ACTIONS.flatMap((action) =>
    STATES.flatMap((state) =>
      Object.entries(ENDS).map(([end, states]) => {
        const results = resultsOf(action, state, states);
        const next = nextCommands(results, (command) => command).join(", ");
        return `${action}, ${state}, ${end}: ${headlineOf(results)}${next && ` > ${next}`}`;
      }),
    ),
  );
  expect(table.join("\n")).toMatchInlineSnapshot(`
"plan, running, all done: The plan goes on > status
plan, running, one failed: The plan goes on > status
plan, running, one not started: The plan goes on > status
plan, running, one of each: The plan goes on > status
plan, held, all done: The plan is waiting for approval > up
plan, held, one failed: The plan is waiting for approval
plan, held, one not started: The plan is waiting for approval
plan, held, one of each: The plan is waiting for approval
plan, stopped, all done: The plan was stopped > up
plan, stopped, one failed: The plan was stopped
plan, stopped, one not started: The plan was stopped
plan, stopped, one of each: The plan was stopped
plan, cut off, all done: The plan was cut off > up
plan, cut off, one failed: The plan was cut off
plan, cut off, one not started: The plan was cut off
plan, cut off, one of each: The plan was cut off
plan, ended, all done: All organizations are planned > up
plan, ended, one failed: The plan ended with failures
plan, ended, one not started: The plan ended before all were run
plan, ended, one of each: The plan ended with failures
up, running, all done: The run goes on > status
up, running, one failed: The run goes on > status
up, running, one not started: The run goes on > status
up, running, one of each: The run goes on > status
up, held, all done: The run is waiting for approval > approve, resume
up, held, one failed: The run is waiting for approval > approve, resume
up, held, one not started: The run is waiting for approval > approve, resume
up, held, one of each: The run is waiting for approval > approve, resume
up, stopped, all done: The run was stopped
up, stopped, one failed: The run was stopped > resume
up, stopped, one not started: The run was stopped > resume
up, stopped, one of each: The run was stopped > resume
up, cut off, all done: The run was cut off
up, cut off, one failed: The run was cut off > resume
up, cut off, one not started: The run was cut off > resume
up, cut off, one of each: The run was cut off > resume
up, ended, all done: All organizations are up
up, ended, one failed: The run ended with failures > resume
up, ended, one not started: The run ended before all were run > resume
up, ended, one of each: The run ended with failures > resume
retire, running, all done: The retirement goes on > status
retire, running, one failed: The retirement goes on > status
retire, running, one not started: The retirement goes on > status
retire, running, one of each: The retirement goes on > status
retire, held, all done: The retirement is waiting for approval
retire, held, one failed: The retirement is waiting for approval > retire org-1
retire, held, one not started: The retirement is waiting for approval > retire org-1
retire, held, one of each: The retirement is waiting for approval > retire org-0, retire org-1
retire, stopped, all done: The retirement was stopped
retire, stopped, one failed: The retirement was stopped > retire org-1
retire, stopped, one not started: The retirement was stopped > retire org-1
retire, stopped, one of each: The retirement was stopped > retire org-0, retire org-1
retire, cut off, all done: The retirement was cut off
retire, cut off, one failed: The retirement was cut off > retire org-1
retire, cut off, one not started: The retirement was cut off > retire org-1
retire, cut off, one of each: The retirement was cut off > retire org-0, retire org-1
retire, ended, all done: The organization is retired
retire, ended, one failed: The retirement ended with failures > retire org-1
retire, ended, one not started: The retirement ended before all were run > retire org-1
retire, ended, one of each: The retirement ended with failures > retire org-0, retire org-1"
`);
});

test.each([
  [["succeeded"], "1 succeeded"],
  [["succeeded", "failed"], "1 succeeded, 1 failed"],
  [["waiting", "running"], "0 succeeded, 2 not done"],
  [["failed", "waiting", "succeeded"], "1 succeeded, 1 failed, 1 not done"],
] as const)("%j are counted as %s", (states, words) => {
  expect(tallyText(resultsOf("up", "ended", states).organizations)).toBe(words);
});

describe("changes", () => {
  const NAMES = ["create", "update", "replace", "delete"] as const;
  const DONE = ["created", "updated", "replaced", "deleted"];

  test.each(NAMES.map((name, at) => [name, DONE[at]] as const))("of %s are planned or done alone", (name, done) => {
    const changes = { ...NO_CHANGES, [name]: 2 };
    expect(ACTIONS.map((action) => changesText(changes, action))).toEqual([`2 to ${name}`, `2 ${done}`, `2 ${done}`]);
  });

  test("of all kinds have one order, and none is said", () => {
    expect(changesText({ delete: 4, replace: 3, update: 2, create: 1 }, "up")).toBe(
      "1 created, 2 updated, 3 replaced, 4 deleted",
    );
    expect(changesText(NO_CHANGES, "plan")).toBe("nothing to change");
  });
});

test.each([
  [0, "0.0 s"],
  [850, "0.8 s"],
  [9949, "9.9 s"],
  [9950, "10 s"],
  [59_499, "59 s"],
  [59_500, "1 min 0 s"],
  [185_000, "3 min 5 s"],
  [3_599_499, "59 min 59 s"],
  [3_599_500, "1 h 0 min"],
  [3_600_000, "1 h 0 min"],
  [4_320_000, "1 h 12 min"],
  [90_061_000, "25 h 1 min"],
])("%i ms are %s", (ms, words) => {
  expect(durationText(ms)).toBe(words);
});
