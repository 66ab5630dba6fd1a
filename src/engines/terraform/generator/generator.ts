import { secretMembers } from "../../../model/block.ts";
import { lookUpOf } from "../../../app/look-ups.ts";
import { type AnyResource, fieldsOf, isListed } from "../../../model/definition.ts";
import { snakeName } from "../../../model/names.ts";
import { EXAMPLE_NAME, type ExistingRow, type Generator, oneOf } from "../../generator.ts";
import { typeNameOf } from "../provider/names.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";
import { cdkExample, cdkName, hclExample, hclLookUp } from "./examples.ts";

/** Terraform's provider and its schema need no sources of their own; constructs are made by the build. */
export const generator: Generator = {
  files: () => new Map(),
  examples: (definition, values) => [
    {
      title: "[Terraform and OpenTofu](../guides/terraform.md)",
      language: "hcl",
      text: hclExample(definition, values),
    },
    {
      title: "[CDK](../guides/cdk.md) in TypeScript; `@orgform/cdktf` has the same classes for `cdktf`",
      language: "ts",
      text: cdkExample(definition, values),
    },
  ],
  spelling,
  existing,
  lookUp(definition, values) {
    const found = lookUpOf(definition);
    const text = found === undefined ? undefined : hclLookUp(found, values);
    return text === undefined ? undefined : { title: "A data source", language: "hcl", text };
  },
};

function spelling(definition: AnyResource): string {
  const names = [...fieldsOf(definition, "inputs"), ...fieldsOf(definition, "outputs")].map(([name]) => name);
  const compound = names.find((name) => snakeName(name) !== name) ?? "";
  const odd = names.filter((name) => cdkName(snakeName(name)) !== name);
  const spelled = odd.map((name) => `; CDK spells \`${name}\` as \`${cdkName(snakeName(name))}\``);
  const writeOnly = new ResourceSchema(definition).writeOnly.map(
    ({ around, stored, value, version }) =>
      ` In place of \`${[...around, stored].join(".")}\`, \`${value}\` with \`${version}\` keeps the value out of plan and state (Terraform and OpenTofu from 1.11 on); a raised version sends all of it.`,
  );
  return `HCL writes names in snake_case: \`${compound}\` is \`${snakeName(compound)}\`${spelled.join("")}.${writeOnly.join("")}${nestedLine(definition)}`;
}

/** Companions stand beside attributes, and beside secret maps alone. */
function nestedLine(definition: AnyResource): string {
  const { writeOnly } = new ResourceSchema(definition);
  const given = new Set(writeOnly.map(({ field }) => field));
  const secrets = fieldsOf(definition, "inputs").flatMap(([name, rules]) => secretMembers(name, rules));
  const others = secrets.some(({ name }) => given.has(name)) ? " Other secrets" : " Secrets";
  return secrets.some(({ name }) => !given.has(name))
    ? `${others} inside of a block have no write-only form: plan and state hold them as sensitive values, see [the guide](../guides/terraform.md#keep-secrets-out-of-the-state).`
    : "";
}

function existing(definition: AnyResource): readonly ExistingRow[] {
  const type = typeNameOf(definition);
  const { parts } = definition.identity;
  const id = parts.map((part) => `<${snakeName(part)}>`).join("/");
  const attributes = `{ ${parts.map((part) => `${snakeName(part)} = "..."`).join(", ")} }`;
  const found = lookUpOf(definition);
  const source =
    found === undefined
      ? "no data source"
      : `data source \`${type}\`, by ${oneOf(found.by.map(snakeName))}; in CDK, \`DataOrgform${definition.name}\``;
  const listed = isListed(definition) ? "; `terraform query` (from 1.14 on) lists all" : "";
  return [
    {
      way: "Terraform and OpenTofu",
      takeOver: `\`terraform import ${type}.${EXAMPLE_NAME} ${id}\`, an \`import\` block with that \`id\` or, from Terraform 1.12 on, with \`identity = ${attributes}\`; or \`adopt\``,
      lookUp: `${source}${listed}`,
    },
  ];
}
