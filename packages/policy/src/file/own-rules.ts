import type * as z from "zod";

import type { ActiveRule } from "../policy.ts";
import { RULES } from "../rules/index.ts";
import { Expression, ExpressionError } from "../own/expression.ts";
import { ownRule, type ownRuleSchema } from "../own/own-rule.ts";

type OwnRule = z.output<typeof ownRuleSchema>;

/** A problem at a path of the file. */
export interface Misplaced {
  readonly path: readonly PropertyKey[];
  readonly reason: string;
}

/** Rules of a file, and the problems in them; without problems, the rules are complete. */
interface OwnRules {
  readonly rules: readonly ActiveRule[];
  readonly problems: readonly Misplaced[];
}

/** The ID under which expired exceptions are reported. */
export const RESERVED = "exception-run-out";

/** Reads the rules that a file declares in itself. */
export function ownRules(declared: readonly OwnRule[]): OwnRules {
  const problems: Misplaced[] = [];
  const expressionAt = (path: readonly PropertyKey[], text: string): Expression | undefined => {
    try {
      return new Expression(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      problems.push({ path, reason: error.message });
      return undefined;
    }
  };
  const rules = declared.flatMap((one, index) => {
    const path = ["ownRules", index];
    const taken = takenBy(one.id, declared.slice(0, index));
    if (taken !== undefined) problems.push({ path: [...path, "id"], reason: taken });
    const when = one.when === undefined ? undefined : expressionAt([...path, "when"], one.when);
    const that = expressionAt([...path, "that"], one.that);
    return that === undefined ? [] : [{ rule: ownRule(one, { when, that }), severity: one.severity, parameters: {} }];
  });
  return { rules, problems };
}

function takenBy(id: string, before: readonly OwnRule[]): string | undefined {
  if (id === RESERVED || RULES.some((rule) => rule.id === id)) return `${id} is a built-in rule; choose another ID`;
  return before.some((one) => one.id === id) ? `${id} is the ID of a rule above; choose another ID` : undefined;
}
