import type { Example } from "../../src/engines/generator.ts";
import { generators } from "../../src/engines/generators.ts";
import type { AnyResource } from "../../src/model/definition.ts";

const ENGINES = Object.values(generators);

/** The example of a declaration in the languages of every engine; nothing for one without. */
export function examplesOf(definition: AnyResource): string {
  const { example } = definition;
  if (example === undefined) return "";
  const examples = ENGINES.flatMap((engine) => engine.examples(definition, example));
  return `## Example\n\n${examples.map((one) => `${one.title}:\n\n${block(one)}\n\n`).join("")}`;
}

/** How an engine spells names of fields, if it differs from the table. */
export function spellingLine(definition: AnyResource): string {
  const lines = ENGINES.map((engine) => engine.spelling(definition));
  return lines.filter((line) => line !== "").join(" ");
}

/** How each engine comes to an object that exists already. */
export function existingSection(definition: AnyResource): string {
  const rows = ENGINES.flatMap((engine) => engine.existing(definition));
  const table = rows.map(({ way, takeOver, lookUp }) => `| ${way} | ${takeOver} | ${lookUp} |\n`).join("");
  const lookUps = ENGINES.flatMap((engine) => engine.lookUp(definition, definition.example ?? {}) ?? []);
  return `## Import or look up an existing object

| | import | look up without managing |
|---|---|---|
${table}${lookUps.map((one) => `\n${block(one)}\n`).join("")}`;
}

/** A program in Markdown. */
export function block({ language, text }: Example): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
