import * as z from "zod";

import type { Example, Rule } from "../../packages/policy/src/index.ts";

const parameterSchema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string(), default: z.unknown().optional() })),
});

/** The page of the built-in rules: why each is there, what to do, its parameters, and what passes and fails. */
export function rulesPage(rules: readonly Rule[]): string {
  return `<!-- Written by \`npm run gen\` from packages/policy/src/rules; do not edit. -->

# Rules

\`orgform check\` checks an organization against these rules. [Write a policy](../guides/policy.md) shows how to choose rules, set parameters,
and allow exceptions. The numbers in the column "controls" are those of SOC 2, ISO/IEC 27001:2022 (Annex A), and CIS Controls 8.1.
The examples below are parts of the JSON that \`orgform picture\` prints, with the rule's \`parameters\` if they differ from the defaults.

| rule | what is right | severity | on by default | controls |
|---|---|---|---|---|
${rules.map(row).join("\n")}

${rules.map(section).join("\n")}`;
}

function row({ id, title, severity, isOn, references: { soc2 = [], iso27001 = [], cis = [] } }: Rule): string {
  const controls = [
    ...soc2.map((one) => `SOC 2 ${one}`),
    ...iso27001.map((one) => `ISO ${one}`),
    ...cis.map((one) => `CIS ${one}`),
  ];
  return `| [\`${id}\`](#${id}) | ${title} | ${severity} | ${isOn ? "yes" : "no"} | ${controls.join(", ")} |`;
}

function section(rule: Rule): string {
  const { id, title, why, remedy, examples } = rule;
  return `## ${id}

${title}. ${why}

To fix a finding: ${remedy}
${parametersOf(rule)}
- Passes: ${exampleOf(examples.passing)}
- Fails: ${exampleOf(examples.failing)}
`;
}

function parametersOf({ parameters }: Rule): string {
  const { properties } = parameterSchema.parse(z.toJSONSchema(parameters, { io: "input" }));
  const rows = Object.entries(properties).map(([name, { description, default: usual }]) => {
    const shown = usual === undefined ? "none" : `\`${JSON.stringify(usual)}\``;
    return `| \`${name}\` | ${description} | ${shown} |`;
  });
  return rows.length === 0 ? "" : `\n| parameter | meaning | default |\n|---|---|---|\n${rows.join("\n")}\n`;
}

/** The part of the picture, and the parameters where the defaults would not do. */
function exampleOf({ organization, sections, declared, parameters }: Example): string {
  const shown = { parameters, organization, ...sections, declared };
  return `\`${JSON.stringify(shown, null, 1).replaceAll(/\n\s*/gu, " ")}\``;
}
