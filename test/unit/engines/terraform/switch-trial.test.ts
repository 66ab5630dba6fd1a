import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { switchTrial } from "../../../../src/engines/terraform/switch-trial/trial.ts";

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "orgform-trial-flags-"));
  mkdirSync(join(base, "program"));
  writeFileSync(join(base, "program", "main.tf"), 'resource "terraform_data" "one" {}\n');
});
afterAll(() => rmSync(base, { recursive: true }));

let copies = 0;

/** The variables with which a plan in a copy is made. */
function variablesWith(environment: Readonly<Record<string, string>>) {
  copies += 1;
  const copy = join(base, `copy-${copies}`);
  mkdirSync(copy);
  const { commands } = switchTrial.lay({
    folder: join(base, "program"),
    program: "terraform",
    stack: undefined,
    environment,
    copy,
    state: '{"version":4,"resources":[]}',
    written: { files: [], edits: [], leaving: [] },
    without: [],
  });
  return commands.map((one) => one.environment);
}

const VARIABLES = ["TF_CLI_ARGS", "TF_CLI_ARGS_init", "TF_CLI_ARGS_plan"];

/** Flags that are about the usual state, that leave out a part of the plan, or that make it another kind of plan. */
const FLAGS = [
  "-target=module.a",
  "--target=module.a",
  "-target module.a",
  '-target=module.a["x"]',
  "-target-file=targets",
  "-exclude=module.a",
  "-exclude-file=others",
  "-out=my.plan",
  "-backend-config=bucket=b",
  "-detailed-exitcode",
  "-refresh-only",
];

describe.each(VARIABLES)("a plan in a copy, with %s", (name) => {
  test.each(FLAGS)("is made without %s, and with what stands beside it", (flag) => {
    for (const [given, left] of [
      [flag, ""],
      [`${flag} -var=a=1`, "-var=a=1"],
      [`-var=a=1 ${flag} ${flag} -parallelism=3`, "-var=a=1 -parallelism=3"],
    ] as const) {
      for (const environment of variablesWith({ [name]: given })) {
        expect(environment?.[name]?.trim().replaceAll(/\s+/gu, " ")).toBe(left);
      }
    }
  });

  test("keeps flags that only begin alike", () => {
    const given = "-var=target=1 -upgrade -compact-warnings";
    for (const environment of variablesWith({ [name]: given })) expect(environment?.[name]).toBe(given);
  });
});

describe("what a plan in a copy says", () => {
  const planned = (address: string, actions: readonly string[], more: object = {}, mode = "managed") => ({
    address,
    mode,
    ...("previous_address" in more ? more : {}),
    change: { actions, ...more },
  });
  const read = (changes: readonly object[], outputs: object = {}) =>
    switchTrial.read({ format_version: "1.2", resource_changes: changes, output_changes: outputs });

  test.each([
    [["no-op"], undefined],
    [["read"], undefined],
    [["forget"], undefined],
    [["create"], "add"],
    [["update"], "change"],
    [["delete"], "destroy"],
    [["delete", "create"], "replace"],
    [["create", "delete"], "replace"],
    [["create", "forget"], "add"],
    [["of a later version"], "change"],
  ])("of an object or an output with %j is %s", (actions, kind) => {
    const { changes, outputs } = read([planned("a.b", actions)], { url: { actions }, other: { actions: ["no-op"] } });
    expect(changes).toEqual(kind === undefined ? [] : [{ address: "a.b", kind, fields: [] }]);
    expect(outputs).toEqual(kind === undefined ? [] : ["url"]);
  });

  test("counts what moves, is imported, and is forgotten, and nothing that is only read", () => {
    const told = read([
      planned("a.moved", ["no-op"], { previous_address: "a.old" }),
      planned("a.both", ["no-op"], { previous_address: "a.older", importing: { id: "x" } }),
      planned("a.imported", ["no-op"], { importing: { id: "x" } }),
      planned("a.null", ["no-op"], { importing: null }),
      planned("a.gone", ["forget"]),
      planned("data.a.b", ["create", "forget"], { previous_address: "a.x", importing: {} }, "data"),
    ]);
    expect(told).toEqual({ moved: 2, imported: 2, forgotten: 1, changes: [], outputs: [] });
    expect(switchTrial.read({ format_version: "1.2" })).toEqual({
      moved: 0,
      imported: 0,
      forgotten: 0,
      changes: [],
      outputs: [],
    });
  });

  test("names the fields that differ, or that only the apply tells", () => {
    const before = { same: [1, { a: "x" }], other: "x", gone: "x", absent: null, open: "x" };
    const after = { same: [1, { a: "x" }], other: "y", new: "x" };
    const after_unknown = { open: true, computed: true, same: false };
    const fields = ["other", "gone", "open", "new", "computed"];
    expect(read([planned("a.b", ["update"], { before, after, after_unknown })]).changes).toEqual([
      { address: "a.b", kind: "change", fields },
    ]);
    for (const sides of [{ before }, { after }, { before: null, after }]) {
      expect(read([planned("a.b", ["update"], sides)]).changes[0]?.fields).toEqual([]);
    }
  });
});
