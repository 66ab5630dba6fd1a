import { describe, expect, test } from "@jest/globals";
import { paintFor } from "../../../src/cli/paint.ts";

const painted = (isTTY: boolean, environment: NodeJS.ProcessEnv): string =>
  paintFor({ isTTY }, environment)("green", "ok");

describe("colours", () => {
  test.each([
    ["a terminal", {}],
    ["a terminal with an empty NO_COLOR", { NO_COLOR: "" }],
  ])("are shown on %s, and end behind the word", (_where, environment) => {
    expect(painted(true, environment)).toBe("\u001B[32mok\u001B[39m");
  });

  test.each([
    ["a pipe", false, {}],
    ["a pipe, also where colours are forced", false, { FORCE_COLOR: "1" }],
    ["a terminal with NO_COLOR", true, { NO_COLOR: "1" }],
    ["a terminal with NO_COLOR where colours are forced", true, { NO_COLOR: "1", FORCE_COLOR: "1" }],
  ])("are not shown on %s", (_where, isTTY, environment) => {
    expect(painted(isTTY, environment)).toBe("ok");
  });
});
