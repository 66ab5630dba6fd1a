import { type AnyResource, fieldsOf } from "../../src/model/definition.ts";
import { deprecationOf } from "../../src/model/deprecations.ts";
import { defaultOf, type Field, isOptional } from "../../src/model/field.ts";
import { effectOf } from "../../src/model/diff.ts";
import { type Shape, shapeOf } from "../../src/model/shape.ts";
import { examplesOf, existingSection, spellingLine } from "./reference-engines.ts";
import { kebabName } from "../../src/model/names.ts";
import { typeText } from "../../src/engines/pulumi/generator/type-text.ts";
import { printed } from "../../src/model/messages.ts";

const HEADER = "<!-- Written by `npm run gen` from src/catalog/resources; do not edit. -->";

/** The reference page of one resource. */
export function referencePage(definition: AnyResource): string {
  const { name, identity, naturalKey, scopes } = definition;
  const deprecation = deprecationOf(definition);
  const id = identity.parts.map((part) => `<${part}>`).join("/");
  const rows = fieldsOf(definition, "inputs").map(([field, declared]) => inputRow(definition, field, declared));
  const outputs = fieldsOf(definition, "outputs").map(
    ([field, declared]) =>
      `| \`${field}\` | \`${cell(typeText(shapeOf(declared)).replaceAll("readonly ", ""))}\` | ${declared.stable === true ? "never" : (declared.stable?.changes ?? "may change")} | ${cell(printed(declared.doc))} |`,
  );
  return `${HEADER}

# ${name}

${printed(definition.doc)}
${deprecation === undefined ? "" : `\nDeprecated: ${printed(deprecation)}\n`}
${definition.notes.map((note) => `- ${printed(note)}`).join("\n")}

${examplesOf(definition)}## Inputs

${spellingLine(definition)}

| field | type | required, default | when changed | meaning |
|---|---|---|---|---|
${rows.join("\n")}
${blockTables(definition)}
## Outputs

All inputs that were given, and:

| field | type | changes | meaning |
|---|---|---|---|
${outputs.join("\n")}

## Identity

- Id: \`${id}\`.
- Natural key, by which Orgform recognizes an existing object: ${(naturalKey?.fields ?? []).map((field) => `\`${field}\``).join(", ") || "none"}.
- In the ID of an import, you can write the object's name in place of an opaque last part.
${definition.kind === "settings" ? "- It sets properties of an existing object. Deleting it doesn't delete that object.\n" : ""}
${existingSection(definition)}
## Scopes of the API key

- to read: ${scopeList(scopes.read)}
- to write: ${scopeList(scopes.write)}
${furtherScopes(definition)}`;
}

/** Scopes that only the notes name, such as the one to recognize the key's own account. */
function furtherScopes({ notes, scopes }: AnyResource): string {
  const named = notes.flatMap((note) => printed(note).match(/`[a-z_]+:(?:read|write)`/gu) ?? []);
  const listed = new Set([...scopes.read, ...scopes.write].map((scope) => `\`${scope}\``));
  const further = [...new Set(named)].filter((scope) => !listed.has(scope));
  return further.length === 0 ? "" : `- in some cases, which are described above: ${further.join(", ")}\n`;
}

/** A row for each resource, with a link to its page. */
function resourceTable(definitions: readonly AnyResource[]): string {
  const rows = definitions.map(({ name, doc }) => `| [${name}](${kebabName(name)}.md) | ${cell(printed(doc))} |`);
  return `| resource | what it is |\n|---|---|\n${rows.join("\n")}`;
}

/** The names of all resources, each with a link to its page, for README. */
export function resourceLinks(definitions: readonly AnyResource[]): string {
  return definitions.map(({ name }) => `[${name}](docs/reference/${kebabName(name)}.md)`).join(", ");
}

/** The list of all reference pages. */
export function referenceIndex(definitions: readonly AnyResource[]): string {
  return `${HEADER}

# Reference

${resourceTable(definitions)}

See also: [functions](functions/index.md), [settings of the provider](settings.md), [commands](commands.md), [rules of \`orgform check\`](rules/index.md),
[operations of the API](operations.md), [service versions](dialects.md), and [error codes](../errors.md).
`;
}

function inputRow(definition: AnyResource, field: string, declared: Field): string {
  const fallback = defaultOf(declared);
  const given =
    declared.fromConfig === undefined
      ? isOptional(declared)
        ? fallback === undefined
          ? "optional"
          : `default \`${JSON.stringify(fallback)}\``
        : "**required**"
      : `default: setting \`${declared.fromConfig}\``;
  const stored = declared.onChange === "resend" ? "sends the secrets again" : "only in the state; nothing is sent";
  const effects = { update: "in place", replace: "**replaces**", store: stored };
  const effect = effects[effectOf(definition, declared)] + replacingKind(declared);
  const secret = declared.secret === true ? " Secret." : "";
  return `| \`${field}\` | ${inputType(field, declared)} | ${given} | ${effect} | ${cell(printed(declared.doc))}${secret} |`;
}

function inputType(name: string, declared: Field): string {
  const shape = shapeOf(declared);
  return blocksIn(shape, name).length > 0 ? "object, see below" : `\`${cell(plainType(shape))}\``;
}

/** A table for each object with documented fields in an input, at any depth. */
function blockTables(definition: AnyResource): string {
  return fieldsOf(definition, "inputs")
    .flatMap(([name, declared]) => blocksIn(shapeOf(declared), name))
    .map(([path, shape]) => `\n### \`${path}\`\n\n${blockTable(shape)}\n`)
    .join("");
}

function blocksIn(shape: Shape, path: string): (readonly [string, Shape])[] {
  const members = Object.entries(shape.properties ?? {});
  const own = members.some(([, { doc }]) => doc !== undefined) ? [[path, shape] as const] : [];
  return [...own, ...members.flatMap(([name, inner]) => blocksIn(inner, `${path}.${name}`))];
}

function blockTable({ properties = {}, required = [] }: Shape): string {
  const rows = Object.entries(properties).map(([name, inner]) => {
    const fallback = inner.default === undefined ? "optional" : `default \`${JSON.stringify(inner.default)}\``;
    const isNeeded = required.includes(name) && inner.default === undefined;
    const type = blocksIn(inner, name).length > 0 ? "object, see below" : `\`${cell(plainType(inner))}\``;
    const doc = inner.doc === undefined ? "" : cell(printed(inner.doc));
    return `| \`${name}\` | ${type} | ${isNeeded ? "**required**" : fallback} | ${doc}${inner.secret === true ? " Secret." : ""} |`;
  });
  return `| member | type | required, default | meaning |\n|---|---|---|---|\n${rows.join("\n")}`;
}

function plainType(shape: Shape): string {
  return typeText(shape).replaceAll("readonly ", "");
}

function replacingKind({ onChange }: Field): string {
  return typeof onChange !== "object" ? "" : "; **replaces** when it is of another kind";
}

function scopeList(scopes: readonly string[]): string {
  return scopes.length === 0 ? "none" : scopes.map((scope) => `\`${scope}\``).join(", ");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
