import type { z } from "zod";

import { isRecord } from "./json-value.ts";

/** Writes a path as a user would: `destination.config.region`, `emails[2]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`))
    .join("");
}

/** Says what was expected and what was found; with `hidden`, nothing of the value is shown. */
export function describeIssue(issue: z.core.$ZodIssue, given: unknown, options: { hidden: boolean }): string {
  const value = valueAt(given, issue.path);
  const found = options.hidden ? kindOf(value) : foundText(value);
  switch (issue.code) {
    case "invalid_type":
      if (value === undefined) return "is required";
      return `expected ${article(issue.expected)}, found ${found}${value === null ? "; leave the field out instead" : ""}`;
    case "too_big":
      return `${sizeText(value, found)}; at most ${String(issue.maximum)} ${unitOf(issue.origin)} allowed`;
    case "too_small":
      return `${sizeText(value, found)}; at least ${String(issue.minimum)} ${unitOf(issue.origin)} required`;
    case "invalid_value":
      return `expected one of ${issue.values.map((allowed) => JSON.stringify(allowed)).join(", ")}, found ${found}`;
    case "unrecognized_keys":
      return `holds the unknown key(s) ${issue.keys.join(", ")}`;
    case "invalid_format":
    case "not_multiple_of":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return `${issue.message}, found ${found}`;
  }
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let here = given;
  for (const key of path) here = isRecord(here) || Array.isArray(here) ? (here as never)[key] : undefined;
  return here;
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
  if (word === "int") return "a whole number";
  if (word === "record") return "an object";
  return /^[aeiou]/u.test(word) ? `an ${word}` : `a ${word}`;
}

function sizeText(value: unknown, found: string): string {
  if (typeof value === "string") return value === "" ? "is empty" : `has ${value.length} characters`;
  if (Array.isArray(value)) return `has ${value.length} items`;
  return `is ${found}`;
}

function unitOf(origin: string): string {
  if (origin === "string") return "characters are";
  if (origin === "array" || origin === "set") return "items are";
  return "is";
}
