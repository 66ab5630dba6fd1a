import { expect, test } from "@jest/globals";

import { textOf } from "../../../../src/cli/watch/schedule-command.ts";

const stand = {
  name: "orgform-fleet/watch",
  everyMs: 5_400_000,
  jitterMs: 500,
  isPaused: false,
  skipped: 0,
  missed: 0,
};
const next = ["2026-11-26T09:00:00.000Z", "2026-11-26T10:30:00.000Z"];

test("a new schedule shows when it begins", () => {
  expect(textOf({ ...stand, next })).toBe(
    "orgform-fleet/watch: every 90m, up to 0.5s later\norganizations: all of the fleet\n" +
      "next check: 2026-11-26T09:00:00.000Z\nlast check: none yet\n",
  );
});

test("a schedule shows how its last check ended, and what was left out", () => {
  const problems = [{ name: "acme", message: "The history can't be used." }];
  const outcomes = { clean: 7, findings: 2, failed: 1, postponed: 0, lost: 0, problems };
  const last = { started: "2026-11-26T08:00:00.000Z", state: "ended", outcomes } as const;
  const chosen = { names: ["acme"], labels: { stage: "prod" } };
  expect(textOf({ ...stand, ...chosen, next: [], isPaused: true, skipped: 3, missed: 1, last }).split("\n")).toEqual([
    "orgform-fleet/watch: every 90m, up to 0.5s later",
    "organizations: acme, stage=prod",
    "paused",
    "last check: 2026-11-26T08:00:00.000Z, 7 without findings, 2 with findings, 1 couldn't be checked",
    "skipped because the check before still ran: 3",
    "missed while the server was away: 1",
    "acme: The history can't be used.",
    "",
  ]);
});

test.each([
  [{ state: "running" }, "still running. It needs a worker: orgform fleet worker --temporal --watch"],
  [{ state: "failed", reason: "No organization is named x." }, "failed: No organization is named x."],
  [{ state: "failed" }, "failed: the reason is unknown"],
] as const)("a check that is %j is told so", (last, words) => {
  expect(textOf({ ...stand, next, last: { started: "2026-11-26T08:00:00.000Z", ...last } })).toContain(
    `last check: 2026-11-26T08:00:00.000Z, ${words}\n`,
  );
});
