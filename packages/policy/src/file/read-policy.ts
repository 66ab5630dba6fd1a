import type * as z from "zod";

import { RULES } from "../rules/index.ts";
import type { ActiveRule, Policy } from "../policy.ts";
import { type Rule, SEVERITIES } from "../rule.ts";
import { LocatedDocument } from "./located-document.ts";
import { type Misplaced, ownRules } from "./own-rules.ts";
import { PolicyFileError } from "./policy-problem.ts";
import { policySchema } from "./policy-schema.ts";

type RuleSetting = z.output<typeof policySchema>["rules"][string];

/**
 * Reads the text of a policy file.
 *
 * @param file - its path, for messages
 * @throws PolicyFileError with every problem, each with its line and field
 */
export function policyOf(file: string, text: string): Policy {
  const document = new LocatedDocument(file, text);
  const parsed = policySchema.safeParse(document.values(), { error: wordsOf, reportInput: true });
  if (!parsed.success) {
    const issues = parsed.error.issues.flatMap(innermost);
    throw new PolicyFileError(issues.map(({ path, message }) => document.problem(path, message)));
  }
  const { rules, exceptions } = parsed.data;
  const active = RULES.map((rule) => ({ rule, setting: rules[rule.id] }));
  const own = ownRules(parsed.data.ownRules);
  const ids = new Set([...RULES, ...parsed.data.ownRules].map(({ id }) => id));
  const problems = [
    ...active.flatMap(({ rule, setting }) => unfinished(rule, setting)),
    ...own.problems,
    ...exceptions.flatMap(({ rule }, index) =>
      ids.has(rule) ? [] : [{ path: ["exceptions", index, "rule"], reason: `there is no rule ${rule}` }],
    ),
  ];
  if (problems.length > 0)
    throw new PolicyFileError(problems.map(({ path, reason }) => document.problem(path, reason)));
  return { rules: [...active.flatMap(({ rule, setting }) => activeRule(rule, setting)), ...own.rules], exceptions };
}

/** A rule that somebody turns on by a word, and that needs to be told more. */
function unfinished(rule: Rule, setting: RuleSetting): Misplaced[] {
  if (typeof setting !== "string" || setting === "off") return [];
  const missing = rule.parameters.safeParse({}).error?.issues.map(({ path }) => path.join(".")) ?? [];
  return missing.length === 0
    ? []
    : [
        {
          path: ["rules", rule.id],
          reason: `the rule needs ${missing.join(", ")}: give {severity, ${missing.join(", ")}}`,
        },
      ];
}

function activeRule(rule: Rule, setting: RuleSetting): ActiveRule[] {
  if (setting === undefined) return rule.isOn ? [{ rule, severity: rule.severity, parameters: {} }] : [];
  if (setting === "off") return [];
  if (typeof setting === "string") return [{ rule, severity: setting, parameters: {} }];
  const { severity: given, ...parameters } = setting;
  const severity = SEVERITIES.find((one) => one === given) ?? rule.severity;
  return [{ rule, severity, parameters }];
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Of a value that can have one of several forms: what keeps it from the form that it comes nearest to. */
function innermost(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: "is no field of a policy file here" }));
  }
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const isWord = typeof issue.input === "string";
  const nearest = (isWord ? issue.errors[0] : issue.errors.at(-1)) ?? [];
  return nearest.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** What is missing is said so; everything else in the library's words. */
function wordsOf({ code, input, expected }: { code?: string; input?: unknown; expected?: string }): string | undefined {
  if (code === "invalid_type" && input === undefined) return `is required: ${expected ?? "a value"}`;
  return undefined;
}
