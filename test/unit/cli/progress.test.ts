import { describe, expect, test } from "@jest/globals";

import { CLEAR_LINE, progressOn, type ProgressStream } from "../../../src/cli/progress.ts";

/** The output of a piece of work with two steps, one of them counted. */
function written(isTTY: boolean, environment: NodeJS.ProcessEnv, columns = 80): string[] {
  const texts: string[] = [];
  const write = ((text: string) => texts.push(text) > 0) as ProgressStream["write"]; // -- the one form that is used
  const progress = progressOn({ isTTY, columns, write }, environment);
  progress.step("the domains |é");
  progress.count(0, 3);
  progress.count(1, 3);
  progress.count(3, 3);
  progress.step("roles");
  progress.count(1, 48);
  progress.end();
  return texts;
}

describe("the progress of a long piece of work", () => {
  test.each([
    ["that is no terminal", false, {}],
    ["that is no terminal, in CI", false, { CI: "true" }],
    ["that is a terminal of CI", true, { CI: "1" }],
  ])("is a line for each step on a stream %s", (_what, isTTY, environment) => {
    expect(written(isTTY, environment)).toEqual(["Reading the domains |é\n", "Reading roles\n"]);
  });

  const bar = (filled: number): string => `[${"=".repeat(filled)}${" ".repeat(24 - filled)}]`;
  const lines = [
    "Reading the domains |é",
    `Reading the domains |é ${bar(0)} 0 of 3`,
    `Reading the domains |é ${bar(8)} 1 of 3`,
    `Reading the domains |é ${bar(24)} 3 of 3`,
    "Reading roles",
    `Reading roles ${bar(1)} 1 of 48`,
    "",
  ];

  test.each([[{}], [{ CI: "" }]])(
    "is one line that changes on a terminal with %j, and that is gone in the end",
    (environment) => {
      expect(written(true, environment)).toEqual(lines.map((line) => `${CLEAR_LINE}${line}`));
    },
  );

  test("is never wider than the terminal", () => {
    expect(written(true, {}, 10)).toEqual(lines.map((line) => `${CLEAR_LINE}${line.slice(0, 10)}`));
  });
});
