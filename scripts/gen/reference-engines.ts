import { lookUpOf } from "../../src/app/look-ups.ts";
import { snakeName } from "../../src/model/names.ts";
import { typeNameOf } from "../../src/engines/terraform/provider/names.ts";
import { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { type AnyResource, fieldsOf, isListed } from "../../src/model/definition.ts";
import {
  cdkExample,
  cdkName,
  EXAMPLE_NAME,
  hclExample,
  hclLookUp,
  typescriptExample,
  yamlExample,
} from "./examples.ts";

/** The example of a declaration in every engine's form; nothing for one without. */
export function examplesOf(definition: AnyResource): string {
  const { example } = definition;
  if (example === undefined) return "";
  return `## Example

Pulumi in TypeScript; with the [native plugin](../guides/native-plugin.md), import \`orgform/pulumi-plugin\`:

${block("ts", typescriptExample(definition, example))}

Pulumi in YAML, with the native plugin:

${block("yaml", yamlExample(definition, example))}

[Terraform and OpenTofu](../guides/terraform.md):

${block("hcl", hclExample(definition, example))}

[CDK](../guides/cdk.md) in TypeScript; \`orgform/cdktf\` has the same classes for \`cdktf\`:

${block("ts", cdkExample(definition, example))}

`;
}

/** How names of fields are written where they are not those of the table. */
export function namesLine(definition: AnyResource): string {
  const names = [...fieldsOf(definition, "inputs"), ...fieldsOf(definition, "outputs")].map(([name]) => name);
  const compound = names.find((name) => snakeName(name) !== name) ?? "";
  const odd = names.filter((name) => cdkName(snakeName(name)) !== name);
  const spelled = odd.map((name) => `; CDK spells \`${name}\` as \`${cdkName(snakeName(name))}\``);
  const writeOnly = new ResourceSchema(definition).writeOnly.map(
    ({ stored, value, version }) =>
      ` In place of \`${stored}\`, \`${value}\` with \`${version}\` keeps the value out of plan and state (Terraform and OpenTofu from 1.11 on); a raised version sends all of it.`,
  );
  return `HCL writes names in snake_case: \`${compound}\` is \`${snakeName(compound)}\`${spelled.join("")}.${writeOnly.join("")}`;
}

/** How each engine comes to an object that exists already. */
export function existingSection(definition: AnyResource): string {
  const { name, identity, example = {} } = definition;
  const type = typeNameOf(definition);
  const id = identity.parts.map((part) => `<${part}>`).join("/");
  const found = lookUpOf(definition);
  const data = found === undefined ? undefined : hclLookUp(found, example);
  const lookUp = found === undefined ? "" : `; function \`orgform:${found.name}\` by ${oneOf(found.by)}`;
  const source =
    found === undefined
      ? "no data source"
      : `data source \`${type}\`, by ${oneOf(found.by.map(snakeName))}; in CDK, \`DataOrgform${name}\``;
  const listed = isListed(definition) ? "; `terraform query` (from 1.14 on) lists all" : "";
  const parts = identity.parts.map((part) => `${snakeName(part)} = "..."`).join(", ");
  const attributes = `{ ${parts} }`;
  return `## What exists already

| | take over | look up without managing |
|---|---|---|
| Pulumi, \`orgform/pulumi\` | \`adopt\` with its id or name; the engine cannot import dynamic resources | \`${name}.get("name", "${id}")\` |
| Pulumi, native plugin | \`pulumi import orgform:index:${name} ${EXAMPLE_NAME} ${id}\`, or \`adopt\` | \`${name}.get\`${lookUp} |
| Terraform and OpenTofu | \`terraform import ${type}.${EXAMPLE_NAME} ${snakeId(definition)}\`, an \`import\` block with that \`id\` or, from Terraform 1.12 on, with \`identity = ${attributes}\`; or \`adopt\` | ${source}${listed} |
${data === undefined ? "" : `\n${block("hcl", data)}\n`}`;
}

function snakeId({ identity }: AnyResource): string {
  return identity.parts.map((part) => `<${snakeName(part)}>`).join("/");
}

function oneOf(names: readonly string[]): string {
  const marked = names.map((name) => `\`${name}\``);
  return [marked.slice(0, -1).join(", "), ...marked.slice(-1)].filter((part) => part !== "").join(" or ");
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
