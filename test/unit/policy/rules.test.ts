import { describe, expect, test } from "@jest/globals";

import { type Example, judge, RULES } from "../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { activeRule } from "../../support/rule-named.ts";

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

describe("project-admins", () => {
  const here = { projectId: "7", resource: "project", resourceId: null, email: null, roleId: null };
  const people = ["member", "member", "admin", "owner"].map((level, at) => ({ email: `p${at}@acme.example`, level }));
  const roles = ["p0", "p1"].map((name) => ({ name, roleId: name, members: [`${name}@acme.example`] }));
  const found = (max: number, accessRules: readonly Readonly<Record<string, unknown>>[], levels = people): string[] => {
    const sections = {
      people: levels,
      roles,
      accessRules: [...accessRules],
      projects: [{ name: "Web", projectId: "7" }],
    };
    const organization = { usesMostSpecificAccess: true, features: ["access_control", "role_based_access"] };
    const active = activeRule("project-admins", { max });
    const { findings, unjudged } = judge(pictureOfExample({ organization, sections }), {
      rules: [active],
      exceptions: [],
    });
    return [...findings.map(({ is }) => is), ...unjudged.map(({ why }) => `unknown: ${why}`)];
  };
  const closed = { ...here, level: "none" };
  const byRole = (roleId: string) => ({ ...here, roleId, level: "admin" });

  test.each<[string, number, readonly Readonly<Record<string, unknown>>[], string[]]>([
    ["levels of the organization", 1, [closed], ["2 admins"]],
    ["everybody where nothing limits them", 3, [], ["4 admins"]],
    ["two roles together", 3, [closed, byRole("p0"), byRole("p1")], ["4 admins"]],
    ["nobody whom the most specific rule keeps out", 3, [byRole("p0"), { ...here, roleId: "p1", level: "none" }], []],
    ["rules of another project", 2, [closed, { ...byRole("p0"), projectId: "8" }], []],
  ])("counts %s", (_what, max, rules, expected) => {
    expect(found(max, rules)).toEqual(expected);
  });

  test("can't tell only where those of whom nobody can tell decide", () => {
    const unclear = [...people, { email: "p4@acme.example", level: { unknown: "not known yet" } }] as typeof people;
    expect(found(2, [closed], unclear)).toEqual(["unknown: not known yet"]);
    expect(found(3, [closed], unclear)).toEqual([]);
    expect(found(1, [closed], unclear)).toEqual(["2 admins"]);
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
