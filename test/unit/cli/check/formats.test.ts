import { describe, expect, test } from "@jest/globals";

import type { Finding, Unjudged } from "../../../../packages/policy/src/index.ts";
import { checkReport, type CheckReport, type CheckSource } from "../../../../src/cli/check/check-report.ts";
import { htmlCheck } from "../../../../src/cli/check/formats/html.ts";
import { jsonCheck } from "../../../../src/cli/check/formats/json.ts";
import { junitCheck } from "../../../../src/cli/check/formats/junit.ts";
import { markdownCheck } from "../../../../src/cli/check/formats/markdown.ts";
import { sarifCheck } from "../../../../src/cli/check/formats/sarif.ts";
import { textCheck } from "../../../../src/cli/check/formats/text.ts";
import {
  fleetCheckHtml,
  fleetCheckJson,
  fleetCheckJunit,
  fleetCheckMarkdown,
  fleetCheckSarif,
  fleetCheckText,
} from "../../../../src/cli/fleet/check/formats.ts";
import { type CheckLook, rollUp } from "../../../../src/cli/fleet/check/fleet-check.ts";
import { markedPaint, recordedAs, withoutStyle } from "../../../support/recorded-text.ts";

/** Names with what would end a cell, a piece of code, a tag, or a line. */
const NASTY = 'Köln | "1" <b>`x`</b>\nnext\u202E';

const object = (id: string, name = NASTY) => ({ resourceName: "Project", id, name });

const finding = (id: string, rule = "project-names", severity: Finding["severity"] = "error"): Finding => ({
  kind: "violation",
  rule,
  title: `Names are short | ${rule}`,
  severity,
  why: "A long `name` is hard to read.",
  remedy: "Shorten `name` & apply.",
  ...(rule === "own-rule" ? {} : { page: `reference/rules/${rule}` }),
  references: {},
  object: object(id),
  field: "name",
  is: '"<long>"',
  shouldBe: "at most 12 characters",
});

const unjudged = (id: string, why = "the API key lacks the scope project:read"): Unjudged => ({
  kind: "unknown",
  rule: "people-few",
  title: "People are few",
  severity: "warning",
  why,
  remedy: "Use another key.",
  page: "reference/rules/people-few",
  references: {},
  object: object(id, id),
  field: "people",
});

const JUDGEMENT: CheckSource["judgement"] = {
  findings: [
    finding("1", "own-rule", "note"),
    finding("2", "exports-on", "warning"),
    finding("3"),
    finding("4"),
    finding("5", "alone"),
  ],
  unjudged: [unjudged("6"), unjudged("7"), unjudged("8", "the picture has no people")],
  allowed: [
    {
      finding: finding("9"),
      exception: {
        rule: "project-names",
        object: "9",
        reason: "moved\nlater",
        until: "2027-01-31",
        by: "ann@acme.example",
      },
    },
  ],
  passed: ["owners-count", "sso-on"],
};

const PICTURE = {
  host: "https://eu.example.com",
  takenAt: "2026-11-23T03:00:00.125Z",
  living: { organization: { name: "Acme <1>" } },
} as unknown as CheckSource["picture"]; // -- what a report takes of it

const source = {
  picture: PICTURE,
  judgement: JUDGEMENT,
  policy: "infra/orgform.policy.yaml",
  failOn: "error",
} as const;
const NOTHING = { findings: [], unjudged: [], allowed: [], passed: ["owners-count"] };
const [one, two, three] = JUDGEMENT.findings as readonly [Finding, Finding, Finding];
const [hidden, ...rest] = JUDGEMENT.unjudged as readonly [Unjudged, ...Unjudged[]];

const REPORTS: Readonly<Record<string, CheckReport>> = {
  all: checkReport(source),
  none: checkReport({ ...source, judgement: NOTHING, policy: undefined }),
  planned: checkReport({
    ...source,
    planned: {
      file: "plan.json",
      isAll: false,
      findings: [
        { ...one, change: "new" },
        { ...two, change: "stays" },
        { ...three, change: "stays" },
      ],
      unjudged: [{ ...hidden, change: "touched" }, ...rest.map((each) => ({ ...each, change: "new" as const }))],
      resolved: [finding("10")],
      foreign: [{ address: "posthog_project.one\n2", by: "posthog/posthog" }] as never,
    },
  }),
};

const TOOL = { version: "1.2.3", homepage: "https://orgform.example/" };

const FORMATS: Readonly<Record<string, (report: CheckReport) => string>> = {
  txt: (report) => textCheck(report, markedPaint),
  md: markdownCheck,
  html: htmlCheck,
  xml: junitCheck,
  "sarif.json": (report) => sarifCheck(report, TOOL),
  json: jsonCheck,
};

describe.each(Object.entries(FORMATS))("a check in the format %s", (ending, format) => {
  test.each(Object.entries(REPORTS))("with %s is as recorded", (what, report) => {
    const text = withoutStyle(format(report));
    expect(text).toBe(recordedAs(`check-${what}.${ending}.txt`, text));
  });
});

const LOOKS: readonly CheckLook[] = [
  { name: "acme", template: "small", outcome: "failed", reports: [checkReport(source)] },
  {
    name: "globex <1>",
    template: "large|2",
    outcome: "failed",
    reports: [checkReport({ ...source, judgement: { ...NOTHING, findings: [three] } })],
  },
  { name: "hidden", template: "small", outcome: "unknown", reason: `no state\n${NASTY}`, reports: [] },
  { name: "quiet", template: "small", outcome: "passed", reports: [checkReport({ ...source, judgement: NOTHING })] },
];

const FLEETS = {
  all: rollUp(LOOKS, "orgform.policy.yaml", PICTURE.takenAt),
  none: rollUp(LOOKS.slice(-1), undefined, PICTURE.takenAt),
};

const FLEET_FORMATS: Readonly<Record<string, (check: (typeof FLEETS)["all"]) => string>> = {
  txt: (check) => fleetCheckText(check, markedPaint),
  md: fleetCheckMarkdown,
  html: fleetCheckHtml,
  xml: fleetCheckJunit,
  "sarif.json": (check) => fleetCheckSarif(check, TOOL),
  json: fleetCheckJson,
};

describe.each(Object.entries(FLEET_FORMATS))("the check of a fleet in the format %s", (ending, format) => {
  test.each(Object.entries(FLEETS))("with %s is as recorded", (what, check) => {
    const text = withoutStyle(format(check));
    expect(text).toBe(recordedAs(`fleet-check-${what}.${ending}.txt`, text));
  });
});

describe("the outcome of a check", () => {
  const outcomes = (failOn: CheckSource["failOn"], planned?: CheckSource["planned"]) =>
    [
      NOTHING,
      { ...NOTHING, unjudged: [hidden] },
      { ...NOTHING, findings: [two] },
      { ...NOTHING, findings: [one], unjudged: [hidden] },
    ].map(
      (judgement) =>
        checkReport({ ...source, judgement, failOn, ...(planned === undefined ? {} : { planned }) }).outcome,
    );

  test.each([
    ["error", ["passed", "passed", "passed", "passed"]],
    ["warning", ["passed", "unknown", "failed", "unknown"]],
    ["note", ["passed", "unknown", "failed", "failed"]],
  ] as const)("that fails at %s", (failOn, expected) => {
    expect(outcomes(failOn)).toEqual(expected);
  });

  test("of a plan is that of what it brings or touches, unless all counts", () => {
    const outcomeWith = (change: "new" | "stays" | "touched", isAll: boolean): string =>
      outcomes("error", {
        file: "p",
        isAll,
        foreign: [],
        resolved: [],
        unjudged: [],
        findings: [{ ...three, change }],
      })[0] ?? "";
    expect(
      (["new", "stays", "touched"] as const).map((change) => [outcomeWith(change, false), outcomeWith(change, true)]),
    ).toEqual([
      ["failed", "failed"],
      ["passed", "failed"],
      ["failed", "failed"],
    ]);
  });
});
