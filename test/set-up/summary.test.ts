import { join } from "node:path";
import { expect, test } from "@jest/globals";

import { addedUp, type JestSummary, slowestOf } from "../../scripts/run-jest.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

const NONE = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};

const file = (name: string, seconds: number) => ({
  name: join(REPOSITORY, name),
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
});

test("names the ten files that took longest, the slowest first", () => {
  const testResults = Array.from({ length: 12 }, (_, index) => file(`test/${index}.test.ts`, index));
  const lines = slowestOf({ testResults });
  expect(lines).toHaveLength(10);
  expect([lines[0], lines[9]]).toEqual(["   11.0 s  test/11.test.ts", "    2.0 s  test/2.test.ts"]);
});

test("adds runs up, and makes nothing of them when one ended without a summary", () => {
  const one: JestSummary = { ...NONE, numPassedTests: 3, testResults: [file("a.test.ts", 1)] };
  const cpu = (path: string) => ({ files: [{ path, seconds: 1 }], total: 2 });
  const other: JestSummary = { ...NONE, numPassedTests: 4, numFailedTests: 1, testResults: [file("b.test.ts", 2)] };
  const both = addedUp([
    { ...one, cpu: cpu("a.test.ts") },
    { ...other, cpu: cpu("b.test.ts") },
  ]);
  expect(both).toEqual({
    ...NONE,
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [...one.testResults, ...other.testResults],
    cpu: { files: [...cpu("a.test.ts").files, ...cpu("b.test.ts").files], total: 4 },
  });
  expect(addedUp([one, other])?.cpu).toEqual({ files: [] });
  expect(addedUp([one, undefined])).toBeUndefined();
  expect(addedUp([])).toBeUndefined();
});
