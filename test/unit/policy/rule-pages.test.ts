import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { type Example, judge, policyOf, type Rule, RULES } from "../../../packages/policy/src/index.ts";
import { RULES_BY_SUBJECT } from "../../../packages/policy/src/rules/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { ruleIndex, rulePage } from "../../../scripts/gen/rule-reference.ts";
import { Pages } from "../../../src/cli/mcp/pages.ts";
import { PageSearch } from "../../../src/cli/mcp/search.ts";
import { blocksOfKind } from "../../support/doc-kinds.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

const fields = z.record(z.string(), z.unknown());
const sections = z.record(z.string(), z.array(fields));
const shown = z.looseObject({
  parameters: fields.optional(),
  organization: fields.optional(),
  declared: fields.optional(),
});

const examples = blocksOfKind("part of a picture");
const policies = blocksOfKind("policy file");

/** The text of an example on a page, as a rule declares it. */
function exampleIn(text: string): Example {
  const { parameters, organization, declared, ...others } = shown.parse(JSON.parse(text));
  return {
    ...(parameters === undefined ? {} : { parameters }),
    ...(organization === undefined ? {} : { organization }),
    ...(declared === undefined ? {} : { declared }),
    sections: sections.parse(others),
  };
}

describe.each(RULES.map((rule) => [rule.id, rule] as const))("the page of %s", (id, rule: Rule) => {
  const page = `docs/reference/rules/${id}.md`;
  const text = readFileSync(join(REPOSITORY, page), "utf8");
  const [passing, failing, ...more] = examples.filter((block) => block.page === page).map((block) => block.text);
  const [policy = ""] = policies.filter((block) => block.page === page).map((block) => block.text);

  test("says what it checks, why, what to do, every parameter, need, and control", () => {
    const { title, why, remedy, severity, needs, parameters, references } = rule;
    const words = [`${title}. ${why}`, remedy, `- Severity: ${severity}\n`, ...Object.values(references).flat()];
    const names = Object.keys(parameters.shape).map((name) => `| \`${name}\` |`);
    const read = needs.flatMap((need) => (["declared", "projectSettings"].includes(need) ? [] : [`\`${need}\``]));
    expect([...words, ...names, ...read].filter((one) => !text.includes(one))).toEqual([]);
    expect(`${rule.page}.md`).toBe(page.replace("docs/", ""));
  });

  test("is written from the rule: its facts, its parameters' defaults, and both of its examples", () => {
    expect(rulePage(rule)).toBe(text);
  });

  test("has one example that passes, and one that fails until the exception there allows it", () => {
    expect([more, policy]).toEqual([[], expect.stringContaining("exceptions:")]);
    const judged = (example: Example, exceptions: Parameters<typeof judge>[1]["exceptions"]) => {
      const active = { rule, severity: rule.severity, parameters: example.parameters ?? {} };
      const { findings, allowed, unjudged } = judge(pictureOfExample(example), { rules: [active], exceptions });
      return [findings.length, allowed.length, unjudged.length];
    };
    const { exceptions } = policyOf("orgform.policy.yaml", policy);
    expect(judged(exampleIn(passing ?? ""), [])).toEqual([0, 0, 0]);
    expect(judged(exampleIn(failing ?? ""), [])).toEqual([1, 0, 0]);
    expect(judged(exampleIn(failing ?? ""), exceptions)).toEqual([0, 1, 0]);
  });
});

test("the list of rules is written from them, each under its subject", () => {
  expect(ruleIndex(RULES_BY_SUBJECT)).toBe(readFileSync(join(REPOSITORY, "docs/reference/rules/index.md"), "utf8"));
  expect(Object.values(RULES_BY_SUBJECT).flat()).toEqual(RULES);
});

describe("an agent", () => {
  const pages = new Pages(join(REPOSITORY, "docs"));
  let search: PageSearch;
  beforeAll(() => {
    search = new PageSearch(pages.sections());
  });

  test.each([
    ["owners-count", "owners-count"],
    ["rule SAML certificate expires soon", "certificate-ends"],
    ["rule every person has a second factor", "second-factor-missing"],
    ["exception for export-destinations", "export-destinations"],
  ])("finds the page of a rule by %s", (question, id) => {
    expect(search.find(question, 5).map(({ section: { page } }) => page)).toContain(`reference/rules/${id}.md`);
  });

  test.each(["reference/rules", "reference/rules.md", "docs/reference/rules/index.md"])("reads %s", (path) => {
    expect(pages.named(path)).toMatch(/^# Rules\n/u);
  });
});
