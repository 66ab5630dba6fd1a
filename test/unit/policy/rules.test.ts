import { describe, expect, test } from "@jest/globals";

import { type Example, judge, RULES } from "../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";

describe.each(RULES.map((rule) => [rule.id, rule] as const))("%s", (_id, rule) => {
  const judged = (example: Example) =>
    judge(pictureOfExample(example), {
      rules: [{ rule, severity: rule.severity, parameters: example.parameters ?? {} }],
      exceptions: [],
    });

  test("has nothing to say of its passing example", () => {
    expect(judged(rule.examples.passing)).toEqual({ findings: [], unjudged: [], allowed: [], passed: [rule.id] });
  });

  test("finds exactly one fault in its failing example", () => {
    const { findings, unjudged, passed } = judged(rule.examples.failing);
    expect({ findings, unjudged, passed }).toEqual({
      findings: [
        expect.objectContaining({
          rule: rule.id,
          field: expect.stringMatching(/\S/u),
          is: expect.stringMatching(/\S/u),
          shouldBe: expect.stringMatching(/\S/u),
        }),
      ],
      unjudged: [],
      passed: [],
    });
  });

  test("can't tell of its unknown example, and doesn't pass", () => {
    const { findings, unjudged, passed } = judged(rule.examples.unknown);
    expect({ findings, passed }).toEqual({ findings: [], passed: [] });
    expect(unjudged).not.toEqual([]);
  });
});

describe("a rule that judges each object by itself", () => {
  const twice = (listed: unknown): unknown => (Array.isArray(listed) ? [...listed, ...listed] : listed);
  const each = RULES.filter(({ judgesEach }) => judgesEach === true);

  test.each(each.map((rule) => [rule.id, rule] as const))("says of two what it says of one: %s", (_id, rule) => {
    const { failing } = rule.examples;
    const { sections = {}, declared } = failing;
    const doubled = {
      ...failing,
      sections: Object.fromEntries(Object.entries(sections).map(([name, listed]) => [name, twice(listed)])),
      ...(declared === undefined ? {} : { declared: { ...declared, objects: twice(declared["objects"]) } }),
    };
    const { findings } = judge(pictureOfExample(doubled), {
      rules: [{ rule, severity: rule.severity, parameters: failing.parameters ?? {} }],
      exceptions: [],
    });
    expect(findings).toHaveLength(rule.needs.length === 0 ? 1 : 2);
  });

  test("is no rule about how many there are", () => {
    expect(each.map(({ id }) => id)).not.toContain("owners-count");
  });
});

test("rules have names of their own, and words that fit a report", () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(25);
  for (const { id, title, why, remedy } of RULES) {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/u);
    expect(title).not.toMatch(/\.$/u);
    expect([why, remedy]).toEqual([expect.stringMatching(/\.$/u), expect.stringMatching(/\.$/u)]);
  }
});
