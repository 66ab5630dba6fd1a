import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { member } from "../../../src/model/block.ts";
import type { Checkable } from "../../../src/model/check.ts";
import { FINGERPRINTS } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { checkWithState } from "../../../src/model/left-out-secrets.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";

const secret = member(z.string().min(1), { doc: "Secret.", secret: true });
const name = z.string().min(1);

/** Three secrets that are needed: an input, one in a block, and one deeper. */
const BOX: Checkable = {
  name: "Box",
  inputs: {
    title: field(name, { doc: "Title." }),
    key: field(z.string().min(1), { doc: "Key.", secret: true }),
    lock: field(z.strictObject({ kind: name, code: secret }).optional(), { doc: "Lock." }),
    alarm: field(z.strictObject({ line: z.strictObject({ number: name, pin: secret }) }).optional(), {
      doc: "Alarm.",
    }),
  },
  outputs: {},
};

/** A secret by its path, and the declaration and the state without it. */
const SECRETS = [
  ["key", { title: "a" }, { title: "a" }],
  ["lock.code", { title: "a", key: "k", lock: { kind: "x" } }, { lock: { kind: "x" } }],
  ["alarm.line.pin", { title: "a", key: "k", alarm: { line: { number: "1" } } }, { alarm: { line: { number: "1" } } }],
] as const;

const pathsOf = (news: Values, held: Values | typeof UNKNOWN | undefined): string[] =>
  checkWithState(BOX, news, held, { howToSet: String }).problems.map(({ path }) => path);

/** The values with a value at a path. */
function withValue(values: Values, [step = "", ...rest]: readonly string[], value: unknown): Values {
  const below = rest.length === 0 ? value : withValue({ ...(values[step] as object) }, rest, value); // -- only blocks have deeper levels
  return { ...values, [step]: below };
}

describe.each(SECRETS)("%s, which is needed and left out", (path, news: Values, held: Values) => {
  const steps = path.split(".");

  test("is asked for of a new object", () => {
    expect(pathsOf(news, undefined)).toEqual([path]);
  });

  test("need not be declared where state lacks it as well, and nothing takes its place", () => {
    for (const beside of [held, UNKNOWN, withValue(held, steps, UNKNOWN), withValue(held, steps, null)] as const) {
      const checked = checkWithState(BOX, news, beside, { howToSet: String });
      expect(checked).toStrictEqual({ inputs: news, problems: [] });
    }
  });

  test("may be given as null, which says nothing", () => {
    expect(pathsOf(withValue(news, steps, null), held)).toEqual([]);
  });

  test("is asked for where state has it, or its fingerprint", () => {
    expect(pathsOf(news, withValue(held, steps, "s"))).toEqual([path]);
    expect(pathsOf(news, { ...held, [FINGERPRINTS]: { [path]: "hash" } })).toEqual([path]);
  });

  test("is asked for where state has nothing that it belongs to", () => {
    expect(pathsOf(news, {})).toEqual([path]);
  });

  test("isn't what makes good for other problems", () => {
    expect(pathsOf({ ...news, title: "" }, held)).toEqual(["title"]);
    expect(pathsOf(withValue(news, steps, ""), held)).toEqual([path]);
  });
});

test("several are left out at once", () => {
  const news = { title: "a", lock: { kind: "x" }, alarm: { line: { number: "1" } } };
  expect(pathsOf(news, undefined)).toEqual(["key", "lock.code", "alarm.line.pin"]);
  expect(checkWithState(BOX, news, news, { howToSet: String })).toStrictEqual({ inputs: news, problems: [] });
});
