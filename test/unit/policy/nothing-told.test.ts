import { describe, expect, test } from "@jest/globals";

import { type Example, judge, RULES } from "../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { ruleNamed } from "../../support/rule-named.ts";

type Rule = (typeof RULES)[number];

const HIDDEN = { unknown: "nobody tells" };

/** The identity of objects. Only a plan leaves it open, for objects that it creates. */
const NEVER_HIDDEN = new Set(["id", "resourceName"]);
const ID_OF_PROJECT = "projects[0].projectId";

/** Each example with one thing of it hidden: a field of an object, or a whole section. */
function hiddenIn(example: Example): (readonly [what: string, example: Example])[] {
  const { organization = {}, sections = {} } = example;
  const fieldsOf = (one: object): string[] => Object.keys(one).filter((name) => !NEVER_HIDDEN.has(name));
  const ofOrganization = fieldsOf(organization).map((name) => {
    return [`organization.${name}`, { ...example, organization: { ...organization, [name]: HIDDEN } }] as const;
  });
  const ofSections = Object.entries(sections).flatMap(([section, listed]) => {
    const withSection = (shown: unknown): Example => ({ ...example, sections: { ...sections, [section]: shown } });
    if (!isList(listed)) return [];
    const ofObjects = listed.flatMap((one, index) =>
      fieldsOf(one).map((name) => {
        const changed = listed.map((other, at) => (at === index ? { ...other, [name]: HIDDEN } : other));
        return [`${section}[${index}].${name}`, withSection(changed)] as const;
      }),
    );
    return [[section, withSection(HIDDEN)] as const, ...ofObjects].filter(([what]) => what !== ID_OF_PROJECT);
  });
  return [...ofOrganization, ...ofSections];
}

const isList = <T>(given: readonly T[] | { readonly unknown: string }): given is readonly T[] => Array.isArray(given);

const judged = (rule: Rule, example: Example) =>
  judge(pictureOfExample(example), {
    rules: [{ rule, severity: rule.severity, parameters: example.parameters ?? {} }],
    exceptions: [],
  });

describe.each(RULES.map((rule) => [rule.id, rule] as const))("%s", (_id, rule) => {
  test("finds no fault by what nobody tells", () => {
    for (const [what, example] of hiddenIn(rule.examples.passing)) {
      expect([what, judged(rule, example).findings]).toEqual([what, []]);
    }
  });

  test("doesn't pass what it can't tell", () => {
    for (const [what, example] of hiddenIn(rule.examples.failing)) {
      expect([what, judged(rule, example).passed]).toEqual([what, []]);
    }
  });
});

describe("the count of owners, some of whose levels nobody tells", () => {
  const COUNTS = Array.from({ length: 5 }, (_, owners) => [0, 1, 2, 3].map((hidden) => ({ owners, hidden }))).flat();

  test.each(COUNTS)("$owners owners and $hidden hidden ones: says what holds whoever the hidden ones are", (counts) => {
    for (const { min, max } of [
      { min: 1, max: 1 },
      { min: 2, max: 4 },
      { min: 3, max: 3 },
    ]) {
      const people = [
        ...Array.from({ length: counts.owners }, () => ({ level: "owner" })),
        ...Array.from({ length: counts.hidden }, () => ({ level: HIDDEN })),
        { level: "admin" },
      ].map((one, index) => ({ ...one, email: `p${index}@acme.example` }));
      const fits = Array.from({ length: counts.hidden + 1 }, (_, more) => counts.owners + more).map(
        (owners) => owners >= min && owners <= max,
      );
      const { findings, unjudged, passed } = judged(ruleNamed("owners-count"), {
        sections: { people },
        parameters: { min, max },
      });
      const all = fits.every((one) => one);
      const none = fits.every((one) => !one);
      expect([findings.length, unjudged.length, passed.length]).toEqual([
        none ? 1 : 0,
        all || none ? 0 : 1,
        all ? 1 : 0,
      ]);
    }
  });
});
