import { type Severity, SEVERITIES } from "../rule.ts";

/** What a policy file says of a rule: whether and how gravely it counts, or parameters; undefined where it says nothing. */
export type Setting = string | Readonly<Record<string, unknown>> | undefined;

/** The word by which a rule doesn't count. */
export const OFF = "off";

/** What counts where two places speak of one rule: the later one wins, and parameters that it leaves out stay. */
export function merged(before: Setting, after: Setting): Setting {
  if (after === undefined) return before;
  if (typeof before !== "object") {
    const isKept = typeof after === "object" && before !== undefined && before !== OFF;
    return isKept ? { severity: before, ...after } : after;
  }
  if (typeof after === "string") return { ...before, severity: after };
  const { severity, ...parameters } = before;
  return { ...(severity === OFF ? parameters : before), ...after };
}

/** A rule as it counts. */
interface Counted {
  readonly severity: Severity;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A rule's severity and parameters; undefined for a rule that doesn't count. */
export function counted(
  rule: { readonly severity: Severity; readonly isOn: boolean },
  setting: Setting,
): Counted | undefined {
  if (setting === undefined) return rule.isOn ? { severity: rule.severity, parameters: {} } : undefined;
  const { severity, ...parameters } = typeof setting === "object" ? setting : { severity: setting };
  if (severity === OFF) return undefined;
  return { severity: SEVERITIES.find((one) => one === severity) ?? rule.severity, parameters };
}
