import type { AnyResource } from "../model/definition.ts";
import type { AnyFunction } from "../model/function.ts";
import type { Values } from "../model/json-value.ts";

/** Writes what follows from the declarations for one engine. It runs in this repository and is in no package. */
export interface Generator {
  /** Sources and schemas that are checked in: texts by path from the root, not yet formatted. */
  files(served: readonly AnyResource[], functions: readonly AnyFunction[], facts: PackageFacts): Map<string, string>;
  /** A declaration with these values in each language of the engine, the usual one first. */
  examples(definition: AnyResource, values: Values): readonly Example[];
  /** How the engine's languages spell the fields of a resource; empty where all are those of the table. */
  spelling(definition: AnyResource): string;
  /** How programs come to an object that exists already, a row for each way into the engine. */
  existing(definition: AnyResource): readonly ExistingRow[];
  /** A program that looks up an object by one of the values; undefined if the engine has no separate form for that. */
  lookUp(definition: AnyResource, values: Values): Example | undefined;
}

/** Facts of the package that a schema names. */
export interface PackageFacts {
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** A program in one language. */
export interface Example {
  /** Its language, in Markdown, with a link to the guide. */
  readonly title: string;
  /** The language as Markdown marks it: `ts`. */
  readonly language: string;
  readonly text: string;
}

/** One row of a page's table on objects that exist already; Markdown. */
export interface ExistingRow {
  readonly way: string;
  readonly takeOver: string;
  readonly lookUp: string;
}

/** The name of the resource in every example. */
export const EXAMPLE_NAME = "example";

/** Names as Markdown marks them: `a`, `b` or `c`. */
export function oneOf(names: readonly string[]): string {
  const marked = names.map((name) => `\`${name}\``);
  return [marked.slice(0, -1).join(", "), ...marked.slice(-1)].filter((part) => part !== "").join(" or ");
}
