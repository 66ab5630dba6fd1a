import { readFileSync } from "node:fs";

import type { Problem } from "../../model/diagnostics.ts";
import { isAnyJson } from "../../model/any-json.ts";
import type { Field } from "../../model/field.ts";
import { type AnyFunction, argumentsOf } from "../../model/function.ts";
import { pathText, stepsOf } from "../../model/field-path.ts";
import { parsedJson } from "../../model/json-value.ts";
import { kebabName } from "../../model/names.ts";
import { type Shape, shapeOf } from "../../model/shape.ts";
import type { FlagValues } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { fieldName, joined, message, printed, type Spelling } from "../../model/messages.ts";

/** How an argument is given as a flag. */
export type FlagKind = "text" | "number" | "yes or no" | "list" | "JSON";

/** Kinds whose value can also come from a file, because it can be long. */
export const LONG: ReadonlySet<FlagKind> = new Set<FlagKind>(["list", "JSON"]);

/** Stands after the name of a flag whose value is in a file. */
export const FILE = "-file";
/** Stands before the name of a flag that says no. */
export const NO = "no-";

/** The flag kind of an argument. */
export function kindOf(rules: Field): FlagKind {
  if (isAnyJson(rules)) return "JSON";
  const { type, enum: words, items }: Shape = shapeOf(rules);
  if (type === "boolean") return "yes or no";
  if (type === "number" || type === "integer") return "number";
  if (type === "array" && items?.type === "string") return "list";
  return type === "string" || words !== undefined ? "text" : "JSON";
}

/** The words that an argument allows; undefined if it allows others. */
export function wordsFor(rules: Field): string[] | undefined {
  const { enum: words }: Shape = shapeOf(rules);
  return words?.every((word) => typeof word === "string") === true ? [...words] : undefined;
}

/**
 * The arguments in the flags, not checked yet.
 *
 * @throws UsageError for an invalid number or JSON, for an argument that is given twice, or for a file that can't be
 *   read
 */
export function argumentsFrom(definition: AnyFunction, flags: FlagValues): Record<string, unknown> {
  const given = argumentsOf(definition).map(([name, rules]) => {
    const flag = kebabName(name);
    const kind = kindOf(rules);
    if (kind === "yes or no") return [name, yesOrNo(flag, flags)] as const;
    const [text, origin] = flagText(flag, flags);
    return [name, text === undefined ? undefined : valueOf(kind, text, origin)] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function yesOrNo(flag: string, flags: FlagValues): boolean | undefined {
  const [yes, no] = [flags[flag] === true, flags[NO + flag] === true];
  if (yes && no) throw new UsageError(`--${flag} and --${NO}${flag} contradict each other. Leave one of them out.`);
  return yes ? true : no ? false : undefined;
}

/** The text of a flag, or of the file that it names, and its source. */
function flagText(flag: string, flags: FlagValues): [string | undefined, string] {
  const [direct, file] = [flags[flag], flags[flag + FILE]];
  if (typeof file !== "string") return [typeof direct === "string" ? direct : undefined, `--${flag}`];
  if (direct !== undefined)
    throw new UsageError(`--${flag} and --${flag}${FILE} are both given. Leave one of them out.`);
  try {
    return [readFileSync(file === "-" ? 0 : file, "utf8"), `--${flag}${FILE}`];
  } catch (error) {
    const reason = String(error).replace(/^Error: /u, "");
    throw new UsageError(`--${flag}${FILE} cannot be read: ${reason}`);
  }
}

function valueOf(kind: FlagKind, text: string, flag: string): unknown {
  if (kind === "text") return text;
  if (kind === "list") return itemsIn(text, flag);
  if (kind === "number") {
    const number = Number(text);
    if (text.trim() === "" || Number.isNaN(number)) throw new UsageError(`${flag} is ${text}; it must be a number.`);
    return number;
  }
  const value = parsedJson(text);
  if (value === undefined)
    throw new UsageError(`${flag} isn't JSON. Write, for example, '{"plan": "free"}' or '"free"'.`);
  return value;
}

/** One item per line in a file, or commas between items on the command line; spaces around items don't count. */
function itemsIn(text: string, flag: string): string[] {
  const items = text.split(flag.endsWith(FILE) ? /\r?\n/u : ",").map((item) => item.trim());
  return items.filter((item) => item !== "");
}

/** A path into an argument, as its flag. */
function flagOf(path: string): string {
  const [name = "", ...steps] = stepsOf(path);
  return `--${pathText([kebabName(String(name)), ...steps])}`;
}

/** How the command line writes arguments: `--rerun`, `--level "admin"`. */
export const FLAG_SPELLING: Spelling = {
  field: flagOf,
  setting: (path, value) => {
    if (value === true) return flagOf(path);
    return value === false ? flagOf(path).replace("--", `--${NO}`) : `${flagOf(path)} ${JSON.stringify(value)}`;
  },
  code: (words) => words,
};

/** Problems of arguments, a line each. */
export function problemLines(problems: readonly Problem[], spelling: Spelling): string {
  const lines = problems.map(({ path, reason }) => message`${fieldName(path)} ${reason}`);
  return printed(joined(lines, "\n"), spelling);
}
