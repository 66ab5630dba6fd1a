import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { ensurePython, pip, PYTHON_PACKAGES } from "../../scripts/set-up/languages.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import {
  EXPECTED,
  type LanguageFixture,
  GUIDE_PLAN,
  planGuideProgram,
  playExample,
  ROOT,
  STORY_LIMIT_MS,
} from "./support/language-story.ts";

const packages = mkdtempSync(join(tmpdir(), "orgform-python-"));
let python: string;

const fixture: LanguageFixture = {
  env: (path) => ({ PATH: [join(python, "bin"), path].join(delimiter), PYTHONPATH: packages }),
};

beforeAll(async () => {
  python = await ensurePython();
  // Beside the cached Python, which other checkouts use too.
  const flags = ["--no-deps", "--no-build-isolation", "--target", packages];
  const problem = await pip(python, ["install", ...flags, join(ROOT, "dist-sdks/python")], process.env);
  if (problem !== undefined) throw new Error(problem);
}, STORY_LIMIT_MS);

afterAll(() => rmSync(packages, { recursive: true, force: true }));

test("the example asks for the Pulumi SDK that is tried here", () => {
  const lines = readFileSync(join(ROOT, "examples/python/requirements.txt"), "utf8").trim().split("\n");
  expect(lines).toEqual([PYTHON_PACKAGES[0], "../../dist-sdks/python"]);
});

test.each(SCENARIO_DIALECTS)(
  "a Python program brings single sign-on up, dialect %s",
  async (dialect) => {
    expect(await playExample("python", dialect, fixture)).toEqual(EXPECTED);
  },
  STORY_LIMIT_MS,
);

test(
  "the guide's Python program runs",
  async () => {
    expect(await planGuideProgram("python", fixture)).toEqual(GUIDE_PLAN);
  },
  STORY_LIMIT_MS,
);
