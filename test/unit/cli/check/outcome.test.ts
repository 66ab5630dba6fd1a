import { describe, expect, test } from "@jest/globals";

import { type Finding, RULES, type Unjudged } from "../../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../../scripts/gen/example-picture.ts";
import {
  CHECK_EXIT_CODES,
  checkCounts,
  checkReport,
  type CheckSource,
  SEVERITY_WORDS,
} from "../../../../src/cli/check/check-report.ts";
import { type Change, compared, type Dated } from "../../../../src/cli/check/compare.ts";
import { grouped, linesOf, ruleWords } from "../../../../src/cli/check/lines.ts";

const rest = {
  title: "Title",
  why: "w",
  remedy: "r",
  references: {},
  field: "name",
} as const;

const finding = (id: string, more: Partial<Finding> = {}): Finding => ({
  ...rest,
  kind: "violation",
  rule: "one|é",
  severity: "error",
  object: { resourceName: "Project", id, name: `named ${id}` },
  is: "a",
  shouldBe: "b",
  ...more,
});
const hidden = (id: string, more: Partial<Unjudged> = {}): Unjudged => ({
  ...rest,
  kind: "unknown",
  rule: "one|é",
  severity: "error",
  object: { resourceName: "Project", id, name: `named ${id}` },
  why: "no scope",
  ...more,
});

const PICTURE = pictureOfExample({ organization: { organizationId: "o1" }, sections: {} });
const NONE = { findings: [], unjudged: [], allowed: [], passed: [] };
const source = { picture: PICTURE, policy: undefined } as const;

/** The outcome of a plan that leads to this. */
const outcomeOf = (judgement: Pick<CheckSource["judgement"], "findings" | "unjudged">, failOn: Finding["severity"]) =>
  checkReport({ ...source, failOn, judgement: { ...NONE, ...judgement } }).outcome;

describe("the outcome of a check", () => {
  const GRAVEST = ["error", "warning", "note"] as const;
  const pairs = GRAVEST.flatMap((severity, at) => GRAVEST.map((failOn, on) => [severity, failOn, at <= on] as const));

  test.each(pairs)("with one %s that is judged from %s on: fails %j", (severity, failOn, fails) => {
    const [known, unknown] = [finding("1", { severity }), hidden("2", { severity })];
    expect(outcomeOf({ findings: [known], unjudged: [] }, failOn)).toBe(fails ? "failed" : "passed");
    expect(outcomeOf({ findings: [], unjudged: [unknown] }, failOn)).toBe(fails ? "unknown" : "passed");
    expect(outcomeOf({ findings: [known], unjudged: [unknown] }, failOn)).toBe(fails ? "failed" : "passed");
  });

  test.each([
    ["new", false, true],
    ["touched", false, true],
    ["stays", false, false],
    ["stays", true, true],
    ["new", true, true],
    [undefined, false, true],
  ] as const)("counts what is %s, with all %j: %j", (change, isAll, counts) => {
    const plan = (findings: readonly Dated<Finding>[], unjudged: readonly Dated<Unjudged>[]) =>
      checkReport({
        ...source,
        failOn: "error",
        judgement: { ...NONE, findings: [finding("not of the plan")] },
        planned: { file: "p", isAll, findings, unjudged, resolved: [], foreign: [] },
      });
    const own = change === undefined ? {} : { change };
    expect(plan([{ ...finding("1"), ...own }], []).outcome).toBe(counts ? "failed" : "passed");
    expect(plan([], [{ ...hidden("1"), ...own }]).outcome).toBe(counts ? "unknown" : "passed");
    expect(plan([], []).findings).toEqual([]);
  });

  test("is an exit code of its own, and that of a crash is the one that nobody can tell", () => {
    expect(CHECK_EXIT_CODES).toEqual({ passed: 0, unknown: 1, failed: 2 });
    expect(outcomeOf(NONE, "note")).toBe("passed");
  });
});

test("what is found stands by severity, and of one severity as it was found", () => {
  const severities = ["note", "error", "warning", "error", "note"] as const;
  const judgement = {
    ...NONE,
    findings: severities.map((severity, at) => finding(String(at), { severity })),
    unjudged: severities.map((severity, at) => hidden(String(at), { severity })),
  };
  const report = checkReport({ ...source, failOn: "error", judgement });
  for (const part of [report.findings, report.unjudged])
    expect(part.map(({ object }) => object.id)).toEqual(["1", "3", "2", "0", "4"]);
  expect(SEVERITY_WORDS).toEqual(["error", "warning", "note"]);
});

test.each([
  [[0, 0, 0, 0], "no findings"],
  [[0, 0, 0, 2], "no findings, 2 not checked"],
  [[1, 0, 0, 0], "1 error"],
  [[2, 1, 0, 0], "2 errors, 1 warning"],
  [[0, 2, 1, 1], "2 warnings, 1 note, 1 not checked"],
  [[1, 1, 2, 0], "1 error, 1 warning, 2 notes"],
])("%j of each severity, and not checked, are %s", ([errors, warnings, notes, unknown], words) => {
  const some = (count = 0, severity: Finding["severity"] = "error") =>
    Array.from({ length: count }, (_, at) => finding(String(at), { severity }));
  const findings = [...some(notes, "note"), ...some(errors, "error"), ...some(warnings, "warning")];
  const unjudged = Array.from({ length: unknown ?? 0 }, (_, at) => hidden(String(at)));
  expect(checkCounts({ findings, unjudged })).toBe(words);
});

describe("a plan", () => {
  const judged = (findings: readonly Finding[], unjudged: readonly Unjudged[] = []) => ({
    ...NONE,
    findings,
    unjudged,
  });
  const effect = { policy: { rules: [] }, touched: new Set<never>() };
  const changesOf = (all: readonly Dated<object>[]) => all.map(({ change }) => change);

  /** Each part by which two findings are two, and others by which they aren't. */
  test.each<[Partial<Finding>, Change]>([
    [{}, "stays"],
    [{ object: { resourceName: "Project", id: "1", name: "renamed" } }, "stays"],
    [{ severity: "note", title: "t", why: "y", remedy: "z", shouldBe: "c" }, "stays"],
    [{ rule: "one" }, "new"],
    [{ object: { resourceName: "Project", id: "11", name: "named 1" } }, "new"],
    [{ object: { resourceName: "Role", id: "1", name: "named 1" } }, "new"],
    [{ field: "name|" }, "new"],
    [{ is: "A" }, "new"],
  ])("that makes %j of a finding: it %s", (more, change) => {
    const [before, after] = [finding("1"), finding("1", more)];
    const { findings, resolved } = compared(judged([before]), judged([after]), effect);
    expect(changesOf(findings)).toEqual([change]);
    expect(resolved).toEqual(change === "new" ? [before] : []);
  });

  test("that hides a reason brings a new unknown, and the same one stays", () => {
    const [before, after] = [hidden("1"), hidden("1", { why: "no list" })];
    expect(changesOf(compared(judged([], [before]), judged([], [before]), effect).unjudged)).toEqual(["stays"]);
    expect(changesOf(compared(judged([], [before]), judged([], [after]), effect).unjudged)).toEqual(["new"]);
  });

  const whole = (more: Partial<Unjudged> = {}) =>
    hidden("o1", { object: { resourceName: "Organization", id: "o1", name: "Acme" }, ...more });
  test.each<[string, readonly Unjudged[], readonly Unjudged[], boolean]>([
    ["nothing is hidden", [], [], true],
    ["the object itself is hidden", [], [hidden("1")], false],
    ["every object is hidden", [], [whole()], false],
    ["another object is hidden", [], [hidden("11")], true],
    ["it is hidden from another rule", [], [hidden("1", { rule: "one" })], true],
    ["everything is hidden from another rule", [], [whole({ rule: "one" })], true],
    ["it was hidden before, too", [hidden("1")], [hidden("1")], true],
  ])("after which %s tells that a finding is gone: %j", (_what, before, after, isResolved) => {
    const { resolved } = compared(judged([finding("1")], before), judged([], after), effect);
    expect(resolved).toEqual(isResolved ? [finding("1")] : []);
  });

  test.each(RULES)("touches what $id can't tell where it changes what the rule needs", (rule) => {
    const policy = { rules: [{ rule, severity: "error", parameters: {} }] } as const;
    const own = hidden("1", { rule: rule.id, field: "name" });
    const change = (touched: readonly (typeof rule.needs)[number][], one = own) =>
      compared(judged([], [one]), judged([], [one]), { policy, touched: new Set(touched) }).unjudged[0]?.change;
    expect(change([])).toBe("stays");
    for (const need of rule.needs) expect(change([need])).toBe("touched");
    const others = RULES.flatMap(({ needs }) => needs).filter((need) => !rule.needs.includes(need));
    expect(change(others)).toBe("stays");
    // Another rule's unknown is none of this one's business.
    expect(change([...rule.needs], hidden("1", { rule: "no such rule" }))).toBe("stays");
  });
});

test.each(RULES)("a change of the organization touches what $id can't tell of its own fields alone", (rule) => {
  const policy = { rules: [{ rule, severity: "error", parameters: {} }] } as const;
  const changeOf = (resourceName: string, field: string) => {
    const one = hidden("o1", { rule: rule.id, field, object: { resourceName, id: "o1", name: "Acme" } });
    const judgement = { ...NONE, unjudged: [one] };
    return compared(judgement, judgement, { policy, touched: new Set(["organization"] as const) }).unjudged[0]?.change;
  };
  expect(changeOf("Organization", "no part of it")).toBe("touched");
  for (const need of rule.needs) expect(changeOf("Organization", need)).toBe("stays");
  expect(changeOf("Project", "no part of it")).toBe("stays");
});

describe("the lines of a check", () => {
  const unjudged = [
    hidden("1"),
    hidden("2", { why: "no list" }),
    hidden("3"),
    hidden("4", { field: "name|" }),
    hidden("5", { rule: "two" }),
    hidden("6"),
  ];

  test("are one for all objects of a rule, a field, and a reason", () => {
    const lines = linesOf(checkReport({ ...source, failOn: "error", judgement: { ...NONE, unjudged } }));
    expect(lines.map(({ name, count, is, shouldBe, isFinding }) => [name, count, is, shouldBe, isFinding])).toEqual([
      ["named 1 and 2 more", 3, "no scope", "", false],
      ["named 2", 1, "no list", "", false],
      ["named 4", 1, "no scope", "", false],
      ["named 5", 1, "no scope", "", false],
    ]);
  });

  test("are apart where a plan changes some of them", () => {
    const planned = {
      file: "p",
      isAll: false,
      findings: [],
      resolved: [],
      foreign: [],
      unjudged: [hidden("1"), { ...hidden("2"), change: "new" as const }, { ...hidden("3"), change: "new" as const }],
    };
    const lines = linesOf(checkReport({ ...source, failOn: "error", judgement: NONE, planned }));
    expect(lines.map((line) => [line.name, ruleWords(line)])).toEqual([
      ["named 1", "one|é"],
      ["named 2 and 1 more", "one|é (new by this plan)"],
    ]);
  });

  test("stand under the heading of their severity, and those not checked under one of their own", () => {
    const findings = (["note", "error", "warning"] as const).map((severity) => finding(severity, { severity }));
    const report = checkReport({ ...source, failOn: "error", judgement: { ...NONE, findings, unjudged } });
    const groups = grouped(linesOf(report));
    expect(groups.map(({ title, lines }) => [title, lines.length])).toEqual([
      ["Errors", 1],
      ["Warnings", 1],
      ["Notes", 1],
      ["Not checked", 4],
    ]);
    expect(grouped(linesOf({ ...report, findings: [], unjudged: [] }))).toEqual([]);
  });
});
