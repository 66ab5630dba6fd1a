import { expect, test } from "@jest/globals";

import type { Finding, Unjudged } from "../../../../packages/policy/src/index.ts";
import { policyFindings, policyGaps } from "../../../../src/cli/watch/policy-findings.ts";

const OBJECT = { resourceName: "Project", id: "7", name: 'Köln | "1"' };
const RULE = { rule: "project-names", title: "Names", why: "they are long", remedy: "Shorten.", references: {} };

const violation: Finding = {
  ...RULE,
  kind: "violation",
  severity: "error",
  object: OBJECT,
  field: "name",
  is: "long",
  shouldBe: "short",
};
const unknown = (object: Unjudged["object"]): Unjudged => ({
  ...RULE,
  kind: "unknown",
  severity: "warning",
  object,
  field: "people",
});

test("a violation is a finding of its rule, object, and field", () => {
  expect(policyFindings({ findings: [violation, { ...violation, severity: "note", field: "tags" }] })).toEqual(
    [
      ["error", "name"],
      ["note", "tags"],
    ].map(([severity, field]) => ({
      type: "finding",
      kind: "policy",
      severity,
      resource: "Project",
      id: "7",
      name: 'Köln | "1"',
      field,
      rule: "project-names",
      expected: "short",
      found: "long",
    })),
  );
});

test("a rule that can't be judged is a gap; for the organization itself, the gap has no ID", () => {
  const organization = { resourceName: "Organization", id: "o", name: "Acme" };
  expect(policyGaps({ unjudged: [unknown(OBJECT), unknown(organization)] })).toEqual(
    [
      { resource: "Project", id: "7", name: 'Köln | "1"' },
      { resource: "Organization", id: undefined, name: "Acme" },
    ].map((object) => ({
      ...object,
      type: "gap",
      source: "policy",
      severity: "warning",
      field: "people",
      rule: "project-names",
      reason: "they are long",
      isSilent: false,
    })),
  );
});
