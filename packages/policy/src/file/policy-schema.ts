import * as z from "zod";

import { type Rule, SEVERITIES } from "../rule.ts";
import { ownRuleSchema } from "../own/own-rule.ts";
import { RULES } from "../rules/index.ts";

const severity = z.enum(SEVERITIES);

/** What a file can say of a rule: nothing but whether and how gravely it counts, or parameters as well. */
function ruleSchema({ title, why, parameters, severity: usual, isOn }: Rule) {
  const usually = isOn ? `Default: ${usual}.` : "Off by default.";
  return z
    .union([z.enum(["off", ...SEVERITIES]), parameters.extend({ severity: severity.optional() })])
    .optional()
    .describe(`${title}. ${why} ${usually}`);
}

const exception = z.strictObject({
  rule: z.string().min(1).describe("ID of the rule."),
  object: z.string().min(1).describe("ID or name of the object, or the email address of a person."),
  reason: z.string().min(1).describe("Why the finding is allowed."),
  until: z.iso.date().describe("Last day on which the finding is allowed, UTC, such as 2027-01-31."),
  by: z.string().min(1).describe("Who allowed the finding."),
});

/** The policy file. Shapes and limits stand with each field; `policy.schema.json` is made from it. */
export const policySchema = z
  .strictObject({
    rules: z
      .strictObject(Object.fromEntries(RULES.map((rule) => [rule.id, ruleSchema(rule)])))
      .default({})
      .describe("Built-in rules by ID. Rules that are left out keep their defaults."),
    ownRules: z.array(ownRuleSchema).default([]).describe("Rules of your own, each with a condition in CEL."),
    exceptions: z.array(exception).default([]).describe("Findings that are allowed for a limited time."),
  })
  .describe("What an organization must look like.");

/** The JSON Schema of the policy file, by which editors complete and check it. */
export function policyFileSchema(): object {
  return { title: "Orgform policy file", ...z.toJSONSchema(policySchema, { target: "draft-7", io: "input" }) };
}
