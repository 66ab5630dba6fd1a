import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

import { DEFAULT_POLICY, judge, policyFileSchema, policyOf, RULES } from "../../../packages/policy/src/index.ts";
import { loadedRule } from "../../../packages/policy/src/module-rule.ts";
import { blocksOfKind, byPlace } from "../../support/doc-kinds.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";

const refusal = (text: string): string => {
  try {
    policyOf("orgform.policy.yaml", text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "nothing was refused";
};

describe("a policy file", () => {
  test("that says nothing is the default policy", () => {
    expect(policyOf("p.yaml", "")).toEqual(DEFAULT_POLICY);
    expect(policyOf("p.yaml", "rules: {}")).toEqual(DEFAULT_POLICY);
  });

  test("turns rules on and off, and sets severities and parameters", () => {
    const { rules } = policyOf(
      "p.yaml",
      "rules:\n  owners-count: off\n  people-in-roles: error\n  project-names: { severity: warning, pattern: '[a-z]+' }\n" +
        "  people-active: { days: 30 }\n",
    );
    const found = (id: string) => rules.find(({ rule }) => rule.id === id);
    expect(found("owners-count")).toBeUndefined();
    expect(found("people-in-roles")).toMatchObject({ severity: "error", parameters: {} });
    expect(found("project-names")).toMatchObject({ severity: "warning", parameters: { pattern: "[a-z]+" } });
    expect(found("people-active")).toMatchObject({ severity: "warning", parameters: { days: 30 } });
  });

  test.each([
    ["rules: [", /^orgform\.policy\.yaml:1: /u],
    ["rule: {}", /^orgform\.policy\.yaml:1: rule: is no field of a policy file here$/u],
    ["rules:\n  owner-count: error", /^orgform\.policy\.yaml:2: rules\.owner-count: is no field/u],
    ["rules:\n  owners-count: fatal", /^orgform\.policy\.yaml:2: rules\.owners-count: .*"off"\|"error"/u],
    ["rules:\n  owners-count:\n    min: two", /^orgform\.policy\.yaml:3: rules\.owners-count\.min: .*number/u],
    ["rules:\n  owners-count:\n    least: 2", /^orgform\.policy\.yaml:3: rules\.owners-count\.least: is no field/u],
    ["rules:\n  project-names: error", /^orgform\.policy\.yaml:2: rules\.project-names: the rule needs pattern/u],
    [
      "rules:\n  project-names: { pattern: '(' }",
      /^orgform\.policy\.yaml:2: rules\.project-names\.pattern: expected a/u,
    ],
    ["exceptions:\n  - rule: owners-count", /^orgform\.policy\.yaml:2: exceptions\[0\]\.object: is required/u],
    [
      "exceptions:\n  - { rule: nothing, object: Acme, reason: r, by: b, until: 2027-01-31 }",
      /^orgform\.policy\.yaml:2: exceptions\[0\]\.rule: there is no rule nothing$/u,
    ],
    [
      "exceptions:\n  - { rule: owners-count, object: Acme, reason: r, by: b, until: soon }",
      /^orgform\.policy\.yaml:2: exceptions\[0\]\.until: .*date/u,
    ],
  ])("is refused with line and field: %j", (text, message) => {
    expect(refusal(text)).toMatch(message);
  });
});

describe("overrides of a policy file", () => {
  const text = `
rules: { people-active: { days: 30, severity: error }, owners-count: off, exports-running: note }
overrides:
  - labels: { stage: production, region: eu }
    rules: { people-active: { days: 10 }, owners-count: { min: 3 }, exports-running: off, robots: error }
  - labels: { stage: production }
    rules: { people-active: off, project-names: { pattern: "[a-z]+" } }
  - labels: { keen: yes }
    rules: { people-active: warning }
ownRules:
  - { id: robots, title: t, severity: note, why: w, remedy: r, each: people, that: "true" }
`.replace("keen: yes", 'keen: "yes"');
  const said = (labels: Readonly<Record<string, string>>) => {
    const { rules } = policyOf("p.yaml", text, labels);
    const of = ["people-active", "owners-count", "exports-running", "project-names", "robots"];
    return Object.fromEntries(
      rules.flatMap(({ rule: { id }, severity, parameters }) =>
        of.includes(id) ? [[id, [severity, parameters]]] : [],
      ),
    );
  };

  test.each([
    [{}, { "people-active": ["error", { days: 30 }], "exports-running": ["note", {}], robots: ["note", {}] }],
    [
      { stage: "production" },
      { "exports-running": ["note", {}], "project-names": ["note", { pattern: "[a-z]+" }], robots: ["note", {}] },
    ],
    [
      { stage: "production", region: "eu" },
      {
        "owners-count": ["error", { min: 3 }],
        "project-names": ["note", { pattern: "[a-z]+" }],
        robots: ["error", {}],
      },
    ],
    [
      { stage: "production", region: "eu", keen: "yes", more: "1" },
      {
        "people-active": ["warning", { days: 10 }],
        "owners-count": ["error", { min: 3 }],
        "project-names": ["note", { pattern: "[a-z]+" }],
        robots: ["error", {}],
      },
    ],
  ])("count for organizations with all their labels, later ones over earlier ones: %j", (labels, expected) => {
    expect(said(labels)).toEqual(expected);
  });

  test.each([
    ["overrides:\n  - rules: {}", /^orgform\.policy\.yaml:2: overrides\[0\]\.labels: is required/u],
    [
      "overrides:\n  - labels: {}\n    rules: {}",
      /^orgform\.policy\.yaml:2: overrides\[0\]\.labels: expected at least/u,
    ],
    [
      "overrides:\n  - labels: { a: b }\n    rules: { owner-count: off }",
      /:3: overrides\[0\]\.rules\.owner-count: is no field/u,
    ],
    [
      "overrides:\n  - labels: { a: b }\n    rules:\n      project-names: error",
      /:4: overrides\[0\]\.rules\.project-names: the rule needs pattern/u,
    ],
    [
      "overrides:\n  - labels: { a: b }\n    rules:\n      owners-count: { min: two }",
      /:4: overrides\[0\]\.rules\.owners-count\.min: .*number/u,
    ],
    ["modules: [./rules.mjs]", /^orgform\.policy\.yaml:1: modules: modules run code/u],
    ["modules: ./rules.mjs", /^orgform\.policy\.yaml:1: modules: .*array/u],
  ])("are refused with line and field: %j", (text, message) => {
    expect(refusal(text)).toMatch(message);
  });
});

describe("a rule of a module", () => {
  const rule = { id: "mine", title: "t", severity: "note", why: "w", remedy: "r", needs: ["people"] };
  const judged = (judge: unknown) => {
    const loaded = loadedRule({ ...rule, judge });
    return "judge" in loaded ? loaded.judge(pictureOfExample({}), {}) : loaded;
  };
  const finding = { kind: "violation", object: { resourceName: "Member", id: "1", name: "Ann" }, field: "f" };

  test.each([
    [() => [{ ...finding, is: "a", shouldBe: "b" }], { kind: "violation", is: "a" }],
    [
      () => [{ ...finding, is: 1 }],
      { kind: "unknown", why: "the rule of the module returns something else than findings" },
    ],
    [async () => [], { kind: "unknown", why: "the rule of the module returns something else than findings" }],
    [
      () => {
        throw new Error("no such person");
      },
      { kind: "unknown", why: "the rule of the module fails: no such person" },
    ],
  ])("that fails never passes: %s", (judge, expected) => {
    expect(judged(judge)).toMatchObject([expected]);
  });

  test.each([
    [{ severity: "fatal" }, /^severity: /u],
    [{ needs: ["persons"] }, /^needs\.0: /u],
    [{ judge: "no" }, /^judge: has to be a function$/u],
    [{ parameters: {} }, /^parameters: has to be a zod schema/u],
    [{ id: "My Rule" }, /^id: has to be lower-case words/u],
  ])("that is none is refused with its field: %j", (wrong, message) => {
    expect(loadedRule({ ...rule, judge: () => [], ...wrong })).toEqual([expect.stringMatching(message)]);
  });
});

describe("an exception", () => {
  const rule = RULES.find(({ id }) => id === "second-factor-missing");
  const picture = pictureOfExample(rule?.examples.failing ?? {});
  const text = (until: string): string =>
    `exceptions:\n  - { rule: second-factor-missing, object: ann@acme.example, reason: robot, by: bob, until: ${until} }`;
  const judged = (until: string) => {
    const { exceptions } = policyOf("p.yaml", text(until));
    return judge(picture, { rules: DEFAULT_POLICY.rules.filter((one) => one.rule === rule), exceptions });
  };

  test("allows its finding until the end of its last day", () => {
    expect(judged("2026-11-25")).toMatchObject({
      findings: [],
      allowed: [{ finding: { rule: "second-factor-missing" } }],
    });
  });

  test("that has run out is a finding, and allows nothing any more", () => {
    expect(judged("2026-11-24").findings.map((one) => one.rule)).toEqual([
      "second-factor-missing",
      "exception-run-out",
    ]);
    expect(judged("2026-11-24").findings[1]).toEqual({
      rule: "exception-run-out",
      title: "No exception in the policy has expired",
      severity: "warning",
      why: "bob allowed it until then: robot",
      remedy: "Fix the object and delete the exception, or renew the exception.",
      references: {},
      kind: "violation",
      object: { resourceName: "Exception", id: "second-factor-missing/ann@acme.example", name: "ann@acme.example" },
      field: "until",
      is: "2026-11-24",
      shouldBe: "a day in the future",
    });
  });

  test.each([
    ["second-factor-missing", "ann@acme.example", true],
    ["second-factor-missing", "o1/7", true],
    ["second-factor-missing", "ann@acme.example.org", false],
    ["second-factor-missing", "o1", false],
    ["second-factor-enforced", "ann@acme.example", false],
  ])("of %s for %s allows by rule, and by name or ID: %s", (id, object, isAllowed) => {
    const exceptions = [{ rule: id, object, reason: "robot", by: "bob", until: "2027-01-31" }];
    const sections = { people: [{ id: "o1/7", email: "ann@acme.example", level: "admin", is2faEnabled: false }] };
    const rules = DEFAULT_POLICY.rules.filter((one) => one.rule === rule);
    const { findings, allowed, passed } = judge(pictureOfExample({ sections }), { rules, exceptions });
    expect([findings.length, allowed.length, passed]).toEqual(isAllowed ? [0, 1, []] : [1, 0, []]);
    expect(allowed.map((one) => one.exception)).toEqual(isAllowed ? exceptions : []);
  });
});

test.each(blocksOfKind("policy file").map(byPlace))("%s is a policy file", (_place, { text }) => {
  const { rules, exceptions } = policyOf("orgform.policy.yaml", text);
  expect(rules.length + exceptions.length).toBeGreaterThan(0);
});

test("editors complete the file by the published schema, which is that of the reader", () => {
  const published: unknown = JSON.parse(readFileSync(join(REPOSITORY, "packages/policy/policy.schema.json"), "utf8"));
  expect(policyFileSchema()).toEqual(published);
});
