import { describe, expect, test } from "@jest/globals";

import { DEFAULT_POLICY, judge, policyOf, RULES } from "../../../packages/policy/src/index.ts";
import { blocksOfKind, byPlace } from "../../support/doc-kinds.ts";
import { pictureOfExample } from "../../support/example-picture.ts";

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
  });
});

test.each(blocksOfKind("policy file").map(byPlace))("%s is a policy file", (_place, { text }) => {
  const { rules, exceptions } = policyOf("orgform.policy.yaml", text);
  expect(rules.length + exceptions.length).toBeGreaterThan(0);
});
