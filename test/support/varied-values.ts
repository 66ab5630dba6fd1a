import { isRecord, parsedJson, type Values } from "../../src/model/json-value.ts";
import type { Shape } from "../../src/model/shape.ts";
import { UNKNOWN } from "../../src/model/unknown.ts";

/** Values that differ from others in a single place, and what differs. */
export interface Variant {
  readonly path: string;
  readonly what: string;
  readonly values: Values;
}

const TEXTS = ["", " ", 'ü|"x" y', "[]", '[{"key":"a"}]', '{"a":"b"}', "2026-13-01", "42", "https://a.example/?b"];
const LONG = "x".repeat(1_025);
const NUMBERS = [-1, 0, 1.5, 1e9];

/** The variants of some values, at any depth: absent, unknown, other values of the type, and other spellings. */
export function variantsOf(values: Values, shapes: Readonly<Record<string, Shape>>, outer = ""): Variant[] {
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const path = outer === "" ? name : `${outer}.${name}`;
    const { [name]: held, ...rest } = values;
    const others = [UNKNOWN, ...valuesFor(shape)].map((value) => [told(value), value] as const);
    const changed = [...others, ...spellingsOf(held)]
      .filter(([, value]) => value !== held)
      .map(([what, value]) => ({ path, what, values: { ...rest, [name]: value } }));
    const without = held === undefined ? [] : [{ path, what: "absent", values: rest }];
    const inside = isRecord(held) ? variantsOf(held, shape.properties ?? {}, path) : [];
    return [...without, ...changed, ...inside.map((one) => ({ ...one, values: { ...rest, [name]: one.values } }))];
  });
}

/** What is said of variants, each line with the variants of which it is said. */
export function linesByVariant(variants: readonly Variant[], say: (values: Values) => readonly string[]): string[] {
  const said = new Map<string, Map<string, string[]>>();
  for (const { path, what, values } of variants) {
    for (const whole of say(values)) {
      const line = whole.replaceAll(LONG, "(long)").replaceAll("\n", String.raw`\n`);
      const places = said.get(line) ?? new Map<string, string[]>();
      said.set(line, places.set(path, [...(places.get(path) ?? []), what]));
    }
  }
  return [...said].map(([line, places]) => {
    const isOwn = (path: string): boolean => /^[\w.]+/u.exec(line)?.[0] === path;
    const texts = [...places].map(([path, whats]) => `${isOwn(path) ? "" : `${path} `}${whats.join(", ")}`);
    return `${line}: ${texts.join("; ")}`;
  });
}

/** Values of a type, those among them that few fields take, and none of another type. */
function valuesFor({ type, enum: words, anyOf = [], properties }: Shape): readonly unknown[] {
  if (anyOf.length > 0) return anyOf.flatMap(valuesFor);
  if (words !== undefined) return [...words, "other"];
  if (type === "string") return [...TEXTS, LONG];
  if (type === "number" || type === "integer") return NUMBERS;
  if (type === "boolean") return [true, false];
  if (type === "array") return [[], [""], ["x", "x"]];
  return type === "object" && properties === undefined ? [{}, { a: "b" }] : [{}];
}

/** Other spellings of a value, which mean the same to some fields. */
function spellingsOf(held: unknown): (readonly [string, unknown])[] {
  if (Array.isArray(held)) return [["reversed", held.toReversed()]];
  if (typeof held !== "string") return [];
  const value = parsedJson(held);
  const spaced = isRecord(value) || Array.isArray(value) ? [["spaced", JSON.stringify(value, null, 2)] as const] : [];
  return [["padded", ` ${held}\n`], ["in capitals", held.toUpperCase()], ...spaced];
}

function told(value: unknown): string {
  if (value === UNKNOWN) return "unknown";
  const text = JSON.stringify(value);
  return text.length > 40 ? "long" : text;
}
