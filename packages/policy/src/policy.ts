import type { AnyRule, Severity } from "./rule.ts";
import { RULES } from "./rules/index.ts";

/** A rule that applies here. */
export interface ActiveRule {
  readonly rule: AnyRule;
  readonly severity: Severity;
  /** As in the file; the rule fills in its defaults. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A finding that somebody allowed temporarily. */
export interface Exception {
  /** ID of the rule. */
  readonly rule: string;
  /** ID or name of the object, or the email address of a person. */
  readonly object: string;
  readonly reason: string;
  /** The last day on which it applies, as 2027-01-31, UTC. */
  readonly until: string;
  /** Who allowed it. */
  readonly by: string;
}

/** The rules for an organization. */
export interface Policy {
  readonly rules: readonly ActiveRule[];
  readonly exceptions: readonly Exception[];
  /** Labels of overrides in the policy file that don't apply, because the organization lacks them. */
  readonly otherLabels?: readonly Labels[];
}

/** Labels of an organization in a fleet. */
export type Labels = Readonly<Record<string, string>>;

/** The policy without a policy file. */
export const DEFAULT_POLICY: Policy = {
  rules: RULES.filter(({ isOn }) => isOn).map((rule) => ({ rule, severity: rule.severity, parameters: {} })),
  exceptions: [],
};
