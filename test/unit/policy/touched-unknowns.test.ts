import { describe, expect, test } from "@jest/globals";

import { RULES, type Severity } from "../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { checked } from "../../../src/cli/check/checked.ts";
import { verdictOf } from "../../../src/cli/fleet/plan-judge.ts";
import type { Section } from "../../../src/model/picture/picture.ts";
import type { PlannedChange, RecordedPlan } from "../../../src/model/picture/planned-change.ts";
import { SECTIONS } from "../../../src/picture/sections.ts";
import { ruleNamed } from "../../support/rule-named.ts";

const WHY = "the API key lacks the scope for it";
const NO_SCOPE = { unknown: WHY };

/** Sections by the kind of object that they list: a change to one of these touches the section. */
const KIND_IN = new Map(SECTIONS.map(({ section, of: [kind = ""] }) => [section, kind]));

const SECTION_NAMES: ReadonlySet<string> = new Set(KIND_IN.keys());
const isSection = (need: string): need is Section => SECTION_NAMES.has(need);

const changeOf = (resource: string, more: Partial<PlannedChange> = {}): PlannedChange => ({
  resource,
  address: "one",
  id: "o1/9",
  before: { organizationId: "o1", email: "eve@acme.example", level: "member" },
  after: { organizationId: "o1", email: "eve@acme.example", level: "owner" },
  isReplaced: false,
  isForgotten: false,
  secrets: [],
  ...more,
});

interface Case {
  readonly rule: string;
  readonly hidden: readonly Section[];
  readonly changes: readonly PlannedChange[];
  readonly foreign?: RecordedPlan["foreign"];
  readonly severity?: Severity;
}

/** The report on a plan for an organization of which the key can't read some sections. */
async function reportOn({ rule: id, hidden, changes, foreign = [], severity = "error" }: Case) {
  const rule = ruleNamed(id);
  const sections = Object.fromEntries(hidden.map((section) => [section, NO_SCOPE]));
  const picture = pictureOfExample({ organization: { organizationId: "o1" }, sections });
  const { parameters = {} } = rule.examples.failing;
  const plan = { engine: "terraform", changes, foreign, unknown: [] };
  const report = await checked(() => Promise.resolve(picture), {
    policy: { rules: [{ rule, severity, parameters }], exceptions: [] },
    file: undefined,
    failOn: "error",
    planned: { plan, file: "plan.json", isAll: false },
  });
  return {
    outcome: report.outcome,
    changes: report.unjudged.map(({ change }) => change),
    verdict: verdictOf([report], plan),
  };
}

/** Each rule with each section without which it can't tell anything. */
const HIDDEN = RULES.filter(({ needs }) => !needs.includes("declared")).flatMap(({ id, needs }) =>
  needs.filter(isSection).map((section) => ({ rule: id, section })),
);

describe("what a key can't read, and a plan changes", () => {
  test.each(HIDDEN)("$rule doesn't pass without $section", async ({ rule, section }) => {
    const hidden = [section];
    const touching = await reportOn({ rule, hidden, changes: [changeOf(KIND_IN.get(section) ?? "")] });
    // A rule can do without a section that it needs for some objects only.
    if (touching.changes.length === 0) return;
    expect(touching).toMatchObject({ outcome: "unknown", verdict: { broken: [expect.stringContaining(WHY)] } });
    const beside = await reportOn({ rule, hidden, changes: [changeOf("ProxyRecord")] });
    expect(beside).toMatchObject({ outcome: "passed", changes: ["stays"], verdict: { broken: [] } });
  });

  const foreign = [
    { resource: "Member", address: "m", by: "posthog/posthog", organizationId: "o1", isMade: true, isRemoved: false },
  ];
  test.each([
    ["a level", [changeOf("Member")], "unknown"],
    ["a membership", [changeOf("Membership", { before: undefined, id: undefined })], "unknown"],
    ["all members", [changeOf("OrganizationMembers")], "unknown"],
    ["an invite that takes a member along", [changeOf("Invite", { after: undefined })], "unknown"],
    ["an object that stays as it is", [changeOf("Member", { isKept: true })], "passed"],
    ["an object that only leaves the state", [changeOf("Member", { after: undefined, isForgotten: true })], "passed"],
    ["another organization", [changeOf("Member", { before: undefined, after: { organizationId: "o2" } })], "passed"],
    ["settings of the organization", [changeOf("OrganizationSettings")], "passed"],
    ["nothing", [], "passed"],
  ])("owners can't be counted: %s", async (_what, changes, outcome) => {
    expect(await reportOn({ rule: "owners-count", hidden: ["people"], changes })).toMatchObject({ outcome });
  });

  test("counts changes by other providers, and the organization's own settings", async () => {
    const ofPeople = { rule: "owners-count", hidden: ["people"], changes: [], foreign } as const;
    expect(await reportOn(ofPeople)).toMatchObject({ outcome: "unknown", changes: ["touched"] });
    const ofSettings = { rule: "second-factor-enforced", hidden: [] };
    const changed = await reportOn({ ...ofSettings, changes: [changeOf("OrganizationSettings")] });
    expect(changed).toMatchObject({ outcome: "unknown", changes: ["touched"] });
    expect(await reportOn({ ...ofSettings, changes: [changeOf("Member")] })).toMatchObject({ outcome: "passed" });
  });

  test("holds back a wave only for rules whose findings would", async () => {
    const given = { rule: "owners-count", hidden: ["people"], changes: [changeOf("Member")] } as const;
    expect((await reportOn(given)).verdict.broken).toEqual([
      `owners-count: Organization Acme: people can't be checked: ${WHY}. Give the key access to it, or set the rule to \`warning\` in the policy file.`,
    ]);
    expect((await reportOn({ ...given, severity: "warning" })).verdict.broken).toEqual([]);
  });
});
