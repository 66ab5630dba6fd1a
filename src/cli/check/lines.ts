import type { Finding, Severity, Unjudged } from "@orgform/policy";
import { oneLine } from "../drift/entries.ts";
import { type CheckReport, SEVERITY_WORDS } from "./check-report.ts";

/** One thing to be said of an object, in a form that every format can show; texts of others are on one line. */
export interface CheckLine {
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly isFinding: boolean;
  readonly resource: string;
  readonly name: string;
  readonly id: string;
  readonly field: string;
  /** What is there; of what nobody can tell, why. */
  readonly is: string;
  /** Empty for what nobody can tell. */
  readonly shouldBe: string;
  readonly why: string;
  readonly remedy: string;
}

/** Findings first, then what nobody can tell: one line for each rule and reason, however many objects there are. */
export function linesOf({ findings, unjudged }: CheckReport): CheckLine[] {
  return [...findings.map(findingLine), ...unjudgedLines(unjudged)];
}

/** The lines of a group of a report, with its heading; only groups that have lines. */
export function groupsOf(report: CheckReport): { readonly title: string; readonly lines: readonly CheckLine[] }[] {
  const lines = linesOf(report);
  const groups = SEVERITY_WORDS.map((severity) => ({
    title: { error: "Errors", warning: "Warnings", note: "Notes" }[severity],
    lines: lines.filter((one) => one.isFinding && one.severity === severity),
  }));
  const unknowns = { title: "Not checked", lines: lines.filter(({ isFinding }) => !isFinding) };
  return [...groups, unknowns].filter((group) => group.lines.length > 0);
}

/** What an exception allows, as a sentence for each. */
export function allowedLines({ allowed }: CheckReport): string[] {
  return allowed.map(({ finding, exception }) =>
    oneLine(
      `${finding.rule}: ${finding.object.resourceName} ${finding.object.name} until ${exception.until}, ` +
        `by ${exception.by}: ${exception.reason}`,
    ),
  );
}

function findingLine(finding: Finding): CheckLine {
  return {
    ...common(finding),
    isFinding: true,
    is: oneLine(finding.is),
    shouldBe: oneLine(finding.shouldBe),
  };
}

function common({ rule, title, severity, why, remedy, object, field }: Finding | Unjudged) {
  return {
    rule,
    title: oneLine(title),
    severity,
    why: oneLine(why),
    remedy: oneLine(remedy),
    resource: oneLine(object.resourceName),
    name: oneLine(object.name),
    id: oneLine(object.id),
    field: oneLine(field),
  };
}

function unjudgedLines(unjudged: readonly Unjudged[]): CheckLine[] {
  const groups = new Map<string, Unjudged[]>();
  for (const one of unjudged) {
    const key = JSON.stringify([one.rule, one.field, one.why]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const line = { ...common(first), isFinding: false, is: oneLine(first.why), shouldBe: "" };
    return [others.length === 0 ? line : { ...line, name: `${line.name} and ${others.length} more` }];
  });
}
