import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { LongRun, minutesOf } from "../../../scripts/test/long-run.ts";

const FILES = ["test/unit/model/issue-text.test.ts", "test/unit/model/suggest.test.ts"] as const;

let checkout: string;
let said: string[];
beforeEach(() => {
  said = [];
  jest.spyOn(console, "log").mockImplementation((line) => void said.push(String(line)));
  checkout = mkdtempSync(join(tmpdir(), "orgform-long-run-"));
  writeFileSync(join(checkout, "file"), "a");
  writeFileSync(join(checkout, ".gitignore"), ".test-all/\n");
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: checkout, stdio: "ignore" });
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@acme.example", "commit", "--quiet", "--message", "a");
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(checkout, { recursive: true });
});

const records = (): string[] => readdirSync(join(checkout, ".test-all"));

describe("a long run", () => {
  test("runs what hasn't passed yet, and counts what passed before", () => {
    const first = new LongRun(checkout).part("once", FILES.slice(0, 1), process.env);
    const both = new LongRun(checkout).part("once", FILES, process.env);
    expect(said).toEqual([expect.stringMatching(/^once: 1 test files? passed before, in \d+ minutes$/u)]);
    expect(first?.numPassedTests).toBeGreaterThan(0);
    expect(both?.numPassedTests).toBeGreaterThan(first?.numPassedTests ?? 0);
    expect(both?.testResults.map(({ name }) => FILES.findIndex((file) => name.endsWith(file)))).toEqual([0, 1]);
  });

  test("goes on after a change of a test, and runs that test again", () => {
    const test = (title: string) =>
      `import { test } from "@jest/globals";\ntest(${JSON.stringify(title)}, () => undefined);\n`;
    const made = mkdtempSync(join(__dirname, "made-"));
    try {
      const files = ["one", "other"].map((name) => join(made, `${name}.test.ts`));
      for (const file of files) writeFileSync(file, test("passes"));
      new LongRun(checkout).part("once", files, process.env);
      mkdirSync(join(checkout, "test"));
      writeFileSync(join(checkout, "test/more.test.ts"), test("is new"));
      writeFileSync(files[1] ?? "", test("passes again"));
      const again = new LongRun(checkout).part("once", files, process.env);
      expect(said).toEqual([expect.stringContaining("once: 1 test file")]);
      expect(again?.numPassedTests).toBe(2);
    } finally {
      rmSync(made, { recursive: true });
    }
  });

  test.each([
    ["a file that git has", "file"],
    ["a file that is new", "other"],
    ["an example's test", "example.test.ts"],
  ])("starts from the beginning after a change of %s, and at its end", (_what, file) => {
    const ended = new LongRun(checkout);
    const before = records();
    writeFileSync(join(checkout, file), "b");
    const changed = new LongRun(checkout);
    expect(records()).toHaveLength(1);
    expect(records()).not.toEqual(before);
    changed.end();
    expect(records()).toEqual([]);
    ended.end();
  });
});

test("minutes of files that ran side by side count once, and the time between two runs doesn't count", () => {
  const minute = 60_000;
  const file = (start: number, end: number) => ({ startTime: start * minute, endTime: end * minute });
  expect(minutesOf([])).toBe(0);
  expect(minutesOf([file(3, 5), file(1, 4), file(100, 101), file(2, 3)])).toBe(5);
});
