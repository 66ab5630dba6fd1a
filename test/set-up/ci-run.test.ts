import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { writeProgram } from "../support/fake-tools.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-ci-"));
  mkdirSync(join(folder, ".ci"));
  cpSync(join(__dirname, "../../.ci/run"), join(folder, ".ci/run"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `.ci/run` with programs that end as told: what they print, and their exit code. */
function ci(ends: Record<"node" | "check" | "test" | "languages" | "npx", readonly [string, number]>): {
  status: number | null;
  lines: string[];
} {
  const bin = join(folder, "bin");
  const body = ([text, code]: readonly [string, number]): string => `echo "${text}"; exit ${code}`;
  writeProgram(bin, "node", body(ends.node));
  writeProgram(bin, "npx", body(ends.npx));
  writeProgram(
    bin,
    "npm",
    `case "$*" in *check*) ${body(ends.check)} ;; *languages*) ${body(ends.languages)} ;; *test*) ${body(ends.test)} ;; esac`,
  );
  const env = { PATH: [bin, process.env["PATH"]].join(delimiter), TMPDIR: folder };
  const run = spawnSync("bash", [join(folder, ".ci/run")], { env, encoding: "utf8" });
  return { status: run.status, lines: run.stdout.trimEnd().split("\n") };
}

const fine = {
  node: ["", 0],
  check: ["check: 10 passed, 0 failed", 0],
  test: ["900 passed, 0 failed", 0],
  languages: ["left out: java, there is no mvn on PATH\n40 passed, 0 failed", 0],
  npx: ["500 passed, 0 failed", 0],
} as const;

test("adds up gates and tests in a last line of its own", () => {
  const { status, lines } = ci(fine);
  expect({ status, last: lines.at(-1) }).toEqual({ status: 0, last: "1450 passed, 0 failed" });
});

test("runs every step although one has failed, and fails at the end", () => {
  const { status, lines } = ci({ ...fine, check: ["check: 8 passed, 2 failed", 1] });
  expect({ status, last: lines.at(-1) }).toEqual({ status: 1, last: "1448 passed, 2 failed" });
});

test("counts a step that ends without a count, or in contradiction to it, as one failure", () => {
  expect(ci({ ...fine, test: ["Segmentation fault", 139] }).lines.at(-1)).toBe("550 passed, 1 failed");
  expect(ci({ ...fine, npx: ["500 passed, 0 failed", 1] }).lines.at(-1)).toBe("1450 passed, 1 failed");
});

test("stops after a set-up that has failed", () => {
  const { status, lines } = ci({ ...fine, node: ["set-up: no registry", 1] });
  expect({ status, last: lines.at(-1), steps: lines.filter((line) => line.startsWith("===")) }).toEqual({
    status: 1,
    last: "0 passed, 1 failed",
    steps: ["=== set-up"],
  });
});
