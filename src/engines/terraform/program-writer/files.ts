import { typeNameOf } from "../provider/names.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";
import type { ProgramWriter } from "../../engine.ts";
import { snakeName } from "../../../model/names.ts";
import { attributeLines, HCL, hclText } from "./hcl.ts";
import { literal, STEP } from "../../../adopt/literal.ts";
import { kebabCase, snakeCase } from "../../../adopt/names.ts";
import {
  type DeclaredObject,
  type Expression,
  fileWordsOf,
  type Kind,
  type NamedObject,
  type Program,
  type Secret,
} from "../../../adopt/program.ts";
import { readmeOf, type Steps } from "../../../adopt/readme.ts";

/** Writes configurations for Terraform and OpenTofu. */
export const programWriter: ProgramWriter = {
  language: "HCL, also for OpenTofu",
  // The type stands in front of each name, so that none is reserved.
  names: () => ({ reserved: [] }),
  files,
};

/** The files of a configuration for Terraform and OpenTofu, by name; `import` blocks take the objects over. */
function files(program: Program): Record<string, string> {
  const kinds = program.kinds.map((kind) => [`${kebabCase(fileWordsOf(kind.definition))}.tf`, kindFile(kind)] as const);
  const objects = program.kinds.flatMap((kind) => kind.objects);
  return {
    ".gitignore": ".terraform/\n*.tfstate\n*.tfstate.*\n*.tfvars\n",
    "README.md": readmeOf(program, steps(program)),
    "providers.tf": providersFile(program.host),
    "imports.tf": objects.map(importBlock).join("\n"),
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

function importBlock(object: NamedObject): string {
  const lines = [
    ["to", addressOf(object)],
    ["id", hclText(object.id)],
  ] as const;
  return `import {\n${attributeLines(lines, STEP)}}\n`;
}

function variableBlock({ words, isRequired }: Secret): string {
  const lines = [["type", "string"] as const, ...(isRequired ? [] : [["default", "null"] as const])];
  return `variable ${hclText(snakeCase(words))} {\n${attributeLines([...lines, ["sensitive", "true"]], STEP)}}\n`;
}

function kindFile({ definition, objects }: Kind): string {
  const schema = new ResourceSchema(definition);
  return objects.map((object) => resourceBlock(schema, object)).join("\n");
}

function resourceBlock(schema: ResourceSchema, { words, inputs }: DeclaredObject): string {
  const attributes = Object.entries(inputs).map(
    ([name, input]) => [snakeName(name), expressionText(schema, name, input, STEP)] as const,
  );
  return `resource ${hclText(schema.typeName)} ${hclText(snakeCase(words))} {\n${attributeLines(attributes, STEP)}}\n`;
}

function addressOf({ definition, words }: NamedObject): string {
  return `${typeNameOf(definition)}.${snakeCase(words)}`;
}

function expressionText(schema: ResourceSchema, name: string, expression: Expression, indent: string): string {
  switch (expression.kind) {
    case "value": {
      // Members have the engine's names there.
      const value = schema.toTerraform({ [name]: expression.value }, null)[snakeName(name)];
      return literal(value, HCL, indent);
    }
    case "output":
      return `${addressOf(expression.of)}.${snakeName(expression.output)}`;
    case "secret":
      return `var.${snakeCase(expression.secret.words)}`;
    case "record": {
      const members = Object.entries(expression.members).map(
        ([member, inner]) => [snakeName(member), expressionText(schema, name, inner, indent + STEP)] as const,
      );
      return HCL.record(members, indent);
    }
  }
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
      "The plan shows every object as an import. A secret that is filled in shows as a change of its object, for which " +
      "nothing is sent. Afterwards `imports.tf` has no effect and may go. `tofu` stands for `terraform` throughout.",
  };
}
