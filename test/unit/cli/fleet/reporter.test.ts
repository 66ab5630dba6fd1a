import { afterEach, describe, expect, jest, test } from "@jest/globals";
import type { FleetEvent } from "@orgform/fleet";

import { changesText, jsonReporter, textReporter } from "../../../../src/cli/fleet/reporter.ts";
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

describe("an organization that ended", () => {
  afterEach(() => void jest.restoreAllMocks());

  const NO_CHANGES = { create: 0, update: 0, replace: 0, delete: 0 };
  const ENDED = {
    event: "organization",
    name: "acme",
    state: "succeeded",
    wave: 1,
    changes: NO_CHANGES,
    durationMs: 1_250,
  } as const;

  /** The lines of organizations that end at these times, in milliseconds after the start. */
  function lines(start: object, ...ended: readonly (readonly [number, object])[]): readonly string[] {
    let nowMs = 1_000_000;
    jest.spyOn(Date, "now").mockImplementation(() => nowMs);
    const printed: string[] = [];
    const onEvent = textReporter((text) => printed.push(text), {
      paint: (color, text) => `<${color}>${text}</>`,
      words: (command) => command,
    });
    onEvent({ ...START, ...start });
    for (const [afterMs, event] of ended) {
      nowMs = 1_000_000 + afterMs;
      onEvent({ ...ENDED, ...event });
    }
    return printed.slice(1);
  }

  test("is a line with its number, state, changes, requests, time, and the time that is left", () => {
    const changes = { create: 3, update: 1, replace: 2, delete: 4 };
    expect(
      lines(
        {},
        [10_000, { calls: 7, changes }],
        [12_000, { calls: 1 }],
        [60_000, { state: "failed", message: "first line\nsecond", durationMs: 40 }],
        [240_000, { name: "é|", state: "failed", changes }],
      ),
    ).toEqual([
      "[ 1/12] acme  <green>succeeded</>  3 created, 1 updated, 2 replaced, 4 deleted  7 requests  1.3 s  <dim>2 min left</>\n",
      "[ 2/12] acme  <green>succeeded</>  nothing to change  1 request  1.3 s  <dim>60 s left</>\n",
      "[ 3/12] acme  <red>failed</>  first line  0.0 s  <dim>3 min left</>\n",
      "[ 4/12] é|  <red>failed</>    1.3 s  <dim>8 min left</>\n",
    ]);
  });

  test("says the seconds that are left up to a minute and a half, and none after the last", () => {
    expect(lines({ organizations: 2 }, [89_001, {}], [90_000, {}])).toEqual([
      "[1/2] acme  <green>succeeded</>  nothing to change  1.3 s  <dim>90 s left</>\n",
      "[2/2] acme  <green>succeeded</>  nothing to change  1.3 s\n",
    ]);
    expect(lines({ organizations: 2 }, [90_000, {}])[0]).toMatch(/<dim>2 min left<\/>\n$/u);
  });

  test("of a plan says what would change", () => {
    expect(
      lines({ action: "plan", organizations: 1 }, [0, { changes: { ...NO_CHANGES, create: 1, delete: 2 } }]),
    ).toEqual(["[1/1] acme  <green>succeeded</>  1 to create, 2 to delete  1.3 s\n"]);
  });

  test("has no line while it runs", () => {
    const running = { event: "organization", name: "acme", state: "started", wave: 1 } as const;
    expect(reported(START, running).split("\n")).toHaveLength(2);
  });
});

test.each<[event: FleetEvent, text: string]>([
  [{ event: "wave", wave: 2, state: "started", organizations: 1 }, "<bold>Wave 2: 1 organization</>\n"],
  [{ event: "wave", wave: 2, state: "ended", organizations: 1 }, ""],
  [
    { event: "wave", wave: 2, state: "held", organizations: 1 },
    "<yellow>Wave 2 is waiting for approval: `fleet approve`, then `fleet resume`.</>\n",
  ],
  [
    { event: "wave", wave: 2, state: "held", organizations: 1, reason: "it needs 2 signatures" },
    "<yellow>It needs 2 signatures: `fleet approve`, then `fleet resume`.</>\n",
  ],
  [{ event: "note", text: "é|" }, "<yellow>é|</>\n"],
  [{ event: "stopped", reason: "3 organizations failed" }, "<red>Stopped: 3 organizations failed.</>\n"],
  [{ event: "summary", objects: [], causes: [] }, ""],
  [
    {
      event: "summary",
      objects: [],
      causes: [
        { organizations: ["acme"], message: "one\ntwo" },
        { organizations: ["birch", "cedar"], message: "three" },
      ],
    },
    "\n<red>acme</>\n  one\n  two\n<red>2 organizations: birch, cedar</>\n  three\n",
  ],
])("%j is told in words, or not at all", (event, text) => {
  const printed: string[] = [];
  const words = (command: string): string => `fleet ${command}`;
  textReporter((line) => printed.push(line), { paint: (color, said) => `<${color}>${said}</>`, words })(event);
  expect(printed.join("")).toBe(text);
});

test.each([
  ["up", { succeeded: 1, failed: 12, notStarted: 345_678 }, true],
  ["up", { succeeded: 1, failed: 1, notStarted: 0 }, true],
  ["up", { succeeded: 1, failed: 0, notStarted: 0 }, false],
  ["plan", { succeeded: 1, failed: 1, notStarted: 1 }, false],
] as const)("the end of %s with %j is a table, and names the next command if there is one", (action, tally, isOpen) => {
  const [, table] = reported({ ...START, action }, { event: "end", ...tally }).split("1 wave\n");
  const row = (word: string, number: number): string => `  ${word}${String(number).padStart(18 - word.length)}`;
  expect(table?.split("\n")).toEqual([
    "",
    row("succeeded", tally.succeeded),
    row("failed", tally.failed),
    row("not started", tally.notStarted),
    ...(isOpen ? ["Next: `orgform fleet resume`."] : []),
    "",
  ]);
});

test("as JSON, each event is a line", () => {
  const printed: string[] = [];
  const onEvent = jsonReporter((text) => printed.push(text));
  const events: FleetEvent[] = [START, { event: "note", text: "a\nb" }];
  for (const event of events) onEvent(event);
  expect(printed.map((line) => [JSON.parse(line), line.indexOf("\n")])).toEqual(
    events.map((event, index) => [JSON.parse(JSON.stringify(event)), (printed[index]?.length ?? 0) - 1]),
  );
});

test.each([
  [{ create: 0, update: 0, replace: 0, delete: 0 }, "nothing to change", "nothing to change"],
  [{ create: 1, update: 0, replace: 0, delete: 0 }, "1 created", "1 to create"],
  [{ create: 0, update: 2, replace: 3, delete: 0 }, "2 updated, 3 replaced", "2 to update, 3 to replace"],
])("the changes %j are in words %j, and those of a plan %j", (changes, done, planned) => {
  expect([changesText(changes), changesText(changes, "to ")]).toEqual([done, planned]);
});
