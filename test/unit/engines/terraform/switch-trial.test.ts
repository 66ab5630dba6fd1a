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
