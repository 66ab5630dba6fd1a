import type * as z from "zod";

import { pathText } from "./field-path.ts";
import { message, Message, printed, type Text } from "./messages.ts";
import { valueAt } from "./unknown.ts";

/** Params of a refinement that finds values that nobody is allowed to see, such as a URL with a token in it. */
export const FINDS_SECRETS = { findsSecrets: true } as const;

/** Params of a refinement whose message names fields; the message replaces its error. */
export const inWords = (text: Message): { readonly text: Message } => ({ text });

/** Describes what was expected and what was found; with `hidden`, it shows nothing of the value. */
export function describeIssue(issue: z.core.$ZodIssue, given: unknown, options: { hidden: boolean }): Text {
  const value = valueAt(given, issue.path);
  const isHidden = options.hidden || (issue.code === "custom" && issue.params?.["findsSecrets"] === true);
  const found = isHidden ? kindOf(value) : foundText(value);
  switch (issue.code) {
    case "invalid_type":
      if (value === undefined) return "is required";
      return `expected ${article(issue.expected)}, found ${found}${value === null ? "; leave the field out instead" : ""}`;
    case "too_big":
      return `${sizeText(value, found)}; at most ${amountOf(issue.maximum, issue.origin)} allowed`;
    case "too_small":
      return `${sizeText(value, found)}; at least ${amountOf(issue.minimum, issue.origin)} required`;
    case "invalid_value":
      return `expected one of ${listOf(issue.values)}, found ${found}`;
    case "unrecognized_keys":
      return `has unknown keys: ${issue.keys.join(", ")}`;
    case "invalid_union":
      return unionText(issue, value, found, options);
    case "invalid_format":
      return `${issue.message.startsWith("Invalid") ? formatText(issue) : issue.message}, found ${found}`;
    case "invalid_key":
      return `is the key of an entry: ${issue.issues.map((inner) => printed(describeIssue(inner, issue.path.at(-1), options))).join("; ")}`;
    case "not_multiple_of":
      return `expected a multiple of ${String(issue.divisor)}, found ${found}`;
    case "invalid_element":
      return `${issue.message}, found ${found}`;
    case "custom": {
      const words: unknown = issue.params?.["text"];
      return words instanceof Message ? message`${words}, found ${found}` : `${issue.message}, found ${found}`;
    }
  }
}

/** The requirements of each allowed form; only the types if nothing else is wrong. */
function unionText(
  issue: z.core.$ZodIssueInvalidUnion,
  value: unknown,
  found: string,
  options: { hidden: boolean },
): string {
  if ("options" in issue && Array.isArray(issue.options))
    return `expected one of ${listOf(issue.options)}, found ${found}`;
  const types = issue.errors.map(([first]) =>
    first?.code === "invalid_type" && first.path.length === 0 ? article(first.expected) : undefined,
  );
  if (types.every((type) => type !== undefined)) return `expected ${types.join(" or ")}, found ${found}`;
  const forms = issue.errors.map((issues) =>
    issues
      .map((inner) => `${pathText(inner.path)} ${printed(describeIssue(inner, value, options))}`.trimStart())
      .join(", "),
  );
  return `matches none of the allowed forms: ${forms.join("; or ")}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a URL such as https://example.com",
  uuid: "a UUID",
  guid: "a UUID",
  datetime: "a time such as 2026-11-20T08:00:00Z",
  date: "a date such as 2026-11-20",
};

function formatText(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if (issue.format === "regex") return `expected a string that matches ${String(issue.pattern)}`;
  return `expected ${FORMATS[issue.format] ?? `the format ${issue.format}`}`;
}

function listOf(values: readonly unknown[]): string {
  return values.map((allowed) => JSON.stringify(allowed)).join(", ");
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value === undefined) return "nothing";
  return article(typeof value);
}

const LONGEST_SHOWN = 60;

function foundText(value: unknown): string {
  if (typeof value === "string") {
    const shown = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}...` : value;
    return value === "" ? "an empty string" : JSON.stringify(shown);
  }
  if (typeof value === "number" || typeof value === "boolean") return `the ${typeof value} ${String(value)}`;
  return kindOf(value);
}

function article(word: string): string {
  if (word === "int") return "an integer";
  if (word === "record") return "an object";
  if (word === "array") return "a list";
  return /^[aeiou]/u.test(word) ? `an ${word}` : `a ${word}`;
}

function sizeText(value: unknown, found: string): string {
  if (typeof value === "string")
    return value === "" ? "is empty" : `has ${value.length === 1 ? "1 character" : `${value.length} characters`}`;
  if (Array.isArray(value)) return `has ${value.length === 1 ? "1 item" : `${value.length} items`}`;
  return `is ${found}`;
}

function amountOf(limit: number | bigint, origin: string): string {
  const unit = origin === "string" ? "character" : origin === "array" ? "item" : undefined;
  if (unit === undefined) return `${String(limit)} is`;
  return Number(limit) === 1 ? `1 ${unit} is` : `${String(limit)} ${unit}s are`;
}
