import type { AnyRule, Severity } from "./rule.ts";
import { RULES } from "./rules/index.ts";

/** A rule that counts here. */
export interface ActiveRule {
  readonly rule: AnyRule;
  readonly severity: Severity;
  /** As the file gives them; the rule fills in its defaults. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A finding that somebody allowed for a while. */
export interface Exception {
  /** ID of the rule. */
  readonly rule: string;
  /** ID or name of the object, or the email address of a person. */
  readonly object: string;
  readonly reason: string;
  /** Last day on which it counts, as 2027-01-31, UTC. */
  readonly until: string;
  /** Who allowed it. */
  readonly by: string;
}

/** What an organization is judged by. */
export interface Policy {
  readonly rules: readonly ActiveRule[];
  readonly exceptions: readonly Exception[];
}

/** What counts where no policy file says otherwise. */
export const DEFAULT_POLICY: Policy = {
  rules: RULES.filter(({ isOn }) => isOn).map((rule) => ({ rule, severity: rule.severity, parameters: {} })),
  exceptions: [],
};
