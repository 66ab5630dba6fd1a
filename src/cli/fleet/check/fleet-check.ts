import type { Severity } from "@orgform/policy";
import { type CheckOutcome, type CheckReport, SEVERITY_WORDS } from "../../check/check-report.ts";
import { type CheckLine, linesOf } from "../../check/lines.ts";
import { oneLine } from "../../drift/entries.ts";

/** Version of the JSON form of the roll-up; raised when a field goes away or means something else. */
const ROLL_UP_VERSION = 1;

/** The result of checking one organization of a fleet: a report for each organization of its state, or why there is none. */
export interface CheckLook {
  readonly name: string;
  readonly template: string;
  readonly outcome: CheckOutcome;
  /** Why it could not be checked. */
  readonly reason?: string;
  readonly reports: readonly CheckReport[];
}

/** A rule that organizations of a fleet break. */
export interface BrokenRule {
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly findings: number;
  /** Names of the organizations. */
  readonly organizations: readonly string[];
}

/** How the organizations of a fleet stand to their policy; its JSON is documented in docs/guides/policy.md. */
export interface FleetCheck {
  readonly schemaVersion: typeof ROLL_UP_VERSION;
  readonly outcome: CheckOutcome;
  /** When the last check ended, UTC, RFC 3339. */
  readonly checkedAt: string;
  /** Path of the policy file; undefined for the rules that count by default. */
  readonly policy: string | undefined;
  /** Organizations that were to be checked. */
  readonly looked: number;
  /** Organizations without findings. */
  readonly clean: number;
  /** The gravest first, and of these the most frequent. */
  readonly rules: readonly BrokenRule[];
  /** Organizations with findings, in the order of the run. */
  readonly organizations: readonly CheckLook[];
}

/** Outcomes, the worst first: a finding is certain. */
const WORST: readonly CheckOutcome[] = ["failed", "unknown", "passed"];

/** The worst of several outcomes. */
export function worstOf(outcomes: readonly CheckOutcome[]): CheckOutcome {
  return WORST.find((one) => outcomes.includes(one)) ?? "passed";
}

/** Joins the checks of all organizations; leaves out those without findings. */
export function rollUp(looks: readonly CheckLook[], policy: string | undefined, checkedAt: string): FleetCheck {
  const organizations = looks.filter((look) => linesOfLook(look).length > 0);
  return {
    schemaVersion: ROLL_UP_VERSION,
    outcome: worstOf(looks.map(({ outcome }) => outcome)),
    checkedAt,
    policy,
    looked: looks.length,
    clean: looks.length - organizations.length,
    rules: rulesIn(organizations),
    organizations,
  };
}

/** The statements about an organization; one that couldn't be checked has its own line. */
export function linesOfLook({ name, reason, reports }: CheckLook): CheckLine[] {
  const unchecked = reason === undefined ? [] : [uncheckedLine(name, reason)];
  return [...unchecked, ...reports.flatMap(linesOf)];
}

/** The roll-up in a few words: "3 errors, 1 not checked in 2 of 100 organizations". */
export function fleetCounts({ organizations, looked }: FleetCheck): string {
  const lines = organizations.flatMap(linesOfLook);
  const counts = SEVERITY_WORDS.flatMap((severity) => {
    const number = lines.filter((one) => one.isFinding && one.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? "" : "s"}`];
  });
  const unchecked = lines.filter(({ isFinding }) => !isFinding).length;
  if (unchecked > 0) counts.push(`${unchecked} not checked`);
  const all = `${looked} organization${looked === 1 ? "" : "s"}`;
  return counts.length === 0 ? `no findings in ${all}` : `${counts.join(", ")} in ${organizations.length} of ${all}`;
}

/** How often a rule is broken, and where. */
export const extentOfRule = ({ findings, organizations }: BrokenRule): string =>
  `${findings} in ${organizations.join(", ")}`;

function uncheckedLine(name: string, reason: string): CheckLine {
  return {
    rule: "organization-checked",
    title: "The organization can be checked",
    severity: "error",
    isFinding: false,
    resource: "Organization",
    name,
    id: name,
    field: "state",
    is: oneLine(reason),
    shouldBe: "",
    why: "",
    remedy: "",
    page: undefined,
    count: 1,
    change: undefined,
  };
}

function rulesIn(looks: readonly CheckLook[]): BrokenRule[] {
  const found = new Map<string, BrokenRule>();
  for (const look of looks) {
    for (const { rule, title, severity, isFinding } of linesOfLook(look)) {
      if (!isFinding) continue;
      const key = `${severity} ${rule}`;
      const before = found.get(key) ?? { rule, title, severity, findings: 0, organizations: [] };
      const organizations = [...new Set([...before.organizations, look.name])];
      found.set(key, { ...before, findings: before.findings + 1, organizations });
    }
  }
  const rank = ({ severity }: BrokenRule): number => SEVERITY_WORDS.indexOf(severity);
  return [...found.values()].toSorted((one, other) => rank(one) - rank(other) || other.findings - one.findings);
}
