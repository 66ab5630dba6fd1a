import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { ScheduleStand } from "@orgform/fleet/temporal";

import { FleetFileError, SelectionError } from "../../../../packages/fleet/src/index.ts";
import { versionedEngines } from "../../../../src/cli/fleet/engines.ts";
import { textOf } from "../../../../src/cli/watch/schedule-command.ts";
import { type Ran, runHere } from "../../../cli/run-here.ts";

class TemporalError extends Error {}

/** A schedule on a server, which remembers what it was asked. */
const server = {
  asked: [] as unknown[],
  /** How it stands, and whether it was there before. */
  stand: undefined as ScheduleStand | undefined,
  isThere: false,
  /** What it refuses, and how. */
  refuses: "",
  refusal: undefined as unknown,
};

const answering = async <T>(words: readonly unknown[], answer: T): Promise<T> => {
  server.asked.push(words);
  if (words[0] === server.refuses) throw server.refusal;
  return answer;
};

jest.doMock(
  "@orgform/fleet/temporal",
  () => ({
    TemporalError,
    WatchSchedule: {
      open: async (place: unknown) => {
        await answering(["open", place], undefined);
        return {
          set: (wanted: unknown) => answering(["set", wanted], !server.isThere),
          stand: () => answering(["stand"], server.stand),
          remove: () => answering(["remove"], server.isThere),
          close: () => answering(["close"], undefined),
        };
      },
    },
    temporalPlace: (place: unknown, environment: unknown) => ({ place, isOfProcess: environment === process.env }),
  }),
  { virtual: true },
);

const STAND: ScheduleStand = {
  name: "orgform-fleet/watch",
  everyMs: 3_600_000,
  jitterMs: 360_000,
  isPaused: false,
  next: [],
  skipped: 0,
  missed: 0,
};
const NONE = "There is no schedule for checks of this fleet. To create one, run `orgform watch schedule set`.\n";
const ALL = { names: undefined, labels: undefined };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-schedule-"));
  Object.assign(server, { asked: [], stand: undefined, isThere: false, refuses: "" });
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => void jest.dontMock("@orgform/fleet/temporal"));

const schedule = (...words: readonly string[]): Promise<Ran> => runHere(["watch", "schedule", ...words]);

/** Sets the schedule of the fleet in the folder. */
const setHere = (...words: readonly string[]): Promise<Ran> =>
  schedule("set", "--fleet", join(folder, "fleet é.yaml"), ...words);

/** What the schedule was set to. */
const wanted = (): unknown =>
  server.asked.flatMap((one) => (Array.isArray(one) && one[0] === "set" ? [one[1]] : []))[0];

const openedWith = (file: string, address?: string, namespace?: string, name?: string): unknown => ({
  file,
  engines: versionedEngines(),
  temporal: { place: { address, namespace }, isOfProcess: true },
  name,
});

test("a schedule is opened at the server and the fleet of the flags, set, told, and closed", async () => {
  server.stand = STAND;
  const file = join(folder, "fleet é.yaml");
  const place = ["--temporal", "h:1", "--namespace", "n|", "--task-queue", "q"];
  expect(await setHere(...place, "--every", "30m", "--only", "b, a", "--labels", "stage=prod")).toEqual({
    code: 0,
    stdout: `The schedule is created.\n${textOf(STAND)}`,
    stderr: "",
  });
  expect(server.asked).toEqual([
    ["open", openedWith(file, "h:1", "n|", "q")],
    ["set", { everyMs: 1_800_000, jitterMs: 180_000, names: ["b", "a"], labels: { stage: "prod" } }],
    ["stand"],
    ["close"],
  ]);
});

test("a schedule that was there before is changed", async () => {
  server.isThere = true;
  expect(await setHere()).toEqual({ code: 0, stdout: "The schedule is changed.\n", stderr: "" });
});

test.each<[text: string | undefined, flags: readonly string[], everyMs: number, jitterMs: number]>([
  [undefined, [], 3_600_000, 360_000],
  [undefined, ["--every", "2h"], 7_200_000, 720_000],
  ["every: 20m\n", [], 1_200_000, 120_000],
  ["every: 20m\njitter: 3m\n", [], 1_200_000, 180_000],
  ["every: 20m\njitter: 3m\n", ["--every", "1d"], 86_400_000, 180_000],
])("with the watch file %j and %j, checks begin every so often", async (text, flags, everyMs, jitterMs) => {
  if (text !== undefined) writeFileSync(join(folder, "orgform.watch.yaml"), text);
  expect((await setHere(...flags)).code).toBe(0);
  expect(wanted()).toEqual({ everyMs, jitterMs, ...ALL });
});

test("a named watch file counts instead of the one beside the fleet file", async () => {
  writeFileSync(join(folder, "orgform.watch.yaml"), "every: 20m\n");
  writeFileSync(join(folder, "own.yaml"), "every: 40m\n");
  expect((await setHere("--config", join(folder, "own.yaml"))).code).toBe(0);
  expect(wanted()).toEqual({ everyMs: 2_400_000, jitterMs: 240_000, ...ALL });
});

test("an invalid duration is refused, and nothing is set", async () => {
  expect(await setHere("--every", "soon")).toEqual({
    code: 1,
    stdout: "",
    stderr: "--every is soon; it must be a duration such as 30m, 1h, or 1d.\n",
  });
  expect([wanted(), server.asked.at(-1)]).toEqual([undefined, ["close"]]);
});

test.each<[flags: readonly string[], stand: ScheduleStand | undefined, text: string]>([
  [[], STAND, textOf(STAND)],
  [[], undefined, NONE],
  [["--json"], STAND, `${JSON.stringify(STAND, null, 2)}\n`],
  [["--json"], undefined, "null\n"],
])("with %j, a schedule is shown", async (flags, stand, text) => {
  server.stand = stand;
  expect(await schedule("show", ...flags)).toEqual({ code: 0, stdout: text, stderr: "" });
  expect(server.asked).toEqual([["open", openedWith("fleet.yaml")], ["stand"], ["close"]]);
});

test.each([
  [true, "The schedule is removed.\n"],
  [false, NONE],
])("a schedule that is there (%j) is removed", async (isThere, text) => {
  server.isThere = isThere;
  expect(await schedule("remove")).toEqual({ code: 0, stdout: text, stderr: "" });
  expect(server.asked).toEqual([["open", openedWith("fleet.yaml")], ["remove"], ["close"]]);
});

test.each<[string, (message: string) => Error, isMistake: boolean]>([
  ["file of a fleet", (message) => Object.assign(Object.create(FleetFileError.prototype), { message }), true],
  ["selection", (message) => new SelectionError(message), true],
  ["server of Temporal", (message) => new TemporalError(message), true],
  ["fault of ours", (message) => new RangeError(message), false],
])(
  "a %s that is refused is told, with a stack only for faults, and what was opened is closed",
  async (_what, made, isMistake) => {
    server.refusal = made("Nobody is named x.");
    const stacks = jest.spyOn(console, "error").mockImplementation(() => undefined);
    const refused = { code: 1, stdout: "", stderr: "Nobody is named x.\n" };
    try {
      server.refuses = "remove";
      expect(await runHere(["watch", "schedule", "remove"], { ORGFORM_DEBUG: "1" })).toEqual(refused);
      expect(server.asked.map((one) => [one].flat(2)[0])).toEqual(["open", "remove", "close"]);
      server.refuses = "open";
      expect(await runHere(["watch", "schedule", "remove"], { ORGFORM_DEBUG: "1" })).toEqual(refused);
      expect(server.asked.map((one) => [one].flat(2)[0])).toEqual(["open", "remove", "close", "open"]);
      expect(stacks.mock.calls).toEqual(isMistake ? [] : [[server.refusal], [server.refusal]]);
    } finally {
      stacks.mockRestore();
    }
  },
);
