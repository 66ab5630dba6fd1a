import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { ensurePython, pip, PYTHON_PACKAGES } from "../../tools/set-up/languages.ts";
import { ensureLanguageHosts } from "../../tools/set-up/pulumi/language-hosts.ts";
import { playProject, ReleasedPackages } from "../acceptance/support/new-project.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import {
  EXPECTED,
  type LanguageFixture,
  GUIDE_PLAN,
  installCommand,
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
  // Not installed into the cached Python, which other checkouts use, too.
  const flags = ["--no-deps", "--no-build-isolation", "--target", packages];
  const [, command = "", ...rest] = installCommand("Python").split(" ");
  const problem = await pip(python, [command, ...flags, ...rest], process.env);
  if (problem !== undefined) throw new Error(problem);
}, STORY_LIMIT_MS);

afterAll(() => rmSync(packages, { recursive: true, force: true }));

test("the example requires the Pulumi SDK that is tested here", () => {
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

/** The tests' CLI can't generate classes as an installed one does, so this one copies the generated ones. */
function cliWithClasses(cli: string): string {
  const folder = mkdtempSync(join(tmpdir(), "orgform-cli-"));
  const classes = `mkdir -p sdks && cp -R '${join(ROOT, "dist-sdks/python")}' sdks/python`;
  const script = `#!/bin/sh\nif [ "$1 $2" = "package gen-sdk" ]; then ${classes}; else exec '${cli}' "$@"; fi\n`;
  writeFileSync(join(folder, "pulumi"), script, { mode: 0o755 });
  return folder;
}

test(
  "a project of `orgform init` runs with the printed commands, changes nothing the second time, and is destroyed",
  async () => {
    const { binDir } = await ensureLanguageHosts({ log: () => undefined });
    const [released, cli] = [await ReleasedPackages.start("sandbox"), cliWithClasses(join(binDir, "pulumi"))];
    try {
      const flags = ["--for", "pulumi", "--language", "python"];
      const { up, again, destroy } = await playProject(flags, released, cli, join(python, "bin"), binDir);
      expect(up).toMatch(/\+ 3 created/u);
      expect(again).toMatch(/Resources:\n +3 unchanged/u);
      expect(destroy).toMatch(/- 3 deleted/u);
    } finally {
      released.close();
      rmSync(cli, { recursive: true });
    }
  },
  STORY_LIMIT_MS,
);
