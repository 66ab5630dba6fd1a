import { describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { judge, type Labels, type Picture, readPolicy, type Said } from "../../../packages/policy/src/index.ts";
import { loadedRule } from "../../../packages/policy/src/module-rule.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";

/** Says what it was given. */
const telling = (_picture: Picture, given: unknown): readonly Said[] => [
  {
    kind: "violation",
    object: { resourceName: "Project", id: "1", name: "Web" },
    field: "name",
    is: JSON.stringify(given),
    shouldBe: "short",
  },
];
const FACTS = { title: "Names are short", severity: "note", why: "Lists are narrow.", remedy: "Cut them.", needs: [] };
const rule = (id: string, more: object = {}): object => ({ ...FACTS, id, judge: telling, ...more });

const parameters = z.strictObject({ most: z.int().min(1).default(12), unit: z.string() });

/** Modules by their paths; an error or a text stands for what loading the module throws. */
type Modules = Readonly<Record<string, unknown>>;

const NAMES: Modules = {
  "./names.mjs": {
    short: rule("short-names", { parameters, isOn: false }),
    all: [rule("plain"), rule("quiet", { isOn: false })],
    judge: () => [],
    text: "judge",
    none: null,
  },
};

async function policyFrom(modules: Modules, text: string, labels: Labels = {}) {
  const policyFor = await readPolicy(
    "p.yaml",
    `modules: [${Object.keys(modules).join(", ")}]\n${text}`,
    async (path) => {
      const found = modules[path];
      const isFailure = found instanceof Error || typeof found === "string";
      if (isFailure) throw modules[path];
      return found;
    },
  );
  return policyFor(labels);
}

const refusalOf = (modules: Modules, text = ""): Promise<string> =>
  policyFrom(modules, text).then(
    () => "nothing was refused",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** The settings of the rules of the modules that count. */
async function countedIn(text: string, labels: Labels = {}): Promise<object> {
  const { rules } = await policyFrom(NAMES, text, labels);
  const own = rules.filter(({ rule: { id } }) => ["short-names", "plain", "quiet"].includes(id));
  return Object.fromEntries(own.map(({ rule: { id }, severity, parameters: given }) => [id, [severity, given]]));
}

describe("a rule of a module", () => {
  const PLAIN = { plain: ["note", {}] };
  test.each<readonly [text: string, labels: Labels, counted: object]>([
    ["", {}, PLAIN],
    ["rules: { plain: off }", {}, {}],
    ["rules: { plain: error, quiet: warning }", {}, { plain: ["error", {}], quiet: ["warning", {}] }],
    ["rules: { short-names: { unit: m } }", {}, { ...PLAIN, "short-names": ["note", { unit: "m" }] }],
    [
      "rules: { short-names: { unit: m, most: 3, severity: error } }",
      {},
      { ...PLAIN, "short-names": ["error", { unit: "m", most: 3 }] },
    ],
    [
      "rules: { short-names: { unit: m } }\noverrides: [{ labels: { a: b }, rules: { short-names: error, plain: off } }]",
      { a: "b", c: "d" },
      { "short-names": ["error", { unit: "m" }] },
    ],
    [
      "rules: { short-names: { unit: m } }\noverrides: [{ labels: { a: b }, rules: { short-names: error, plain: off } }]",
      { a: "c" },
      { ...PLAIN, "short-names": ["note", { unit: "m" }] },
    ],
  ])("counts with the settings of the file: %j for %j", async (text, labels, counted) => {
    expect(await countedIn(text, labels)).toEqual(counted);
  });

  test("gets its parameters with their defaults, and what it says is told in its own words", async () => {
    const { rules, exceptions } = await policyFrom(NAMES, "rules: { short-names: { unit: m } }");
    const own = rules.filter(({ rule: { id } }) => ["short-names", "plain"].includes(id));
    const { findings } = judge(pictureOfExample({}), { rules: own, exceptions });
    expect(findings.map(({ rule: id, is, why, remedy }) => [id, is, why, remedy])).toEqual([
      ["short-names", '{"most":12,"unit":"m"}', FACTS.why, FACTS.remedy],
      ["plain", "{}", FACTS.why, FACTS.remedy],
    ]);
  });

  test("can have an exception", async () => {
    const exception = "exceptions: [{ rule: plain, object: Web, reason: r, by: b, until: 2027-01-31 }]";
    const { rules, exceptions } = await policyFrom(NAMES, exception);
    const own = rules.filter(({ rule: { id } }) => id === "plain");
    expect(judge(pictureOfExample({}), { rules: own, exceptions }).allowed).toHaveLength(1);
  });

  test.each([
    [
      "rules:\n  plain: { more: 1, less: 2 }",
      [/^3: rules\.plain\.more: the rule has no parameters$/u, /^3: rules\.plain\.less: the rule has no parameters$/u],
    ],
    ["rules:\n  short-names: error", [/^3: rules\.short-names: the rule needs unit: give \{severity, unit\}$/u]],
    ["rules:\n  short-names: { most: 0 }", [/^3: rules\.short-names\.most: /u, /^3: rules\.short-names\.unit: /u]],
    [
      "overrides:\n  - labels: { a: b }\n    rules:\n      plain: { more: 1 }",
      [/^5: overrides\[0\]\.rules\.plain\.more: the rule has no parameters$/u],
    ],
    ["rules:\n  short-names: off\n  plain: off", [/^nothing was refused$/u]],
  ])("takes only its own parameters: %j", async (text, problems) => {
    const told = (await refusalOf(NAMES, text)).split("\n").map((line) => line.replace("p.yaml:", ""));
    expect(told).toEqual(problems.map((one): unknown => expect.stringMatching(one)));
  });

  test.each(["owners-count", "exception-run-out", "mine", "plain"])(
    "can't have the ID %s of another one",
    async (id) => {
      const own = 'ownRules: [{ id: mine, title: t, severity: note, why: w, remedy: r, each: people, that: "true" }]';
      const modules = { ...NAMES, "./more.mjs": { free: rule("free"), taken: rule(id) } };
      expect(await refusalOf(modules, own)).toBe(
        `p.yaml:1: modules: ${id} is the ID of two rules; give the module's another one`,
      );
    },
  );

  test.each([[null], [{}], [{ safeParse: "no" }], ["a text"], [() => ({ success: true })]])(
    "whose parameters are %p is refused",
    (given) => {
      expect(loadedRule(rule("mine", { parameters: given }))).toEqual([
        "parameters: has to be a zod schema of an object",
      ]);
    },
  );

  test("that isn't an object is refused without a field", () => {
    expect(loadedRule("mine")).toEqual([expect.stringMatching(/^Invalid input/u)]);
  });

  test("judges all objects together unless it says otherwise", () => {
    expect([{}, { judgesEach: true }].map((more) => loadedRule(rule("mine", more)))).toMatchObject([
      { judgesEach: false, references: {}, isOn: true },
      { judgesEach: true },
    ]);
  });
});

test("every problem of every module is told with path and export, beside those of the file", async () => {
  const modules = {
    "./bad.mjs": { one: rule("one", { severity: "fatal" }), more: [rule("two"), rule("Two", { why: "" })] },
    "./gone.mjs": new Error("there is no such file"),
    "./odd.mjs": "a text",
    "./empty.mjs": { judge: () => [], list: [1] },
  };
  expect((await refusalOf(modules, "rules: { two: note, three: note }")).split("\n")).toEqual(
    [
      /^p\.yaml:1: modules\[0\]: \.\/bad\.mjs: export one: severity: /u,
      /^p\.yaml:1: modules\[0\]: \.\/bad\.mjs: export more\[1\]: id: has to be lower-case words with hyphens$/u,
      /^p\.yaml:1: modules\[0\]: \.\/bad\.mjs: export more\[1\]: why: /u,
      /^p\.yaml:1: modules\[1\]: \.\/gone\.mjs can't be loaded: there is no such file$/u,
      /^p\.yaml:1: modules\[2\]: \.\/odd\.mjs can't be loaded: a text$/u,
      /^p\.yaml:1: modules\[3\]: \.\/empty\.mjs exports no rule; a rule is an object with judge$/u,
      /^p\.yaml:2: rules\.three: is no field of a policy file here$/u,
    ].map((line): unknown => expect.stringMatching(line)),
  );
});
