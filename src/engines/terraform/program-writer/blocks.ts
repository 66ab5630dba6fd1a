import { literal, STEP } from "../../../adopt/literal.ts";
import { snakeCase } from "../../../adopt/names.ts";
import type { DeclaredObject, Expression, NamedObject, Secret } from "../../../adopt/program.ts";
import { snakeName } from "../../../model/names.ts";
import { type AttributeType, valueToTerraform } from "../provider/attribute-types.ts";
import { typeNameOf } from "../provider/names.ts";
import type { ResourceSchema } from "../provider/resource-schema.ts";
import { attributeLines, HCL, hclText } from "./hcl.ts";

/** A block that imports an object. */
export function importBlock(object: NamedObject): string {
  const lines = [
    ["to", addressOf(object)],
    ["id", hclText(object.id)],
  ] as const;
  return `import {\n${attributeLines(lines, STEP)}}\n`;
}

/** The variable for a value that a person fills in. */
export function variableBlock({ words, isRequired, isPlain }: Secret): string {
  const lines = [
    ["type", "string"] as const,
    ...(isRequired ? [] : [["default", "null"] as const]),
    ...(isPlain === true ? [] : [["sensitive", "true"] as const]),
  ];
  return `variable ${hclText(snakeCase(words))} {\n${attributeLines(lines, STEP)}}\n`;
}

/** The block that declares an object. */
export function resourceBlock(schema: ResourceSchema, { words, inputs }: DeclaredObject): string {
  const attributes = Object.entries(inputs).map(
    ([name, input]) => [snakeName(name), expressionText(typeOf(schema, name), input, STEP)] as const,
  );
  return `resource ${hclText(schema.typeName)} ${hclText(snakeCase(words))} {\n${attributeLines(attributes, STEP)}}\n`;
}

/** The address of an object. */
function addressOf({ definition, words }: NamedObject): string {
  return `${typeNameOf(definition)}.${snakeCase(words)}`;
}

/** A value of an input. */
export function expressionText(type: AttributeType, expression: Expression, indent: string): string {
  switch (expression.kind) {
    case "value":
      return valueText(type, expression.value, indent);
    case "output":
      return `${addressOf(expression.of)}.${snakeName(expression.output)}`;
    case "secret":
      return `var.${snakeCase(expression.secret.words)}`;
    case "file":
      return `file("\${path.module}/${hclText(expression.path).slice(1, -1)}")`;
    case "record": {
      const members = Object.entries(expression.members).map(
        ([member, inner]) =>
          [nameIn(type, member), expressionText(memberType(type, member), inner, indent + STEP)] as const,
      );
      return HCL.record(members, indent);
    }
  }
}

/** The type of an input. */
export function typeOf({ attributes }: ResourceSchema, input: string): AttributeType {
  const found = attributes.find(({ name }) => name === input);
  if (found === undefined) throw new Error(`There is no input ${input}`);
  return found.type;
}

/** The keys of a map are the user's, and no names of the model. */
const nameIn = ({ kind }: AttributeType, member: string): string => (kind === "map" ? member : snakeName(member));

function memberType(type: AttributeType, member: string): AttributeType {
  const found = type.kind === "object" ? type.members[member]?.type : type.kind === "map" ? type.of : undefined;
  if (found === undefined) throw new Error(`There is no member ${member}`);
  return found;
}

/** Members have the engine's names there. */
export function valueText(type: AttributeType, value: unknown, indent: string): string {
  return literal(valueToTerraform(type, value), HCL, indent);
}
