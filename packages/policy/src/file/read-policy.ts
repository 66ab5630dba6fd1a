import * as z from "zod";

import type { LoadedRule } from "../module-rule.ts";
import { RULES } from "../rules/index.ts";
import type { ActiveRule, Exception, Labels, Policy } from "../policy.ts";
import type { AnyRule, Rule } from "../rule.ts";
import { LocatedDocument, requiredWords } from "./located-document.generated.ts";
import { type LoadedModules, type LoadModule, loadModules, NO_MODULES } from "./module-rules.ts";
import { type Misplaced, ownRules, RESERVED } from "./own-rules.ts";
import { PolicyFileError } from "./policy-problem.ts";
import { policySchema } from "./policy-schema.ts";
import { counted, merged, type Setting } from "./settings.ts";

/** The policy of an organization, by its labels. */
export type PolicyFor = (labels?: Labels) => Policy;

/**
 * Reads the text of a policy file that names no modules.
 *
 * @param file - its path, for messages
 * @throws PolicyFileError with every problem, each with its line and field
 */
export function policyOf(file: string, text: string, labels: Labels = {}): Policy {
  const document = new LocatedDocument(file, text, PolicyFileError);
  if (broughtSchema.parse(document.values()).modules.length > 0) {
    throw new PolicyFileError([document.problem(["modules"], "modules run code; read this file with readPolicy")]);
  }
  return policyFor(document, NO_MODULES)(labels);
}

/**
 * Reads the text of a policy file, and the rules of the modules that it names.
 *
 * @param file - its path, for messages
 * @param load - loads a module by its path in the file
 * @throws PolicyFileError with every problem, each with its line and field
 */
export async function readPolicy(file: string, text: string, load: LoadModule): Promise<PolicyFor> {
  const document = new LocatedDocument(file, text, PolicyFileError);
  return policyFor(document, await loadModules(broughtSchema.parse(document.values()).modules, load));
}

/** The part of a file that is used before the check: the rules that it declares. */
const broughtSchema = z
  .object({
    modules: z.array(z.string()).catch([]),
    ownRules: z.array(z.object({ id: z.string() }).catch({ id: "" })).catch([]),
  })
  .catch({ modules: [], ownRules: [] });

/** A rule with its settings from the file, by its ID. */
type SettableRule = Rule | LoadedRule;

/** A checked file. */
interface Checked {
  readonly settable: readonly SettableRule[];
  readonly own: readonly ActiveRule[];
  readonly exceptions: readonly Exception[];
  readonly settings: z.output<typeof settingsSchema>;
}

/** The settings exactly as in the file, without the defaults that a schema fills in. */
const setting = z.union([z.string(), z.record(z.string(), z.unknown())]);
const settingsSchema = z.object({
  rules: z.record(z.string(), setting).default({}),
  overrides: z
    .array(z.object({ labels: z.record(z.string(), z.string()), rules: z.record(z.string(), setting) }))
    .default([]),
});

function policyFor(document: LocatedDocument, modules: LoadedModules): PolicyFor {
  // An empty file has no rules of its own.
  const values = document.values() ?? {};
  const schema = policySchema({
    own: broughtSchema.parse(values).ownRules.map(({ id }) => id),
    ofModules: modules.rules.map(({ id }) => id),
  });
  const parsed = schema.safeParse(values, { error: requiredWords, reportInput: true });
  const refused = (problems: readonly Misplaced[]): PolicyFileError =>
    new PolicyFileError([...modules.problems, ...problems].map(({ path, reason }) => document.problem(path, reason)));
  if (!parsed.success) throw refused(parsed.error.issues.flatMap(innermost));
  const own = ownRules(parsed.data.ownRules);
  const file: Checked = {
    settable: [...RULES, ...modules.rules],
    own: own.rules,
    exceptions: parsed.data.exceptions,
    settings: settingsSchema.parse(values),
  };
  const problems = [...doubles(modules.rules, own.rules), ...own.problems, ...unfinished(file), ...misnamed(file)];
  if (modules.problems.length + problems.length > 0) throw refused(problems);
  return (labels = {}) => {
    const others = file.settings.overrides.flatMap((one) => (applies(one, labels) ? [] : [one.labels]));
    const { exceptions } = file;
    return { rules: activeRules(file, labels), exceptions, ...(others.length === 0 ? {} : { otherLabels: others }) };
  };
}

/** Rules of modules whose ID another rule already has. */
function doubles(loaded: readonly LoadedRule[], own: readonly ActiveRule[]): Misplaced[] {
  return loaded.flatMap(({ id }, index) => {
    const others = [...RULES, ...own.map(({ rule }) => rule), ...loaded.slice(0, index)];
    const isTaken = id === RESERVED || others.some((one) => one.id === id);
    return isTaken
      ? [{ path: ["modules"], reason: `${id} is the ID of two rules; give the module's another one` }]
      : [];
  });
}

/** Rules that lack required settings, at each place where the file turns them on. */
function unfinished({ settable, settings: { rules, overrides } }: Checked): Misplaced[] {
  return settable.flatMap((rule) => {
    const base = rules[rule.id];
    return [
      ...missingIn(rule, base, ["rules", rule.id]),
      ...overrides.flatMap((one, index) => {
        const own = one.rules[rule.id];
        if (own === undefined) return [];
        return missingIn(rule, merged(base, own), ["overrides", index, "rules", rule.id]);
      }),
    ];
  });
}

function missingIn(rule: SettableRule, setting: Setting, path: readonly PropertyKey[]): Misplaced[] {
  const active = setting === undefined ? undefined : counted(rule, setting);
  if (active === undefined) return [];
  if (rule.parameters === undefined) {
    return Object.keys(active.parameters).map((name) => ({
      path: [...path, name],
      reason: "the rule has no parameters",
    }));
  }
  const issues = rule.parameters.safeParse(active.parameters).error?.issues ?? [];
  const missing = issues.map((issue) => issue.path.join("."));
  if (issues.length === 0) return [];
  if (Object.keys(active.parameters).length > 0) {
    return issues.map((issue) => ({ path: [...path, ...issue.path], reason: issue.message }));
  }
  return [{ path, reason: `the rule needs ${missing.join(", ")}: give {severity, ${missing.join(", ")}}` }];
}

function misnamed({ settable, own, exceptions }: Checked): Misplaced[] {
  const ids = new Set([...settable, ...own.map(({ rule }) => rule)].map(({ id }) => id));
  return exceptions.flatMap(({ rule }, index) =>
    ids.has(rule) ? [] : [{ path: ["exceptions", index, "rule"], reason: `there is no rule ${rule}` }],
  );
}

/** Whether an override applies to an organization with these labels. */
function applies(override: { readonly labels: Labels }, labels: Labels): boolean {
  return Object.entries(override.labels).every(([name, value]) => labels[name] === value);
}

/** The rules that apply to an organization with these labels. */
function activeRules({ settable, own, settings: { rules, overrides } }: Checked, labels: Labels): ActiveRule[] {
  const meant = overrides.filter((one) => applies(one, labels));
  const settingOf = (id: string): Setting => meant.reduce<Setting>((all, one) => merged(all, one.rules[id]), rules[id]);
  const active = (rule: AnyRule & { readonly isOn: boolean }, setting: Setting): ActiveRule[] => {
    const found = counted(rule, setting);
    return found === undefined ? [] : [{ rule, ...found }];
  };
  return [
    ...settable.flatMap((rule) => active(rule, settingOf(rule.id))),
    ...own.flatMap(({ rule }) => active({ ...rule, isOn: true }, settingOf(rule.id))),
  ];
}

/** For a value with several allowed forms: why it doesn't match the closest one. */
function innermost(issue: z.core.$ZodIssue): Misplaced[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...issue.path, key], reason: "is no field of a policy file here" }));
  }
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [{ path: issue.path, reason: issue.message }];
  const isWord = typeof issue.input === "string";
  const nearest = (isWord ? issue.errors[0] : issue.errors.at(-1)) ?? [];
  return nearest.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}
