import * as z from "zod";

import { type Example, judge, type Finding, type Need, type Rule } from "../../packages/policy/src/index.ts";
import { pictureOfExample } from "./example-picture.ts";

const HEADER = "<!-- Written by `npm run gen` from packages/policy/src/rules; do not edit. -->";

/** Longest line of an example, characters. */
const LINE = 130;

const CONTROLS = [
  ["soc2", "SOC 2"],
  ["iso27001", "ISO/IEC 27001:2022, Annex A"],
  ["cis", "CIS Controls 8.1"],
] as const;

/** Texts for needs that aren't sections of the picture. */
const OTHER_NEEDS: Readonly<Partial<Record<Need, string>>> = {
  projectSettings: "the settings of each project",
  declared: "what your code declares",
};

const parameterSchema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string(), default: z.unknown().optional() })),
});

/** The list of the built-in rules by subject. */
export function ruleIndex(subjects: Readonly<Record<string, readonly Rule[]>>): string {
  const tables = Object.entries(subjects).map(
    ([subject, rules]) => `## ${subject}

| rule | what is right | severity | on by default | controls |
|---|---|---|---|---|
${rules.map(row).join("\n")}
`,
  );
  return `${HEADER}

# Rules

\`orgform check\` checks an organization against these rules. [Write a policy](../../guides/policy.md) shows how to choose rules, set parameters,
and allow exceptions. Each rule has a page with its reason, its remedy, its parameters, and examples. The numbers in the column "controls" are those of
SOC 2, ISO/IEC 27001:2022 (Annex A), and CIS Controls 8.1. Beside these rules, the report has a finding \`exception-run-out\` for each
[exception](../../guides/policy.md#add-exceptions) that has run out.

${tables.join("\n")}`;
}

/** The page of one rule: what it checks and why, the remedy, its needs, and examples that pass and fail. */
export function rulePage(rule: Rule): string {
  const { id, title, why, remedy, examples } = rule;
  const finding = findingOf(rule);
  return `${HEADER}

# ${id}

${title}. ${why}

${factsOf(rule)}
## Fix a finding

${remedy}

## Parameters

${parametersOf(rule)}
## Needs

${needsOf(rule)}
## Controls

${controlsOf(rule)}
## Examples

These are parts of the JSON that [\`orgform picture\`](../../picture.md) prints, with the rule's \`parameters\` if they differ from the defaults. Lists
that an example leaves out are empty. This passes:

${exampleOf(examples.passing)}

This fails:

${exampleOf(examples.failing)}

The report names \`${finding.object.resourceName} ${finding.object.name}\`, and says \`${finding.field}: ${finding.is}; should be ${finding.shouldBe}\`.

## Set the rule, or make an exception

In [\`orgform.policy.yaml\`](../../guides/policy.md), \`rules\` sets the severity and the parameters. An [exception](../../guides/policy.md#add-exceptions)
allows the finding above for a limited time:

${policyOf(rule, finding)}
`;
}

function row({ id, title, severity, isOn, references: { soc2 = [], iso27001 = [], cis = [] } }: Rule): string {
  const controls = [
    ...soc2.map((one) => `SOC 2 ${one}`),
    ...iso27001.map((one) => `ISO ${one}`),
    ...cis.map((one) => `CIS ${one}`),
  ];
  return `| [\`${id}\`](${id}.md) | ${title} | ${severity} | ${isOn ? "yes" : "no"} | ${controls.join(", ")} |`;
}

/** The finding of the failing example, as a report has it. */
function findingOf(rule: Rule): Finding {
  const { failing } = rule.examples;
  const active = { rule, severity: rule.severity, parameters: failing.parameters ?? {} };
  const [finding] = judge(pictureOfExample(failing), { rules: [active], exceptions: [] }).findings;
  if (finding === undefined) throw new Error(`The failing example of ${rule.id} gives no finding.`);
  return finding;
}

function factsOf({ severity, isOn, judgesEach }: Rule): string {
  const on = isOn ? "yes; `off` in the policy turns it off" : "no; a severity or parameters in the policy turn it on";
  const each =
    judgesEach === true
      ? "It checks each object by itself, so the [policy pack for Pulumi](../../guides/policy.md#check-while-pulumi-previews) also uses it."
      : "It checks the organization as a whole, so the policy pack for Pulumi doesn't use it.";
  return `- Severity: ${severity}\n- On by default: ${on}\n- ${each}\n`;
}

function parametersOf({ parameters }: Rule): string {
  const { properties } = parameterSchema.parse(z.toJSONSchema(parameters, { io: "input" }));
  const rows = Object.entries(properties).map(([name, { description, default: usual }]) => {
    const shown = usual === undefined ? "none" : `\`${JSON.stringify(usual)}\``;
    return `| \`${name}\` | ${description} | ${shown} |`;
  });
  if (rows.length === 0) return "The rule has no parameters.\n";
  return `| parameter | meaning | default |\n|---|---|---|\n${rows.join("\n")}\n`;
}

function needsOf({ needs }: Rule): string {
  const words = needs.map((need) => OTHER_NEEDS[need] ?? `\`${need}\``);
  const read = ["`organization`", ...words].join(", ");
  const declared = needs.includes("declared")
    ? " What your code declares comes from [a state](../../guides/policy.md#read-the-report) or [a plan](../../guides/policy.md#check-a-plan)."
    : "";
  return `The rule reads these parts of the [picture](../../picture.md): ${read}.${declared} If something that decides isn't known, for example because
the API key can't read it, the report lists the rule as *not checked*, never as passed.
`;
}

function controlsOf({ references }: Rule): string {
  const rows = CONTROLS.flatMap(([name, label]) => {
    const numbers = references[name] ?? [];
    return numbers.length === 0 ? [] : [`- ${label}: ${numbers.join(", ")}`];
  });
  return `${rows.join("\n")}\n`;
}

/** The part of the picture, and the parameters if the defaults wouldn't do. */
function exampleOf({ organization, sections, declared, parameters }: Example): string {
  return `\`\`\`json picture\n${wrapped({ parameters, organization, ...sections, declared })}\n\`\`\``;
}

/** JSON with each object on one line if it fits. */
function wrapped(value: unknown, indent = ""): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/gu, " ");
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const lines = (parts: readonly string[]): string => parts.map((part) => `${inner}${part}`).join(",\n");
  if (Array.isArray(value)) return `[\n${lines(value.map((one) => wrapped(one, inner)))}\n${indent}]`;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{\n${lines(members.map(([name, one]) => `${JSON.stringify(name)}: ${wrapped(one, inner)}`))}\n${indent}}`;
}

/** A policy file that sets the rule as its failing example does, and allows the finding. */
function policyOf({ id, severity, parameters, examples }: Rule, { object }: Finding): string {
  const set = Object.entries(parameters.parse(examples.failing.parameters ?? {})).filter(
    ([, one]) => one !== undefined,
  );
  const settings = [`severity: ${severity}`, ...set.map(([name, one]) => `${name}: ${JSON.stringify(one)}`)];
  return `\`\`\`yaml
rules:
  ${id}: { ${settings.join(", ")} }
exceptions:
  - rule: ${id}
    object: ${object.name}
    reason: Agreed until the next review
    until: 2027-01-31
    by: ann@acme.example
\`\`\``;
}
