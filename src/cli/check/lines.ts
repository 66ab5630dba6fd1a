import type { Allowed, Finding, Severity, Unjudged } from "@orgform/policy";
import { oneLine } from "../drift/entries.ts";
import { type CheckReport, SEVERITY_WORDS } from "./check-report.ts";
import type { Change, Dated } from "./compare.ts";

/** One fact about an object, in a form that every format can show; texts from the service are on one line. */
export interface CheckLine {
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly isFinding: boolean;
  readonly resource: string;
  readonly name: string;
  readonly id: string;
  /** How many objects the line is about. */
  readonly count: number;
  readonly field: string;
  /** The current value; if it's unknown, the reason. */
  readonly is: string;
  /** Empty if it's unknown. */
  readonly shouldBe: string;
  readonly why: string;
  readonly remedy: string;
  /** Path of the rule's page on the documentation site; undefined for a rule that has none. */
  readonly page: string | undefined;
  /** The plan's effect on it; undefined without a plan. */
  readonly change: Change | undefined;
}

/** Findings first, then unknown results: one line for each rule and reason, whatever the number of objects. */
export function linesOf({ findings, unjudged }: CheckReport): CheckLine[] {
  return [...findings.map(findingLine), ...unjudgedLines(unjudged)];
}

/** Lines under one heading. */
export interface LineGroup {
  readonly title: string;
  readonly lines: readonly CheckLine[];
}

/** The lines of a report by severity, each with its heading; only groups that have lines. */
export const groupsOf = (report: CheckReport): LineGroup[] => grouped(linesOf(report));

/** Lines by severity. */
export function grouped(lines: readonly CheckLine[]): LineGroup[] {
  const groups = SEVERITY_WORDS.map((severity) => ({
    title: { error: "Errors", warning: "Warnings", note: "Notes" }[severity],
    lines: lines.filter((one) => one.isFinding && one.severity === severity),
  }));
  const unknowns = { title: "Not checked", lines: lines.filter(({ isFinding }) => !isFinding) };
  return [...groups, unknowns].filter((group) => group.lines.length > 0);
}

/** The further parts of a report, as a sentence for each existing one. */
export function notesOf({
  allowed,
  resolved,
  notLaidOver,
}: CheckReport): { readonly title: string; readonly lines: string[] }[] {
  const asides = [
    {
      title: "Changes of this plan that nobody checked",
      lines: notLaidOver.map(({ address, by }) => oneLine(`${address}, by ${by}`)),
    },
    { title: "Resolved by this plan", lines: resolved.map((one) => `${titleOf(one)}: ${oneLine(one.field)}`) },
    { title: "Allowed by exceptions", lines: allowed.map(allowedLine) },
  ];
  return asides.filter(({ lines }) => lines.length > 0);
}

function allowedLine({ finding, exception: { until, by, reason } }: Allowed): string {
  return oneLine(`${titleOf(finding)} until ${until}, by ${by}: ${reason}`);
}

const titleOf = ({ rule, object }: Finding): string => oneLine(`${rule}: ${object.resourceName} ${object.name}`);

/** The words for a plan's effect on a line, in brackets. */
const CHANGE_WORDS: Readonly<Record<Change, string>> = {
  new: "new by this plan",
  stays: "stays",
  touched: "touched by this plan",
};

/** The rule of a line, with the plan's effect on it. */
export function ruleWords({ rule, change }: CheckLine): string {
  return change === undefined ? rule : `${rule} (${CHANGE_WORDS[change]})`;
}

function findingLine(finding: Dated<Finding>): CheckLine {
  return {
    ...common(finding),
    isFinding: true,
    is: oneLine(finding.is),
    shouldBe: oneLine(finding.shouldBe),
  };
}

function common({ rule, title, severity, why, remedy, page, object, field, change }: Dated<Finding | Unjudged>) {
  return {
    rule,
    title: oneLine(title),
    severity,
    why: oneLine(why),
    remedy: oneLine(remedy),
    page,
    resource: oneLine(object.resourceName),
    name: oneLine(object.name),
    id: oneLine(object.id),
    count: 1,
    field: oneLine(field),
    change,
  };
}

function unjudgedLines(unjudged: readonly Dated<Unjudged>[]): CheckLine[] {
  const groups = new Map<string, Dated<Unjudged>[]>();
  for (const one of unjudged) {
    const key = JSON.stringify([one.rule, one.field, one.why, one.change]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const line = { ...common(first), isFinding: false, is: oneLine(first.why), shouldBe: "" };
    const count = 1 + others.length;
    return [others.length === 0 ? line : { ...line, count, name: `${line.name} and ${others.length} more` }];
  });
}
