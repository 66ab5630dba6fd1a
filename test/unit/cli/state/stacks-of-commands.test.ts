import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { runHere } from "../../../cli/run-here.ts";
import { writeProgram } from "../../../support/fake-tools.ts";

const HOME = process.cwd();
let folder: string;
let program: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "orgform-stacks-")));
  program = join(folder, "program é");
  mkdirSync(program);
  writeFileSync(join(program, "main.tf"), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The commands that read the state of a program. */
const COMMANDS: readonly (readonly string[])[] = [
  ["drift"],
  ["watch", "--once"],
  ["scopes"],
  ["check"],
  ["migrate", "--for", "terraform"],
  ["migrate", "--from", "posthog", "--skip-plan"],
  ["migrate", "--to", "posthog", "--skip-plan"],
];

/** What a command says whose engine does this, without what was printed before. */
async function said(words: readonly string[], engine: string): Promise<string> {
  writeProgram(join(folder, "bin"), "terraform", engine);
  const { code, stdout, stderr } = await runHere(words, {
    PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
    ORGFORM_HOST: "http://127.0.0.1:9",
    ORGFORM_API_KEY: "phx_made_up",
  });
  expect(code).toBe(1);
  return `${stdout}${stderr}`;
}

const REFUSING = 'echo "no state in ${TF_WORKSPACE:-default} of $(pwd)" >&2; exit 1';
const refusalIn = (stack: string): string => `\`terraform state pull\` failed:\nno state in ${stack} of ${program}`;

describe.each(COMMANDS.map((words) => [words.join(" "), words] as const))("`orgform %s`", (_title, words) => {
  test("reads the state of the stack and folder of its flags", async () => {
    const flags = ["--cwd", program, "--stack", "blue|é"];
    expect((await said([...words, ...flags], REFUSING)).replaceAll(/\s+/gu, " ")).toContain(
      refusalIn("blue|é").replaceAll(/\s+/gu, " "),
    );
  });

  test("reads by default the selected stack of the program in this folder", async () => {
    process.chdir(program);
    try {
      const flags = words[0] === "check" ? ["--cwd", "."] : [];
      expect((await said([...words, ...flags], REFUSING)).replaceAll(/\s+/gu, " ")).toContain(
        refusalIn("default").replaceAll(/\s+/gu, " "),
      );
    } finally {
      process.chdir(HOME);
    }
  });

  test.each(["exit 0", "echo '  '"])("says that nothing was applied yet where the engine does %j", async (engine) => {
    expect(await said([...words, "--cwd", program], engine)).toContain(
      "`terraform state pull` printed no state: nothing was applied here yet.",
    );
  });
});
