import type { Allowed, Finding, Judgement, Severity, Unjudged } from "@orgform/policy";
import type { Picture } from "../../model/picture/picture.ts";
import type { ForeignChange } from "../../model/picture/planned-change.ts";
import { isUnknown } from "../../model/picture/known.ts";
import type { Compared, Dated } from "./compare.ts";

/** Severities, the gravest first. */
export const SEVERITY_WORDS = ["error", "warning", "note"] as const satisfies readonly Severity[];

/** The outcome: a finding that fails the check, no such finding, or a serious rule that couldn't be checked. */
export type CheckOutcome = "passed" | "failed" | "unknown";

/** Exit codes of `orgform check`, like those of drift: a crash ends with 1, and is never taken for a result. */
export const CHECK_EXIT_CODES: Readonly<Record<CheckOutcome, number>> = { passed: 0, unknown: 1, failed: 2 };

/** The result of a check, in the form that `--format json` prints. */
export interface CheckReport {
  readonly version: 1;
  readonly outcome: CheckOutcome;
  readonly host: string;
  /** Name of the organization. */
  readonly organization: string;
  /** UTC, RFC 3339. */
  readonly checkedAt: string;
  /** Path of the policy file; undefined for the rules that count by default. */
  readonly policy: string | undefined;
  /** Path of the plan that was applied to the organization's picture; undefined for the current organization. */
  readonly plan: string | undefined;
  readonly findings: readonly Dated<Finding>[];
  readonly unjudged: readonly Dated<Unjudged>[];
  /** Findings that the plan resolves. */
  readonly resolved: readonly Finding[];
  /** Changes of the plan by other providers, which the check doesn't see. */
  readonly notLaidOver: readonly Pick<ForeignChange, "address" | "by">[];
  readonly allowed: readonly Allowed[];
  /** IDs of the rules that passed. */
  readonly passed: readonly string[];
}

/** The parts of a report. */
export interface CheckSource {
  readonly picture: Picture;
  readonly judgement: Judgement;
  readonly policy: string | undefined;
  /** The mildest severity that fails. */
  readonly failOn: Severity;
  /** A plan's effect on the findings. Only new findings, and unknowns that it introduces or touches, fail, unless all do. */
  readonly planned?: Compared & {
    readonly file: string;
    readonly isAll: boolean;
    readonly foreign: readonly ForeignChange[];
  };
}

/** The report of a judged picture, the gravest findings first. */
export function checkReport({ picture, judgement, policy, failOn, planned }: CheckSource): CheckReport {
  const { host, takenAt, living } = picture;
  const { name } = living.organization;
  const findings = bySeverity<Dated<Finding>>(planned?.findings ?? judgement.findings);
  const unjudged = bySeverity<Dated<Unjudged>>(planned?.unjudged ?? judgement.unjudged);
  const isJudged = ({ change }: Dated<object>): boolean => planned?.isAll === true || change !== "stays";
  return {
    version: 1,
    outcome: outcomeOf(findings.filter(isJudged), unjudged.filter(isJudged), failOn),
    host,
    organization: isUnknown(name) ? "(not known yet)" : name,
    checkedAt: takenAt,
    policy,
    plan: planned?.file,
    findings,
    unjudged,
    resolved: planned?.resolved ?? [],
    notLaidOver: (planned?.foreign ?? []).map(({ address, by }) => ({ address, by })),
    allowed: judgement.allowed,
    passed: judgement.passed,
  };
}

const rank = ({ severity }: { readonly severity: Severity }): number => SEVERITY_WORDS.indexOf(severity);

function bySeverity<T extends { readonly severity: Severity }>(all: readonly T[]): T[] {
  return all.toSorted((left, right) => rank(left) - rank(right));
}

function outcomeOf(findings: readonly Finding[], unjudged: readonly Unjudged[], failOn: Severity): CheckOutcome {
  const fails = (one: { readonly severity: Severity }): boolean => rank(one) <= rank({ severity: failOn });
  if (findings.some(fails)) return "failed";
  return unjudged.some(fails) ? "unknown" : "passed";
}

/** The findings in a few words: "2 errors, 1 warning, 3 not checked". */
export function checkCounts({ findings, unjudged }: Pick<CheckReport, "findings" | "unjudged">): string {
  const words = SEVERITY_WORDS.flatMap((severity) => {
    const count = findings.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? "" : "s"}`];
  });
  if (words.length === 0) words.push("no findings");
  return [...words, ...(unjudged.length === 0 ? [] : [`${unjudged.length} not checked`])].join(", ");
}
