import { kindOf } from "../../src/cli/call/flags.ts";
import { isAnyJson } from "../../src/model/any-json.ts";
import { defaultOf, type Field, isOptional } from "../../src/model/field.ts";
import { type AnyFunction, argumentsOf, givesRows, resultOf } from "../../src/model/function.ts";
import { kebabName } from "../../src/model/names.ts";
import { actionOf } from "../../src/app/actions.ts";
import { shapeOf } from "../../src/model/shape.ts";
import { generators } from "../../src/engines/generators.ts";
import { block } from "./reference-engines.ts";
import { typeText } from "../../src/engines/pulumi/generator/type-text.ts";
import { printed } from "../../src/model/messages.ts";

const HEADER = "<!-- Written by `npm run gen` from src/catalog/functions; do not edit. -->";

const REPEATS = {
  safe: "can safely be repeated.",
  lookup: "can safely be repeated: it first checks whether it was carried out.",
  once: "must not be repeated: Orgform records the call before sending it, and refuses the same call again without `rerun`.",
} as const;

/** The reference page of one function. */
export function functionPage(definition: AnyFunction): string {
  const { name, doc, notes = [], effect, repeat, alternative } = definition;
  const given = givesRows(definition) ? "Rows with these fields:" : "An object with these fields:";
  return `${HEADER}

# ${name}

${printed(doc)}

${notes.map((note) => `- ${printed(note)}\n`).join("")}
- Effect: ${effect}; it ${REPEATS[repeat]}
- Key: ${keyText(definition)}
${alternative === undefined ? "" : `- ${printed(alternative)}\n`}
## Arguments

| argument | type | required, default | meaning |
|---|---|---|---|
${argumentsOf(definition).map(argumentRow).join("\n")}

## Result

${given}

| field | type | meaning |
|---|---|---|
${resultOf(definition).map(resultRow).join("\n")}

## On the command line

\`\`\`sh
${commandLine(definition)}
\`\`\`
${effect === "read" ? "" : runOnceSection(definition)}`;
}

/** The list of all functions. */
export function functionIndex(definitions: readonly AnyFunction[]): string {
  const rows = definitions.map(
    ({ name, effect, doc }) => `| [${name}](${kebabName(name)}.md) | ${effect} | ${cell(printed(doc))} |`,
  );
  return `${HEADER}

# Functions

One-off operations that don't manage a resource. [The guide](../../guides/functions.md) shows how to call them.

| function | effect | what it does |
|---|---|---|
${rows.join("\n")}
`;
}

function keyText({ scopes }: AnyFunction): string {
  if (scopes.length === 0) return "requires an [unscoped key](../../glossary.md).";
  return `needs ${scopes.map((scope) => `\`${scope}\``).join(" and ")}.`;
}

function argumentRow([name, rules]: readonly [string, Field]): string {
  const initial = defaultOf(rules);
  const need =
    rules.fromConfig === undefined
      ? isOptional(rules)
        ? initial === undefined
          ? "optional"
          : `default \`${JSON.stringify(initial)}\``
        : "**required**"
      : `default: setting \`${rules.fromConfig}\``;
  return `| \`${name}\` | ${typeCell(rules)} | ${need} | ${cell(printed(rules.doc))} |`;
}

function resultRow([name, rules]: readonly [string, Field]): string {
  return `| \`${name}\` | ${typeCell(rules)} | ${cell(printed(rules.doc))}${rules.secret === true ? " Secret." : ""} |`;
}

function typeCell(rules: Field): string {
  const text = isAnyJson(rules) ? "any JSON" : typeText(shapeOf(rules)).replaceAll("readonly ", "");
  return `\`${cell(text)}\``;
}

function commandLine(definition: AnyFunction): string {
  const example = definition.example as Readonly<Record<string, unknown>>;
  const flags = argumentsOf(definition).flatMap(([name, rules]) => {
    const value = example[name];
    if (value === undefined) return [];
    const kind = kindOf(rules);
    const text =
      kind === "list"
        ? (value as string[]).join(",")
        : typeof value === "string" && kind !== "JSON"
          ? value
          : JSON.stringify(value);
    // A value such as `-7d` would be taken for a flag.
    const between = text.startsWith("-") ? "=" : " ";
    return [`--${kebabName(name)}${between}${/^[\w@.:,-]+$/u.test(text) ? text : `'${text}'`}`];
  });
  const confirm = definition.confirmation?.(example).words;
  const all = [...flags, ...(confirm === undefined ? [] : [`--confirm '${confirm}'`])];
  return ["orgform call " + kebabName(definition.name), ...all].join(" \\\n  ");
}

/** Every function that writes is a resource, too, which calls it once. */
function runOnceSection(definition: AnyFunction): string {
  const runOnce = actionOf(definition);
  const example = { ...runOnce.example, triggers: { ticket: "OPS-4711" } };
  const programs = Object.values(generators).flatMap((engine) => engine.examples(runOnce, example).slice(0, 1));
  return `
## Run once in a program

The resource \`${runOnce.name}\` calls the function when it's created, and again when \`triggers\` change. Its outputs are \`ranAt\` and
\`result\`. Pass values of the type any JSON as JSON text. A refresh doesn't run the function, and removing the resource undoes nothing.

${programs.map(block).join("\n\n")}
`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
