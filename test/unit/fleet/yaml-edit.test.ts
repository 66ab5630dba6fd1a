import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { parse, stringify } from "yaml";

import type { Value } from "../../../packages/fleet/src/expansion/expand.ts";
import { withItem, withValue, type YamlPath } from "../../../packages/fleet/src/promotion/yaml-edit.ts";

/** Names and texts that look like something else in YAML. */
const NAMES = [
  "a",
  "b",
  "long name",
  "1",
  "true",
  "null",
  "#x",
  "a: b",
  "- c",
  "'q\"",
  "ü|",
  "x,y",
  "{z}",
  "[w]",
  "*v",
  "&u",
  "e\n f",
];

const name = fc.constantFrom(...NAMES);
const scalar = fc.oneof(name, fc.integer({ min: -9, max: 9 }), fc.boolean(), fc.constant(null));

const { tree } = fc.letrec<{ tree: Value; map: Value }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, tie("map"), fc.array(tie("tree"), { maxLength: 3 })),
  map: fc.dictionary(name, tie("tree"), { maxKeys: 4 }),
}));
const root = fc.dictionary(name, tree, { minKeys: 1, maxKeys: 4 });

/** How people write YAML: in blocks or braces, wide or narrow, with comments, and with nothing for null. */
interface Style {
  readonly flow: boolean;
  /** As JSON is written without blanks. */
  readonly compact: boolean;
  readonly indent: number;
  readonly indentSeq: boolean;
  readonly comments: boolean;
  readonly hollow: boolean;
  readonly end: string;
}
const style: fc.Arbitrary<Style> = fc.record({
  flow: fc.boolean(),
  compact: fc.boolean(),
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  comments: fc.boolean(),
  hollow: fc.boolean(),
  end: fc.constantFrom("\n", "", "\n\n# the end\n"),
});

function written(value: object, { flow, compact, indent, indentSeq, comments, hollow, end }: Style): string {
  if (flow && compact) return `${JSON.stringify(value)}${end}`;
  const text = stringify(value, {
    collectionStyle: flow ? "flow" : "any",
    indent,
    indentSeq,
    lineWidth: 0,
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
    nullStr: hollow && !flow ? "" : "null",
  }).trimEnd();
  return `${text
    .split("\n")
    .map((line) => (comments && /[\d"}\]]$/u.test(line) ? `${line} # why: it is, {so}` : line))
    .join("\n")}${end}`;
}

/** Places of all values, and of some that aren't there. */
function placesIn(value: Value, above: YamlPath = []): YamlPath[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => [[...above, at], ...placesIn(one, [...above, at])]);
  if (typeof value !== "object" || value === null) return [];
  const own = Object.entries(value).flatMap(([key, one]) => [[...above, key], ...placesIn(one, [...above, key])]);
  return [...own, [...above, "new one"], [...above, "newer", "below", "it"]];
}

function changed(value: Value | undefined, [step, ...rest]: YamlPath, by: Value): Value {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((one, at) => (at === step ? changed(one, rest, by) : one));
  const before = typeof value === "object" && value !== null ? (value as Record<string, Value>) : {};
  return { ...before, [step]: changed(before[String(step)], rest, by) };
}

const valueAt = (value: Value | undefined, path: YamlPath): unknown =>
  path.reduce<unknown>(
    (one, step) => (typeof one === "object" && one !== null ? Reflect.get(one, step) : undefined),
    value,
  );

/** The lines of comments, which no edit touches unless it replaces the value they stand in. */
const lastLineOf = (text: string): string | undefined => text.split("\n").findLast((line) => line.startsWith("# the"));

test("a value that is set anywhere, in any style, is there afterwards, and everything else is as before", () => {
  fc.assert(
    fc.property(root, style, tree, fc.nat(), (before, how, value, choice) => {
      const text = written(before, how);
      const places = placesIn(before);
      const path = places[choice % places.length] ?? [];
      const after = withValue(text, path, value);
      expect(parse(after)).toEqual(changed(before, path, value));
      expect(lastLineOf(after)).toBe(lastLineOf(text));
      // What is written as before isn't touched at all.
      const touched = places.filter((place) => {
        const own = valueAt(before, place);
        return (typeof own === "number" || typeof own === "boolean") && withValue(text, place, own) !== text;
      });
      expect(touched).toEqual([]);
    }),
    { numRuns: 250, seed: 11 },
  );
});

test("an item that is added to a list, in any style, is its last, and everything else is as before", () => {
  fc.assert(
    fc.property(root, style, tree, fc.option(fc.array(tree, { maxLength: 3 })), (rest, how, item, list) => {
      const before = list === null ? rest : { ...rest, overrides: list };
      const after = withItem(written(before, how), "overrides", item);
      expect(parse(after)).toEqual({ ...rest, overrides: [...(list ?? []), item] });
    }),
    { numRuns: 120, seed: 11 },
  );
});
