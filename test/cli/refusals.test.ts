import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { Command, Option } from "commander";

import { program } from "../../src/cli/program.ts";
import { recordedAs } from "../support/recorded-text.ts";
import { runHere } from "./run-here.ts";

/** Without a key, and without a service. */
const NOWHERE = Object.fromEntries(
  ["HOST", "API_KEY", "ORGANIZATION_ID"].flatMap((name) => [
    [`ORGFORM_${name}`, undefined],
    [`POSTHOG_${name}`, undefined],
  ]),
);

/** The commands with their words; the functions of `call` have a test of their own. */
function pathsOf(command: Command, above: readonly string[] = []): (readonly [readonly string[], Command])[] {
  return command.commands.flatMap((one) => {
    const path = [...above, one.name()];
    return one.name() === "help" || above[0] === "call" ? [] : [[path, one] as const, ...pathsOf(one, path)];
  });
}

let commands: readonly (readonly [readonly string[], Command])[];
beforeAll(async () => {
  commands = pathsOf(await program("all"));
});

/** The command lines with what they print. */
async function recordOf(lines: readonly (readonly string[])[]): Promise<string> {
  const parts: string[] = [];
  for (const line of lines) {
    const { code, stdout, stderr } = await runHere(line, NOWHERE);
    expect([line, code, stdout]).toEqual([line, 1, ""]);
    parts.push(`orgform ${line.join(" ")}\n${stderr}`);
  }
  return parts.join("\n").replaceAll(process.cwd(), "<here>");
}

test("help of the whole command line is as recorded", async () => {
  const { stdout } = await runHere(["--help"]);
  expect(stdout).toBe(recordedAs("help.txt", stdout));
});

test("the list of functions is as recorded", async () => {
  const { stdout } = await runHere(["call", "--list"]);
  expect(stdout).toBe(recordedAs("functions.txt", stdout));
});

test("each flag refuses a word that it doesn't have, and names those that it has", async () => {
  const lines = commands.flatMap(([path, { options }]) =>
    options.flatMap(({ long, argChoices }) =>
      argChoices === undefined || typeof long !== "string" ? [] : [[...path, long, "no-such-word"]],
    ),
  );
  const text = await recordOf(lines);
  expect(text).toBe(recordedAs("words.txt", text));
});

test("each flag with a value refuses an empty one", async () => {
  const lines = commands.flatMap(([path, { options }]) =>
    options.flatMap(({ long, required }) => (required && typeof long === "string" ? [[...path, `${long}=`]] : [])),
  );
  const text = await recordOf(lines.filter(isRefused));
  expect(text).toBe(recordedAs("empty.txt", text));
});

/** Commands that work without any flag, or wait for somebody, and those that load a package from the build. */
const STARTS = /^(?:sandbox|mcp|doctor|version|call|completion|fleet worker|watch schedule \w+)\b/u;

const isRefused = (line: readonly string[]): boolean => !STARTS.test(line.join(" "));

test("a command without its flags says what is missing", async () => {
  const lines = commands.map(([path]) => path);
  const text = await recordOf(lines.filter(isRefused));
  expect(text).toBe(recordedAs("missing.txt", text));
});

/** A flag as somebody gives it: with the first of its words, or with something that is a number and a name. */
const given = ({ long, required, optional, argChoices }: Option): readonly string[] =>
  required || optional ? [`${long}=${argChoices?.[0] ?? "1"}`] : [long ?? ""];

test("of a flag that lacks another, and of two that don't go together, a command says so", async () => {
  const [here, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), "orgform-pairs-"))];
  process.chdir(folder);
  const said = async (line: readonly string[]): Promise<string> => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    return (await runHere(line, { ...NOWHERE, PATH: "" })).stderr;
  };
  const lines: string[] = [];
  for (const [path, { options }] of commands.filter(([words]) => isRefused(words))) {
    const flags = options.filter(({ long }) => typeof long === "string").map(given);
    const bare = await said(path);
    const alone: string[] = [];
    for (const one of flags) alone.push(await said([...path, ...one]));
    // A fleet on Temporal is loaded from the build.
    const isSaid = (at: number): boolean =>
      !["", bare].includes(alone[at] ?? "") && !flags[at]?.[0]?.startsWith("--temporal");
    lines.push(...flags.flatMap((one, at) => (isSaid(at) ? [`${[...path, ...one].join(" ")}\n${alone[at]}`] : [])));
    const pairs = flags.flatMap((one, at) => flags.slice(at + 1).map((other) => [...path, ...one, ...other]));
    for (const line of pairs) {
      const text = await said(line);
      if (!["", bare, ...alone].includes(text)) lines.push(`${line.join(" ")}\n${text}`);
    }
  }
  const text = lines.join("\n").replaceAll(process.cwd(), "<here>");
  process.chdir(here);
  rmSync(folder, { recursive: true });
  expect(text).toBe(recordedAs("flags.txt", text));
});
