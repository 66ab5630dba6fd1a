import { describe, expect, test } from "@jest/globals";

import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { refuseConflictingFlags } from "../../../../src/cli/check/declared-state.ts";
import { assertNoStray } from "../../../../src/cli/fleet/plan-files.ts";
import { fileIn, selectionIn, shardIn, wordsFor } from "../../../../src/cli/fleet/session.ts";
import { isOnTemporal } from "../../../../src/cli/fleet/temporal-package.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";

/** The message of a refusal; undefined if there is none. */
function refusal(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

describe("the words for another command of the same fleet", () => {
  const EVERY: FlagValues = {
    file: "my fleet.yaml",
    record: "r.sqlite",
    temporal: true,
    namespace: "prod|é",
    "task-queue": "it's",
    only: "a,b",
    labels: "stage=production",
    shard: "2/4",
    plan: "p.age",
    "key-file": "k",
    approvers: "a.yaml",
    json: true,
    yes: true,
  };
  const FLEET = String.raw` --file 'my fleet.yaml' --record r.sqlite --temporal --namespace 'prod|é' --task-queue 'it'\''s'`;

  test.each([
    ["up", `${FLEET} --only a,b --labels stage=production --shard 2/4`],
    ["resume", `${FLEET} --plan p.age --key-file k --approvers a.yaml --shard 2/4`],
    ["approve", `${FLEET} --approvers a.yaml --shard 2/4`],
    ["status", `${FLEET} --shard 2/4`],
    ["plan", FLEET],
  ])("repeat for %s the flags that find the same organizations", (command, flags) => {
    expect(wordsFor(EVERY)(command)).toBe(`orgform fleet ${command}${flags}`);
    expect(wordsFor({})(command)).toBe(`orgform fleet ${command}`);
  });

  test("name the server's address if one was given, and no flag that is empty or off", () => {
    expect(wordsFor({ temporal: "h:7233", file: "", record: false })("status")).toBe(
      "orgform fleet status --temporal h:7233",
    );
  });
});

test.each<[flags: FlagValues, file: string]>([
  [{}, "fleet.yaml"],
  [{ file: "" }, "fleet.yaml"],
  [{ file: "a b.yaml" }, "a b.yaml"],
])("the fleet file of %j is %s", (flags, file) => {
  expect(fileIn(flags)).toBe(file);
});

describe("the organizations in the flags", () => {
  test("are those with the names and labels, in the shard", () => {
    expect(selectionIn({})).toEqual({ names: undefined, labels: undefined, shard: undefined });
    expect(selectionIn({ only: "b, a|é ,", labels: "stage=prod, region = eu", shard: "1/2" })).toEqual({
      names: ["b", "a|é", ""],
      labels: { stage: "prod", region: "eu" },
      shard: { index: 1, of: 2 },
    });
  });

  test.each([
    ["1/1", 1, 1],
    ["10/20", 10, 20],
    ["9999/9999", 9999, 9999],
  ])("are in the shard %s", (text, index, of) => {
    expect(shardIn(text)).toEqual({ index, of });
  });

  test.each([
    "0/1",
    "2/1",
    "1/0",
    "01/2",
    "1/02",
    "1",
    "1/2/3",
    " 1/2",
    "1/2 ",
    "a1/2",
    "1/2a",
    "1/10000",
    "10000/10000",
  ])("aren't in a shard %j", (text) => {
    expect(refusal(() => shardIn(text))).toBe(`--shard is ${text}; expected the shard and their number, from 1: 2/4.`);
  });
});

describe("flags of a run on Temporal", () => {
  test.each<[flags: FlagValues, isOn: boolean]>([
    [{}, false],
    [{ page: "p", report: "r", shard: "1/2", retire: "a" }, false],
    [{ temporal: true }, true],
    [{ temporal: "h:1", namespace: "n", "task-queue": "q" }, true],
  ])("in %j: %j", (flags, isOn) => {
    expect(isOnTemporal(flags)).toBe(isOn);
  });

  test.each(["page", "report", "shard", "retire"])("don't include --%s, which is for this machine", (name) => {
    expect(refusal(() => isOnTemporal({ temporal: true, [name]: "x" }))).toBe(
      `--${name} is for runs on this machine. Leave out --${name} or --temporal.`,
    );
  });

  test.each(["namespace", "task-queue"])("are needed for --%s", (name) => {
    expect(refusal(() => isOnTemporal({ [name]: "x" }))).toBe(`--${name} is for runs on Temporal. Add --temporal.`);
  });
});

test.each(["only", "labels", "refresh"])("a plan already decides --%s", (name) => {
  expect(refusal(() => assertNoStray({ [name]: "x", plan: "p" }))).toBe(
    `The plan already decides --${name}. Leave out --${name} or --plan.`,
  );
  expect(refusal(() => assertNoStray({ plan: "p", shard: "1/2", approvers: "a" }))).toBeUndefined();
});

const TWICE = "--plan and --state both say what the code declares. Give one of them.";
const ALREADY = "--plan already says what the code declares. Leave out --cwd and --stack, or --plan.";
const EITHER = "--state names a file, but --cwd and --stack name a stack. Give one or the other.";

test.each<[flags: FlagValues, refused: string | undefined]>([
  [{}, undefined],
  [{ plan: "p" }, undefined],
  [{ state: "s" }, undefined],
  [{ cwd: "c", stack: "d" }, undefined],
  [{ plan: "p", state: "" }, undefined],
  [{ plan: "p", state: "s" }, TWICE],
  [{ plan: "p", cwd: "c" }, ALREADY],
  [{ plan: "p", stack: "d" }, ALREADY],
  [{ state: "s", cwd: "c" }, EITHER],
  [{ state: "s", stack: "d" }, EITHER],
])("a check by %j says once what the code declares: %s", (flags, refused) => {
  expect(refusal(() => refuseConflictingFlags(flags))).toBe(refused);
});
