import { expect, test } from "@jest/globals";

import { generatedInGit } from "../../scripts/gates/budgets.ts";
import { LINT_FILE } from "../../scripts/gates/layers-lint.ts";
import { generatedFiles } from "../../scripts/gen/files.ts";
import { served } from "../../src/app/served.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

/** Written by hand, with a part that is generated. */
const IN_PART = ["docs/upgrading.md", "ARCHITECTURE.md", "README.md"];

test("every generated file is called so in .gitattributes, so that the budgets gate counts each", () => {
  const facts = { version: "0.0.0", description: "Any.", license: "Apache-2.0" };
  const written = [...generatedFiles(served, facts).keys(), LINT_FILE].filter((path) => !IN_PART.includes(path));
  expect(written.filter((path) => !generatedInGit(REPOSITORY).includes(path))).toEqual([]);
});
