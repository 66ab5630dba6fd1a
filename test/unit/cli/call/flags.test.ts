import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";

import { functions } from "../../../../src/catalog/functions/index.ts";
import { argumentsFrom, FILE, kindOf, LONG, NO } from "../../../../src/cli/call/flags.ts";
import { functionCommand } from "../../../../src/cli/call/function-command.ts";
import { defaultOf, type Field, isOptional } from "../../../../src/model/field.ts";
import { argumentsOf, confirmedExample } from "../../../../src/model/function.ts";
import { kebabName } from "../../../../src/model/names.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-flags-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file with this text. */
function fileOf(text: string): string {
  const path = join(folder, "value");
  writeFileSync(path, text);
  return path;
}

/** A value after a flag, as a user writes it. */
function written(rules: Field, value: unknown): string {
  if (Array.isArray(value) && kindOf(rules) === "list") return value.join(" , ");
  return kindOf(rules) === "JSON" ? JSON.stringify(value) : String(value);
}

/** Every argument of every function. */
const all = functions.flatMap((definition) =>
  argumentsOf(definition).map(([name, rules]) => ({ definition, title: `${definition.name} ${name}`, name, rules })),
);
const ofKind = (...kinds: readonly string[]) => all.filter(({ rules }) => kinds.includes(kindOf(rules)));

test.each(functions)("the flags of $name give the arguments that they were written from", (definition) => {
  const example = confirmedExample(definition);
  const flags = argumentsOf(definition).flatMap(([name, rules]): [string, string | boolean][] => {
    const { [name]: value } = example;
    if (value === undefined) return [];
    const flag = kebabName(name);
    return [typeof value === "boolean" ? [value ? flag : NO + flag, true] : [flag, written(rules, value)]];
  });
  expect(argumentsFrom(definition, Object.fromEntries(flags))).toEqual(example);
  expect(argumentsFrom(definition, {})).toEqual({});
});

test("there is an argument of each kind", () => {
  for (const kind of ["text", "number", "yes or no", "list", "JSON"]) expect(ofKind(kind).length).toBeGreaterThan(0);
});

describe.each(ofKind("yes or no"))("$title", ({ definition, name, rules }) => {
  const flag = kebabName(name);

  test("is given by a flag for yes and one for no, which contradict each other", () => {
    expect(argumentsFrom(definition, { [flag]: true })).toEqual({ [name]: true });
    expect(argumentsFrom(definition, { [NO + flag]: true })).toEqual({ [name]: false });
    expect(() => argumentsFrom(definition, { [flag]: true, [NO + flag]: true })).toThrow(
      `--${flag} and --${NO}${flag} contradict each other.`,
    );
  });

  test("has the one flag in help that changes what holds without it", () => {
    const shown = functionCommand(definition).options.filter(
      ({ long, hidden }) => !hidden && [`--${flag}`, `--${NO}${flag}`].includes(long ?? ""),
    );
    const isOn = isOptional(rules) && defaultOf(rules) === true;
    expect(shown.map(({ long }) => long)).toEqual([`--${isOn ? NO : ""}${flag}`]);
  });
});

describe.each(ofKind("list", "JSON"))("$title", ({ definition, name, rules }) => {
  const flag = kebabName(name);
  const isList = kindOf(rules) === "list";
  const value = isList ? ["a b", 'c|"'] : { a: [1, "b"] };

  test("may come from a file", () => {
    const text = isList ? ' a b \r\n\n c|"\n' : ` ${JSON.stringify(value, null, 2)}\n`;
    expect(argumentsFrom(definition, { [flag + FILE]: fileOf(text) })).toEqual({ [name]: value });
    expect(() => argumentsFrom(definition, { [flag]: "a", [flag + FILE]: "a" })).toThrow(
      `--${flag} and --${flag}${FILE} are both given.`,
    );
    expect(() => argumentsFrom(definition, { [flag + FILE]: join(folder, "none") })).toThrow(
      new RegExp(`^--${flag}${FILE} cannot be read: ENOENT`, "u"),
    );
  });

  test("may come from the standard input", () => {
    const text = Array.isArray(value) ? value.join("\n") : JSON.stringify(value);
    const read = jest.spyOn(fs, "readFileSync").mockReturnValue(text);
    try {
      expect(argumentsFrom(definition, { [flag + FILE]: "-" })).toEqual({ [name]: value });
      expect(read.mock.calls).toEqual([[0, "utf8"]]);
    } finally {
      read.mockRestore();
    }
  });

  test("shows one flag in help and takes the other", () => {
    const { options } = functionCommand(definition);
    const own = options.filter(({ long }) => [`--${flag}`, `--${flag}${FILE}`].includes(long ?? ""));
    expect(own.map(({ long, hidden }) => [long, hidden])).toEqual([
      [`--${flag}`, false],
      [`--${flag}${FILE}`, true],
    ]);
    expect(own[0]?.description).toContain(` Or --${flag}${FILE} FILE.`);
  });
});

test.each(ofKind("JSON"))("$title is refused if it isn't JSON", ({ definition, name }) => {
  expect(() => argumentsFrom(definition, { [kebabName(name)]: "{free" })).toThrow(/^--\S+ isn't JSON\./u);
});

test.each(ofKind("number"))("$title is refused if it isn't a number", ({ definition, name }) => {
  const flag = kebabName(name);
  for (const text of ["", "  ", "many", "1,5"])
    expect(() => argumentsFrom(definition, { [flag]: text })).toThrow(`--${flag} is ${text}; it must be a number.`);
  expect(argumentsFrom(definition, { [flag]: "12.5" })).toEqual({ [name]: 12.5 });
});

test.each(all.filter(({ rules }) => !LONG.has(kindOf(rules))))(
  "$title has no flag for a file",
  ({ definition, name }) => {
    const longs = functionCommand(definition).options.map(({ long }) => long);
    expect(longs).not.toContain(`--${kebabName(name)}${FILE}`);
  },
);

test.each(functions)("the command of $name says what is required, what it does, and which keys may", (definition) => {
  const command = functionCommand(definition);
  for (const [name, rules] of argumentsOf(definition)) {
    const option = command.options.find(({ long }) => long === `--${kebabName(name)}`);
    expect(option?.description.startsWith("Required. ")).toBe(!isOptional(rules));
  }
  expect(command.options.some(({ long }) => long === "--dry-run")).toBe(definition.effect !== "read");
  const keys = definition.scopes.length === 0 ? "an unscoped key" : `a key with ${definition.scopes.join(" and ")}`;
  expect(command.description()).toContain(`Effect: ${definition.effect}. Needs ${keys}.`);
});
