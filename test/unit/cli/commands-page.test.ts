import { readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Command } from "commander";

import { commandsPage } from "../../../scripts/gen/commands-page.ts";
import { program } from "../../../src/cli/program.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

/** The page is the record of every command, flag, default, and choice: a change of one shows in the page, and in review. */
test("the page of the commands says what their help says", async () => {
  const page = readFileSync(join(REPOSITORY, "docs/reference/commands.md"), "utf8");
  expect(page).toBe(commandsPage(await program("all")));
});

describe("the command line", () => {
  const NAMES =
    "init adopt drift access check picture scopes watch migrate fleet call doctor sandbox provider mcp completion".split(
      " ",
    );
  /** Every flag of a command and of those below it, without what `call` and `sandbox` read from further words. */
  const flagsOf = (command: Command | undefined): readonly unknown[] =>
    (command?.options ?? [])
      .map(({ flags, description }): unknown => [flags, description])
      .concat(command?.name() === "call" ? [] : (command?.commands ?? []).map((one) => [one.name(), flagsOf(one)]));
  let whole: Command;
  beforeAll(async () => {
    whole = await program("all");
  });
  const named = (root: Command, name: string) => root.commands.find((one) => one.name() === name);

  test("has these commands, each with a summary and in a group", () => {
    expect(whole.commands.map((one) => one.name())).toEqual([...NAMES, "version", "help"]);
    for (const one of whole.commands) {
      expect(one.summary()).toMatch(/^[A-Z][^\n]*[^.]$/u);
      expect(["Organizations:", "This machine:"]).toContain(one.helpGroup());
    }
  });

  test.each(NAMES)("loads %s with its flags, and of all others a summary", async (name) => {
    for (const words of [[name], ["--planted", name], [name, "--help"]]) {
      const root = await program(words);
      // The sandbox's own package reads its flags.
      expect(flagsOf(named(root, name))).toEqual(name === "sandbox" ? [] : flagsOf(named(whole, name)));
      expect(root.commands.map((one) => [one.name(), one.summary()])).toEqual(
        whole.commands.map((one) => [one.name(), one.summary()]),
      );
      for (const other of root.commands.filter((one) => one.name() !== name)) expect(flagsOf(other)).toEqual([]);
    }
  });

  test.each(NAMES)("takes a slip of %s for what was meant", async (name) => {
    await expect(program([`${name}x`])).rejects.toThrow(
      new UsageError(`Unknown command ${name}x. Did you mean ${name}?`),
    );
  });

  test.each([
    ["é|", "Unknown command é|. To list the commands, run `orgform --help`."],
    ["toString", "Unknown command toString. To list the commands, run `orgform --help`."],
    ["", "Unknown command . To list the commands, run `orgform --help`."],
    ["hepl", "Unknown command hepl. Did you mean help?"],
    ["versoin", "Unknown command versoin. Did you mean version?"],
  ])("has no command %j", async (word, words) => {
    await expect(program([word])).rejects.toThrow(new UsageError(words));
    await expect(program([word, "drift"])).rejects.toThrow(new UsageError(words));
  });

  test.each([
    ["--hepl", "Unknown flag --hepl. Did you mean --help?"],
    ["--versoin", "Unknown flag --versoin. Did you mean --version?"],
    ["--xyzzyx", "Unknown flag --xyzzyx. To list the commands, run `orgform --help`."],
  ])("has no flag %s", async (word, words) => {
    const root = await program([word]);
    await expect(root.parseAsync([word], { from: "user" })).rejects.toThrow(new UsageError(words));
  });
});
