import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { generatedFiles } from "../../scripts/gen/files.ts";
import { LINT_FILE } from "../../scripts/gates/layers-lint.ts";
import { served } from "../../src/app/served.ts";
import { fieldsOf } from "../../src/model/definition.ts";

const ROOT = join(__dirname, "../..");

/** Written by package managers, and read by them alone. */
const LOCK = /(?:^|\/)(?:package-lock\.json|go\.sum)$/u;

const git = (args: readonly string[], input = ""): string =>
  execFileSync("git", args, { cwd: ROOT, input, encoding: "utf8", maxBuffer: 2 ** 26 });

/** The tracked files that `.gitattributes` calls generated, lock files aside. */
function generatedInGit(): string[] {
  const answer = git(["check-attr", "--stdin", "-z", "linguist-generated"], git(["ls-files", "-z"])).split("\0");
  return answer.filter((path, index) => index % 3 === 0 && answer[index + 2] === "true" && !LOCK.test(path));
}

/** Written by hand, with a part that is generated. */
const IN_PART = ["docs/upgrading.md", "ARCHITECTURE.md", "README.md"];

/** Most lines for each field that a resource declares: 22,000 for the 421 fields of 0.1.0. */
const MOST_LINES = 52;

test("what is generated and kept in git is at most 52 lines for each declared field", () => {
  const lines = generatedInGit().map((path) => readFileSync(join(ROOT, path), "utf8").split("\n").length - 1);
  const declared = served.flatMap((one) => [...fieldsOf(one, "inputs"), ...fieldsOf(one, "outputs")]);
  expect(lines.reduce((sum, one) => sum + one, 0)).toBeLessThan(MOST_LINES * declared.length);
});

test("every generated file is called so in .gitattributes, so that none is left out of the count", () => {
  const facts = { version: "0.0.0", description: "Any.", license: "Apache-2.0" };
  const written = [...generatedFiles(served, facts).keys(), LINT_FILE].filter((path) => !IN_PART.includes(path));
  expect(written.filter((path) => !generatedInGit().includes(path))).toEqual([]);
});
