import { spawnSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";

import { functions } from "../../src/catalog/functions/index.ts";
import { kebabName } from "../../src/model/names.ts";
import { runHere } from "./run-here.ts";

const scriptFor = async (shell: string): Promise<string> => (await runHere(["completion", shell])).stdout;

/** What bash offers for the last of the words. */
async function offered(...words: string[]): Promise<string[]> {
  const typed = words.map((word) => `'${word}'`).join(" ");
  const ask = `${await scriptFor("bash")}
COMP_WORDS=(orgform ${typed}); COMP_CWORD=${words.length}; _orgform; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-c", ask], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((word) => word !== "");
}

describe("completion in bash", () => {
  test.each([
    [["d"], ["drift", "doctor"]],
    [
      ["help", "a"],
      ["adopt", "access"],
    ],
    [
      ["drift", "--st"],
      ["--stack", "--state", "--strict"],
    ],
    [["drift", "--format", "s"], ["sarif"]],
    [["init", "--language", "y"], ["yaml"]],
    [["drift", "--out", ""], []],
    [["drift", "--out", "report", "--fo"], ["--format"]],
    [["call", "pause-b"], ["pause-batch-export"]],
    [
      ["call", "list-persons", "--format", ""],
      ["ndjson", "csv", "json"],
    ],
    [["sandbox", "--dialect", "l"], ["live"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "--help"],
    ],
    [["--v"], ["--version"]],
  ])("offers after %j: %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });
});

describe.each(["bash", "zsh", "fish"])("the script for %s", (shell) => {
  test("names every function, and the words that a flag allows", async () => {
    const script = await scriptFor(shell);
    expect(functions.filter(({ name }) => !script.includes(kebabName(name)))).toEqual([]);
    expect(script).toMatch(/pulumi'? '?terraform/u);
  });

  test("quotes the texts that it shows", async () => {
    const script = (await scriptFor(shell)).replaceAll("'\\''", "").replaceAll("\\'", "");
    const open = script.split("\n").filter((line) => (line.split("'").length - 1) % 2 === 1);
    expect(open).toEqual([]);
  });
});
