import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { CliCommand } from "../../../src/cli/command.ts";
import { bashScript } from "../../../src/cli/completion/bash.ts";
import { fishScript } from "../../../src/cli/completion/fish.ts";
import { placesOf } from "../../../src/cli/completion/places.ts";
import { zshScript } from "../../../src/cli/completion/zsh.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

/** A small command line with everything that a script knows: flags with and without values, words, quotes, and levels. */
function tree(): CliCommand {
  const root = new CliCommand("orgform").version("1.0.0", "--version", "Show the version");
  const look = new CliCommand("look")
    .summary("Look at it. Often.")
    .choice("--format <format>", "A report's form. Default text.", ["text", "html"])
    .option("--out <file>", String.raw`A file \ or "-"`)
    .option("--strict", "Be strict")
    .option("-q", "Be quiet");
  const inner = new CliCommand("run").summary("Run now");
  return root
    .addCommand(look)
    .addCommand(new CliCommand("all").addCommand(inner))
    .addCommand(new CliCommand("help").summary("Show this text"));
}

test("the places of a command line are its commands, with the first sentence of each word", () => {
  const [text, file] = ["A report's form", String.raw`A file \ or "-"`];
  expect(placesOf(tree())).toEqual([
    {
      path: "",
      commands: [
        { name: "look", text: "Look at it" },
        { name: "all", text: "" },
        { name: "help", text: "Show this text" },
      ],
      flags: [{ name: "--version", text: "Show the version", takesValue: false, words: [] }],
    },
    {
      path: "/look",
      commands: [],
      flags: [
        { name: "--format", text, takesValue: true, words: ["text", "html"] },
        { name: "--out", text: file, takesValue: true, words: [] },
        { name: "--strict", text: "Be strict", takesValue: false, words: [] },
      ],
    },
    { path: "/all", commands: [{ name: "run", text: "Run now" }], flags: [] },
    { path: "/all/run", commands: [], flags: [] },
  ]);
});

test.each([
  ["One sentence.", "One sentence"],
  ["First. Second.", "First"],
  ["First.\nSecond", "First"],
  ["A file such as a.b of v1.2. Then", "A file such as a.b of v1.2"],
  ["No end at 1.2", "No end at 1.2"],
  ["", ""],
])("of the text %j, a shell shows %j", (text, shown) => {
  const [place] = placesOf(new CliCommand("orgform").option("--flag <word>", text));
  expect(place?.flags).toEqual([{ name: "--flag", text: shown, takesValue: true, words: [] }]);
});

const SCRIPTS = { bash: bashScript, fish: fishScript, zsh: zshScript } as const;

test.each(["bash", "fish", "zsh"] as const)("the script for %s offers them", (shell) => {
  const expected = readFileSync(join(REPOSITORY, `test/fixtures/completion/${shell}.txt`), "utf8");
  expect(SCRIPTS[shell](placesOf(tree()))).toBe(expected);
});
