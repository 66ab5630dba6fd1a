import { expect, test } from "@jest/globals";
import type { FleetEvent } from "@orgform/fleet";

import { textReporter } from "../../../../src/cli/fleet/reporter.ts";
import { plain } from "../../../../src/cli/paint.ts";

/** The output for a person. */
function reported(...events: readonly FleetEvent[]): string {
  const printed: string[] = [];
  const onEvent = textReporter((text) => printed.push(text), {
    paint: plain,
    words: (command) => `orgform fleet ${command}`,
  });
  for (const event of events) onEvent(event);
  return printed.join("");
}

const START = { event: "start", run: 7, action: "up", organizations: 12, waves: 1, minutes: undefined } as const;

test.each([
  [{}, "Run 7: 12 organizations in 1 wave\n"],
  [{ organizations: 1, waves: 2 }, "Run 7: 1 organization in 2 waves\n"],
  [{ minutes: 9 }, "Run 7: 12 organizations in 1 wave, at least 9 min because of the service's limits\n"],
])("a run that starts with %j says how much it is, and how long it takes at least", (more, text) => {
  expect(reported({ ...START, ...more })).toBe(text);
});

const END = { event: "end", succeeded: 1, failed: 0, notStarted: 2 } as const;

test.each([
  ["a wave waits", { event: "wave", wave: 2, state: "held", organizations: 2 }, END, []],
  [
    "a wave waits, and one failed",
    { event: "wave", wave: 2, state: "held", organizations: 2 },
    { ...END, failed: 1 },
    ["resume"],
  ],
  ["the run was stopped", { event: "wave", wave: 2, state: "started", organizations: 2 }, END, ["resume"]],
] as const)("after %s, the end names the next command unless the wave did", (_what, wave, end, named) => {
  const [, after = ""] = reported(START, wave, end).split("  not started");
  expect([...after.matchAll(/Next: `orgform fleet (\w+)`/gu)].map(([, command]) => command)).toEqual(named);
});
