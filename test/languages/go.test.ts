import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { runProgram } from "../../scripts/run-program.ts";

import { GO_ENVIRONMENT } from "../../tools/set-up/languages.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import {
  EXPECTED,
  GUIDE_PLAN,
  installCommand,
  planGuideProgram,
  playExample,
  ROOT,
  STORY_LIMIT_MS,
} from "./support/language-story.ts";

const fixture = {
  adapt: (text: string): string => text.replaceAll("../../dist-sdks", join(ROOT, "dist-sdks")),
  env: () => GO_ENVIRONMENT,
};

test.each(SCENARIO_DIALECTS)(
  "a Go program brings single sign-on up, dialect %s",
  async (dialect) => {
    expect(await playExample("go", dialect, fixture)).toEqual(EXPECTED);
  },
  STORY_LIMIT_MS,
);

test(
  "the guide's command installs the classes into a module that has nothing yet",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "orgform-go-"));
    try {
      writeFileSync(join(folder, "go.mod"), "module acme\n\ngo 1.25\n");
      writeFileSync(join(folder, "main.go"), 'package main\n\nimport _ "orgform/sdk/go/orgform"\n\nfunc main() {}\n');
      const command = `${installCommand("Go")} && go list -f '{{.Imports}}' .`;
      const env = { ...process.env, ...GO_ENVIRONMENT };
      const { status, output } = await runProgram("/bin/sh", ["-c", command], { cwd: folder, env });
      expect([status, output]).toEqual([0, expect.stringContaining("[orgform/sdk/go/orgform]")]);
      expect(readFileSync(join(folder, "go.mod"), "utf8")).toContain("github.com/pulumi/pulumi/sdk/v3 v");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  STORY_LIMIT_MS,
);

test(
  "the guide's Go program runs",
  async () => {
    expect(await planGuideProgram("go", fixture)).toEqual(GUIDE_PLAN);
  },
  STORY_LIMIT_MS,
);
