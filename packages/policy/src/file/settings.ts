import { type Severity, SEVERITIES } from "../rule.ts";

/** A policy file's settings of a rule: whether it applies and its severity, or parameters; undefined if it has none. */
export type Setting = string | Readonly<Record<string, unknown>> | undefined;

/** The word that turns a rule off. */
export const OFF = "off";

/** Settings of one rule from two places: the later place wins, and parameters that it leaves out stay. */
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

/** A rule with the settings that apply. */
interface Counted {
  readonly severity: Severity;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A rule's severity and parameters; undefined for a rule that is off. */
export function counted(
  rule: { readonly severity: Severity; readonly isOn: boolean },
  setting: Setting,
): Counted | undefined {
  if (setting === undefined) return rule.isOn ? { severity: rule.severity, parameters: {} } : undefined;
  const { severity, ...parameters } = typeof setting === "object" ? setting : { severity: setting };
  if (severity === OFF) return undefined;
  return { severity: SEVERITIES.find((one) => one === severity) ?? rule.severity, parameters };
}
