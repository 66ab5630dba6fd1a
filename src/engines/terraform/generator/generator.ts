import { type LookUp, lookUpOf } from "../../../app/look-ups.ts";
import { type AnyResource, fieldsOf, isListed } from "../../../model/definition.ts";
import { snakeName } from "../../../model/names.ts";
import { EXAMPLE_NAME, type ExistingRow, type Generator, oneOf } from "../../generator.ts";
import { showsSecrets } from "../provider/ephemeral-resources.ts";
import { typeNameOf } from "../provider/names.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";
import { cdkExample, hclExample, hclLookUp } from "./examples.ts";

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
  return `HCL writes names in snake_case: \`${compound}\` is \`${snakeName(compound)}\`.${writeOnlyText(definition)}`;
}

/** How to keep secrets out of plan and state; the first of several represents all. */
function writeOnlyText(definition: AnyResource): string {
  const { writeOnly } = ResourceSchema.of(definition);
  const [first] = writeOnly;
  if (first === undefined) return "";
  const { around, stored, value, version } = first;
  const place = [...around, stored].join(".");
  const rest = writeOnly.length === 1 ? "" : " Every other secret has such a pair, too.";
  return ` With Terraform or OpenTofu 1.11 or later, set \`${value}\` and \`${version}\` instead of \`${place}\`. The value then stays out of plan and state. To send the value again, raise the version.${rest} See [Keep secrets out of the state](../guides/terraform.md#keep-secrets-out-of-the-state).`;
}

/** A lookup that shows secrets is also offered without a state. */
function ephemeralText(found: LookUp): string {
  return showsSecrets(found)
    ? `; ephemeral resource \`${typeNameOf(found.definition)}\`, without a trace in plan and state, with Terraform 1.10 or OpenTofu 1.11 or later`
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
      : `data source \`${type}\`, by ${oneOf(found.by.map(snakeName))}; in CDK, \`DataOrgform${definition.name}\`${ephemeralText(found)}`;
  const listed = isListed(definition) ? "; `terraform query` (from 1.14 on) lists all" : "";
  return [
    {
      way: "Terraform and OpenTofu",
      takeOver: `\`terraform import ${type}.${EXAMPLE_NAME} ${id}\`, an \`import\` block with that \`id\` or, from Terraform 1.12 on, with \`identity = ${attributes}\`; or \`adopt\``,
      lookUp: `${source}${listed}`,
    },
  ];
}
