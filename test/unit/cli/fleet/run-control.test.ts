import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { confirm, controlled } from "../../../../src/cli/fleet/run-control.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";

const STREAMS = ["stdin", "stdout"] as const;
const own = STREAMS.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);

let streams: Readonly<Record<(typeof STREAMS)[number], PassThrough>>;

/** Puts this process on a terminal, or only some of its streams. */
function onTerminal({ stdin = true, stdout = true } = {}): void {
  streams = {
    stdin: Object.assign(new PassThrough(), { isTTY: stdin }),
    stdout: Object.assign(new PassThrough(), { isTTY: stdout }),
  };
  for (const name of STREAMS) Object.defineProperty(process, name, { configurable: true, get: () => streams[name] });
}

beforeEach(() => onTerminal());
afterEach(() => {
  for (const [name, descriptor] of own) if (descriptor !== undefined) Object.defineProperty(process, name, descriptor);
});

/** What was printed, without the moves of the cursor. */
const printed = (): string => stripVTControlCharacters(String(streams.stdout.read() ?? ""));

const outcome = (done: Promise<unknown>): Promise<unknown> =>
  done.catch((error: unknown) => (error instanceof UsageError ? error.message : error));

const CANNOT = "Orgform can't ask for confirmation here. Use --yes to start without it.";
const NO = "Nothing was run.";

describe("a person at a terminal", () => {
  test.each([
    ["yes", undefined],
    ["y", undefined],
    ["YES", undefined],
    ["  Y ", undefined],
    ["no", NO],
    ["", NO],
    ["ye", NO],
    ["yesterday", NO],
    ["oh yes", NO],
    ["yy", NO],
    ["é|", NO],
  ])("who answers %j is heard, and the terminal is free again", async (answer, refusal) => {
    streams.stdin.write(`${answer}\n`);
    expect(await outcome(confirm({}, "Run 2 organizations?"))).toBe(refusal);
    expect(printed().startsWith("Run 2 organizations? (yes/no) ")).toBe(true);
    expect(streams.stdin.isPaused()).toBe(true);
  });

  test("isn't asked after --yes", async () => {
    expect(await outcome(confirm({ yes: true }, "Run?"))).toBeUndefined();
    expect(printed()).toBe("");
  });

  test.each([
    ["yes", true],
    ["no", false],
  ])("who answers %j to the question of a wave decides on it", async (answer, isApproved) => {
    const answers: unknown[] = [];
    const code = await controlled({}, async ({ approve }) => {
      streams.stdin.write(`${answer}\n`);
      answers.push(await approve?.(2));
      return { succeeded: 1, failed: 0, notStarted: 0 };
    });
    expect([code, answers]).toEqual([0, [isApproved]]);
    expect(printed().startsWith("Begin wave 2? (yes/no) ")).toBe(true);
  });
});

test.each([
  ["of JSON", { json: true }, {}],
  ["without input", {}, { stdin: false }],
  ["whose output is kept", {}, { stdout: false }],
  ["of a script", {}, { stdin: false, stdout: false }],
])("nobody is asked in a run %s", async (_what, flags, terminal) => {
  onTerminal(terminal);
  expect(await outcome(confirm(flags, "Run?"))).toBe(CANNOT);
  expect(await outcome(confirm({ ...flags, yes: true }, "Run?"))).toBeUndefined();
  const asking: unknown[] = [];
  await controlled(flags, async ({ approve }) => {
    asking.push(approve);
    return { succeeded: 1, failed: 0, notStarted: 0 };
  });
  expect([asking, printed()]).toEqual([[undefined], ""]);
});
