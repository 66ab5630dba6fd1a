import { RULES } from "../../packages/policy/src/index.ts";

/** The rule with an ID. */
export function ruleNamed(id: string): (typeof RULES)[number] {
  const rule = RULES.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}`);
  return rule;
}

/** A rule at its own severity, with parameters. */
export function activeRule<T>(id: string, parameters: T) {
  const rule = ruleNamed(id);
  return { rule, severity: rule.severity, parameters };
}
