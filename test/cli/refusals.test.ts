import { beforeAll, expect, test } from "@jest/globals";
import type { Command } from "commander";

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
