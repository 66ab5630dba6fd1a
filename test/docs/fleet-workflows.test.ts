import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";
import { parse } from "yaml";

import { ensureActionlint } from "../../tools/set-up/actionlint.ts";
import { runProgram } from "../../scripts/run-program.ts";
import { gitlabParallel } from "../../packages/fleet/src/ci/matrix.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";

// The linter is built once, where `npm test` has not done it.
jest.setTimeout(600_000);

const blockOf = (file: string): string =>
  blocksOfKind("pipeline").find(({ text }) => text.startsWith(`# ${file}\n`))?.text ?? "";

test.each(["fleet.yml", "fleet-plan.yml"])("actionlint finds nothing in the workflow %s of the guide", async (name) => {
  const actionlint = await ensureActionlint();
  // It has said so.
  if (actionlint === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "orgform-workflow-"));
  try {
    const file = join(folder, name);
    writeFileSync(file, blockOf(`.github/workflows/${name}`));
    const args = ["-no-color", "-oneline", "-shellcheck=", "-pyflakes=", file];
    const linted = await runProgram(actionlint, args, { env: process.env, cwd: folder });
    expect(linted).toMatchObject({ status: 0, output: "" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the pipeline of the guide has the keyword that the command prints", () => {
  const { up } = parse(blockOf(".gitlab-ci.yml")) as { up: { parallel: object } };
  expect({ parallel: up.parallel }).toEqual(parse(gitlabParallel(["1/4", "2/4", "3/4", "4/4"])));
});
