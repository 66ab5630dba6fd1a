import * as z from "zod";

import { type Rule, SEVERITIES } from "../rule.ts";
import { ownRuleSchema } from "../own/own-rule.ts";
import { RULES } from "../rules/index.ts";
import { OFF } from "./settings.ts";

const word = z.enum([OFF, ...SEVERITIES]);
const severity = z.enum(SEVERITIES).optional();

/** A file's settings for a rule: only whether it applies and its severity, or parameters as well. */
function ruleSchema({ title, why, parameters, severity: usual, isOn }: Rule) {
  const usually = isOn ? `Default: ${usual}.` : "Off by default.";
  return z
    .union([word, parameters.extend({ severity })])
    .optional()
    .describe(`${title}. ${why} ${usually}`);
}

/** Settings that override others: any of the parameters, or none. */
function overridingSchema({ title, parameters }: Rule) {
  return z
    .union([word, parameters.partial().extend({ severity })])
    .optional()
    .describe(`${title}.`);
}

/** Settings of a rule from a module, whose parameters the module checks. */
const moduleSetting = z.union([word, z.looseObject({ severity })]).optional();

/** Rules declared in a file set their severity themselves. */
const ownSetting = word.optional();

const exception = z.strictObject({
  rule: z.string().min(1).describe("ID of the rule."),
  object: z.string().min(1).describe("ID or name of the object, or the email address of a person."),
  reason: z.string().min(1).describe("Why the finding is allowed."),
  until: z.iso.date().describe("Last day on which the finding is allowed, UTC, such as 2027-01-31."),
  by: z.string().min(1).describe("Who allowed the finding."),
});

const labels = z
  .record(z.string().min(1), z.string())
  .refine((chosen) => Object.keys(chosen).length > 0, "expected at least one label")
  .describe("Labels of the organizations that the override applies to. They must have all of them.");

/** IDs of the rules that a file declares. */
interface BroughtRules {
  readonly own: readonly string[];
  readonly ofModules: readonly string[];
}

/** The settings of rules by ID. */
function settingsSchema(schemaOf: (rule: Rule) => z.ZodType, brought: BroughtRules) {
  return z.strictObject({
    ...Object.fromEntries(brought.ofModules.map((id) => [id, moduleSetting])),
    ...Object.fromEntries(RULES.map((rule) => [rule.id, schemaOf(rule)])),
  });
}

/** The policy file. Each field has its shape and limits; `policy.schema.json` is generated from this schema. */
export function policySchema(brought: BroughtRules) {
  const own = Object.fromEntries(brought.own.map((id) => [id, ownSetting]));
  return z
    .strictObject({
      modules: z
        .array(z.string().min(1))
        .default([])
        .describe("Paths of modules that export rules, relative to this file."),
      rules: settingsSchema(ruleSchema, brought)
        .default({})
        .describe("Built-in rules, and rules of modules, by ID. Rules that are left out keep their defaults."),
      ownRules: z.array(ownRuleSchema).default([]).describe("Rules of your own, each with a condition in CEL."),
      overrides: z
        .array(z.strictObject({ labels, rules: settingsSchema(overridingSchema, brought).extend(own) }))
        .default([])
        .describe("Settings for organizations with certain labels in a fleet. Later ones win."),
      exceptions: z.array(exception).default([]).describe("Findings that are allowed for a limited time."),
    })
    .describe("What an organization must look like.");
}

/** The JSON Schema of the policy file, by which editors complete and check it. They don't know the rules of modules. */
export function policyFileSchema(): object {
  const schema = policySchema({ own: [], ofModules: [] });
  const { rules, overrides } = schema.shape;
  // Only here, because an override sets rules exactly as the file does.
  const settings = z.unknown().meta({ $ref: "#/properties/rules" });
  const override = overrides.unwrap().element.extend({ rules: settings });
  const open = schema.extend({
    rules: rules
      .unwrap()
      .catchall(moduleSetting)
      .optional()
      .describe(rules.description ?? ""),
    overrides: z
      .array(override)
      .optional()
      .describe(overrides.description ?? ""),
  });
  return { title: "Orgform policy file", ...z.toJSONSchema(open, { target: "draft-7", io: "input" }) };
}
