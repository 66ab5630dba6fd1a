import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import { QuietErrors } from "../../../src/engines/pulumi/dynamic/quiet-errors.ts";

const original = console.error;
const printed: unknown[][] = [];

beforeEach(() => {
  console.error = jest.fn((...words: unknown[]) => void printed.push(words));
});

afterEach(() => {
  console.error = original;
  printed.length = 0;
});

test("the line that the SDK prints for an expected error is dropped, once", () => {
  const quiet = new QuietErrors();
  quiet.install();
  const error = new Error("refused");
  quiet.expect(error);
  // As in cmd/dynamic-provider of the SDK.
  const line = `${String(error)}: ${error.stack ?? ""}`;
  console.error(line);
  expect(printed).toEqual([]);
  console.error(line);
  expect(printed).toEqual([[line]]);
});

test("every other line passes as it is", () => {
  const quiet = new QuietErrors();
  quiet.install();
  const error = new Error("refused");
  const line = `${String(error)}: ${error.stack ?? ""}`;
  console.error(line);
  quiet.expect(error);
  console.error("refused", 1);
  console.error(line, "more");
  console.error(error);
  expect(printed).toEqual([[line], ["refused", 1], [line, "more"], [error]]);
});
