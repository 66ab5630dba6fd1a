import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { type ProgramResult, runProgram } from "../../scripts/run-program.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { type FakeMachine, newFakeMachine, writeProgram } from "../support/fake-tools.ts";

let machine: FakeMachine;

beforeEach(() => {
  machine = newFakeMachine();
  mkdirSync(join(machine.folder, "program"));
});
afterEach(() => machine.remove());

/** Runs a script of the example where `pulumi`, if there is one, prints a text and ends so. */
function run(
  script: string,
  args: readonly string[],
  pulumi?: { prints: string; status: number },
): Promise<ProgramResult> {
  if (pulumi !== undefined) {
    const said = join(machine.folder, "said.txt");
    writeFileSync(said, pulumi.prints);
    const print = `process.stdout.write(require("node:fs").readFileSync("${said}"))`;
    writeProgram(machine.bin, "pulumi", `node -e '${print}'; exit ${pulumi.status}`);
  }
  const file = join(REPOSITORY, "examples/gitops/scripts", script);
  return runProgram(process.execPath, [file, ...args], { env: machine.env, cwd: join(machine.folder, "program") });
}

const preview = (pulumi?: { prints: string; status: number }): Promise<ProgramResult> => run("preview.mjs", [], pulumi);
const comment = (): string => readFileSync(join(machine.folder, "program/preview.md"), "utf8");

test("a preview without a change says so", async () => {
  expect(await preview({ prints: "Resources:\n    4 unchanged\n", status: 0 })).toMatchObject({ status: 0 });
  expect(comment()).toBe(
    "<!-- orgform-preview -->\n### Preview: no changes\n\n```diff\nResources:\n    4 unchanged\n```\n",
  );
});

test("what is removed stands in the heading and is coloured; a name cannot leave the block", async () => {
  const prints =
    'Previewing:\n    - Role: (delete)\n        name: "```\n# x"\nResources:\n    - 1 to delete\n    +-2 to replace\n';
  await preview({ prints, status: 0 });
  expect(comment()).toContain(
    "### Preview: - 1 to delete, +-2 to replace\n\n````diff\nPreviewing:\n-     Role: (delete)\n",
  );
  expect(comment()).toMatch(/\n-     1 to delete\n\+-    2 to replace\n````\n$/u);
});

test("a preview that fails leaves a comment with the reason, and fails", async () => {
  expect(await preview({ prints: "error: no such key\n", status: 255 })).toMatchObject({ status: 1 });
  expect(comment()).toMatch(/^<!-- orgform-preview -->\n### Preview failed\n\n```diff\nerror: no such key\n```\n$/u);
});

test("without an engine the comment says that", async () => {
  expect(await preview()).toMatchObject({ status: 1 });
  expect(comment()).toContain("pulumi could not be started: spawnSync pulumi ENOENT");
});

test("a preview of any length fits into a comment, and is whole in the log", async () => {
  const prints = "é".repeat(200_000);
  const { output } = await preview({ prints, status: 0 });
  expect(comment().length).toBeLessThan(65_536);
  expect(comment()).toContain("... cut off; the whole of it is in the job's log.\n```\n");
  expect(output).toBe(prints);
});

test("an apply that fails says what to do; one with a mistyped flag does nothing", async () => {
  const failed = await run("apply.mjs", [], { prints: "", status: 255 });
  expect(failed).toMatchObject({ status: 1 });
  expect(failed.output).toContain("apply: pulumi up failed (exit code 255). Running it again is safe.\n");
  const mistyped = await run("apply.mjs", ["--afterkill"], { prints: "started", status: 0 });
  expect(mistyped).toMatchObject({ status: 1, output: expect.not.stringContaining("started") });
});
