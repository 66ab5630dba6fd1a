import { typeNameOf } from "../provider/names.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";
import type { ProgramWriter } from "../../engine.ts";
import { snakeName } from "../../../model/names.ts";
import { expressionText, importBlock, resourceBlock, typeOf, valueText, variableBlock } from "./blocks.ts";
import { attributeLines, HCL, hclText } from "./hcl.ts";
import { STEP } from "../../../adopt/literal.ts";
import { kebabCase, Names, snakeCase, wordsOf, wordsOfName } from "../../../adopt/names.ts";
import { shellWord } from "../../../adopt/shell-word.ts";
import { type Table, tableOf } from "../../../adopt/table.ts";
import type { Values } from "../../../model/json-value.ts";
import { inputsIn } from "./written-inputs.ts";
import { fileWordsOf, type Kind, type Program } from "../../../adopt/program.ts";
import { readmeOf, type Steps } from "../../../adopt/readme.ts";

/** Writes configurations for Terraform and OpenTofu. */
export const programWriter: ProgramWriter = {
  language: "HCL, also for OpenTofu",
  typeName: typeNameOf,
  spelling: (definition) => ResourceSchema.of(definition).spelling,
  inputsIn,
  // The type precedes each name, so no name is reserved.
  names: () => ({ reserved: [] }),
  importLine: (definition, { name, id }) => {
    const words = new Names().give(wordsOf(name), wordsOfName(definition.name));
    return `terraform import ${typeNameOf(definition)}.${snakeCase(words)} ${shellWord(id)}`;
  },
  files,
};

/** The files of a configuration for Terraform and OpenTofu, by name; `import` blocks take the objects over. */
function files(program: Program): Record<string, string> {
  const kinds = program.kinds.map((kind) => [`${kebabCase(fileWordsOf(kind.definition))}.tf`, kindFile(kind)] as const);
  return {
    ".gitignore": ".terraform/\n*.tfstate\n*.tfstate.*\n*.tfvars\n",
    "README.md": readmeOf(program, steps(program)),
    "providers.tf": providersFile(program.host),
    "imports.tf": program.kinds.flatMap(importBlocks).join("\n"),
    ...(program.secrets.length === 0 ? {} : { "variables.tf": program.secrets.map(variableBlock).join("\n") }),
    ...Object.fromEntries(kinds),
  };
}

function providersFile(host: string): string {
  return `terraform {
  required_providers {
    orgform = { source = "orgform/orgform" }
  }
}

provider "orgform" {
  host = ${hclText(host)}
}
`;
}

function importBlocks(kind: Kind): string[] {
  const table = tableOf(kind);
  if (table === undefined) return kind.objects.map(importBlock);
  const lines = [
    ["for_each", `local.${tableName(kind)}`],
    ["to", `${typeNameOf(kind.definition)}.people[each.key]`],
    ["id", `"${hclText(table.idPrefix).slice(1, -1)}\${each.key}"`],
  ] as const;
  return [`import {\n${attributeLines(lines, STEP)}}\n`];
}

const tableName = ({ definition }: Kind): string => snakeCase(fileWordsOf(definition));

/** Many people: what differs is data, and one block declares them. */
function tableText(schema: ResourceSchema, kind: Kind, { key, common, columns, rows }: Table): string {
  const inner = STEP + STEP;
  const cellsOf = (cells: Values): string =>
    HCL.record(
      Object.entries(cells).map(
        ([name, value]) => [snakeName(name), valueText(typeOf(schema, name), value, inner)] as const,
      ),
      inner,
    );
  const data = HCL.record(
    rows.map((row) => [row.key, cellsOf(row.cells)] as const),
    STEP,
  );
  const isEverywhere = (name: string): boolean => rows.every(({ cells }) => name in cells);
  const attributes: (readonly [string, string])[] = [
    ["for_each", `local.${tableName(kind)}`],
    ...Object.entries(common).map(
      ([name, one]) => [snakeName(name), expressionText(typeOf(schema, name), one, STEP)] as const,
    ),
    [snakeName(key), "each.key"],
    ...columns.map((name) => {
      const cell = `each.value.${snakeName(name)}`;
      return [snakeName(name), isEverywhere(name) ? cell : `try(${cell}, null)`] as const;
    }),
  ];
  const locals = `locals {\n${attributeLines([[tableName(kind), data]], STEP)}}\n`;
  return `${locals}\nresource ${hclText(schema.typeName)} "people" {\n${attributeLines(attributes, STEP)}}\n`;
}

function kindFile(kind: Kind): string {
  const { definition, objects } = kind;
  const schema = ResourceSchema.of(definition);
  const table = tableOf(kind);
  if (table !== undefined) return tableText(schema, kind, table);
  return objects.map((object) => resourceBlock(schema, object)).join("\n");
}

function steps({ secrets }: Program): Steps {
  return {
    setUp: ["terraform init", "export ORGFORM_API_KEY=<key>"],
    fillIn: secrets.map(({ words, isRequired }) => ({
      command: `export TF_VAR_${snakeCase(words)}=<value>`,
      isRequired,
    })),
    preview: "terraform plan",
    apply: "terraform apply",
    afterwards:
      "The plan shows every object as an import. A secret that you filled in shows as a change of its object, but " +
      "nothing is sent for it. After `terraform apply`, delete `imports.tf`: a block that stays there stops the plan once its object " +
      "is deleted. With OpenTofu, use `tofu` instead of `terraform`. If the CLI configuration names the provider's folder " +
      "(`dev_overrides`), skip `terraform init`, which asks the registry.",
  };
}
