import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { secondsOfChildren, secondsSoFar } from "../../scripts/budget/cpu-time.ts";
import { budgetsFor, middleSample, MachineSpeed, speedLine } from "../../scripts/budget/machine-speed.ts";
import { byPart, cpuLines, dearestOf, overBudget, readRecord } from "../../scripts/budget/test-cpu.ts";
import { runProgram } from "../../scripts/run-program.ts";

const TESTS = join(tmpdir(), "test");
const use = (total: number) => ({
  files: [
    { path: join(TESTS, "unit/a.test.ts"), seconds: 60 },
    { path: join(TESTS, "unit/deep/b.test.ts"), seconds: 30 },
    { path: join(TESTS, "acceptance/terraform/c.test.ts"), seconds: 120 },
    { path: join(TESTS, "acceptance/d.test.ts"), seconds: 240 },
  ],
  total,
});
const BUDGETS = { unit: 2, acceptance: 4, "acceptance/terraform": 2, "jest itself": 1 };

test("adds the minutes of files up by the longest part that fits, and what is left is jest's own", () => {
  expect(byPart(use(480), BUDGETS, TESTS)).toEqual([
    { part: "acceptance", minutes: 4, budget: 4 },
    { part: "acceptance/terraform", minutes: 2, budget: 2 },
    { part: "unit", minutes: 1.5, budget: 2 },
    { part: "jest itself", minutes: 0.5, budget: 1 },
  ]);
  expect(cpuLines(byPart(use(480), BUDGETS, TESTS)).at(-1)).toBe("   8.0 of    9.0  together");
});

test("names the ten files that took most, the dearest first", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    path: join(TESTS, `unit/${index}.test.ts`),
    seconds: index,
  }));
  const lines = dearestOf({ files }, TESTS);
  expect(lines).toHaveLength(10);
  expect([lines[0], lines[9]]).toEqual(["   11.0 s  unit/11.test.ts", "    2.0 s  unit/2.test.ts"]);
});

test("a run is too dear when a part, or all together, is more than a third over its budget", () => {
  const complaints = (budgets: Readonly<Record<string, number>>): string[] =>
    overBudget(byPart(use(480), budgets, TESTS));
  expect(complaints(BUDGETS)).toEqual([]);
  expect(complaints({ ...BUDGETS, acceptance: 3.1 })).toEqual([]);
  expect(complaints({ ...BUDGETS, acceptance: 2.9 })).toEqual([
    "acceptance took 4.0 minutes of CPU, more than a third over its budget of 2.9.",
  ]);
  expect(complaints({ unit: 1.2, acceptance: 3.1, "acceptance/terraform": 1.51, "jest itself": 0.1 })).toEqual([
    "jest itself took 0.5 minutes of CPU, more than a third over its budget of 0.1.",
    "All took 8.0 minutes of CPU, more than a third over the budget of 5.9.",
  ]);
});

test("a budget means the same work on every machine", () => {
  const complaints = (sample: number | undefined): number =>
    overBudget(byPart(use(480), budgetsFor({ ...BUDGETS, acceptance: 2.9 }, sample, 0.5), TESTS)).length;
  expect([undefined, 0.5, 0.6, 0.3].map(complaints)).toEqual([1, 1, 0, 3]);
  expect(speedLine(0.6, 0.5)).toBe(
    "A sample of work took 0.60 s of CPU, 1.20 times as much as on the machine of the budgets.",
  );
  expect(speedLine(undefined, 0.5)).toBe("The run was too short for a sample of the processors.");
});

test("takes the middle one of the samples, if there are enough", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-samples-"));
  try {
    const record = join(folder, "samples.txt");
    const middles = ["", "9\n1\n", "9\n1\n4\n", "10\n9\n1\n4\n3\n"].map((text) => {
      writeFileSync(record, text);
      return middleSample(record);
    });
    expect([middleSample(join(folder, "none")), ...middles]).toEqual([undefined, undefined, undefined, 4, 4]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("samples the machine until the run ends", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-samples-"));
  try {
    const record = join(folder, "samples.txt");
    const speed = new MachineSpeed(record);
    // The file is there before its first line is.
    const isWritten = (): boolean => existsSync(record) && readFileSync(record, "utf8").endsWith("\n");
    while (!isWritten()) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(speed.end()).toBeUndefined();
    expect(Number(readFileSync(record, "utf8"))).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a folder without a budget fails the run, so that none is left out", () => {
  const { unit: _unit, ...others } = BUDGETS;
  expect(overBudget(byPart(use(480), others, TESTS))).toEqual([
    "test/unit has no budget in scripts/budgets.json; it took 1.5.",
  ]);
});

test("reads what the files wrote down, and nothing where none did", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-cpu-"));
  try {
    const record = join(folder, "cpu.jsonl");
    expect(readRecord(record)).toEqual([]);
    writeFileSync(record, '{"path":"a","seconds":1}\n{"path":"b","seconds":2}\n');
    expect(readRecord(record)).toEqual([
      { path: "a", seconds: 1 },
      { path: "b", seconds: 2 },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("counts programs that were started, and what they started", async () => {
  const busy = "const end = Date.now() + 300; while (Date.now() < end);";
  const starter = `require("node:child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(busy)}])`;
  const [before, all] = [secondsOfChildren() ?? 0, secondsSoFar()];
  await runProgram(process.execPath, ["-e", starter], { env: process.env });
  // Other systems do not tell, and a run there has no budget.
  if (process.platform !== "linux") return;
  // On a busy machine 0.3 s pass with less of the processor; the start of two programs alone is more than this.
  expect((secondsOfChildren() ?? 0) - before).toBeGreaterThan(0.05);
  expect(secondsSoFar() - all).toBeGreaterThan(0.05);
});
