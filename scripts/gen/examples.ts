import { stringify } from "yaml";

import { snakeName } from "../../src/model/names.ts";
import { typeNameOf } from "../../src/engines/terraform/provider/names.ts";
import type { AttributeType } from "../../src/engines/terraform/provider/attribute-types.ts";
import { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import type { LookUp } from "../../src/app/look-ups.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import { isRecord, type Values } from "../../src/model/json-value.ts";

/** The name of the resource in every example. */
export const EXAMPLE_NAME = "example";

/** The example of a declaration as a TypeScript program for Pulumi. */
export function typescriptExample({ name }: AnyResource, values: Values): string {
  return `import * as orgform from "orgform/pulumi";

new orgform.${name}("${EXAMPLE_NAME}", ${typescriptText(values)});`;
}

/** The example as a part of a YAML program. */
export function yamlExample({ name }: AnyResource, values: Values): string {
  const program = { resources: { [EXAMPLE_NAME]: { type: `orgform:${name}`, properties: values } } };
  // What would begin an interpolation is written as itself.
  const literal = (_key: unknown, value: unknown): unknown =>
    typeof value === "string" ? value.replaceAll("${", () => "$${") : value;
  return stringify(program, literal, { lineWidth: 0 }).trimEnd();
}

/** The example as a resource of Terraform. */
export function hclExample(definition: AnyResource, values: Values): string {
  return hclBlock("resource", definition, values);
}

/** A look-up of the example's object in Terraform, by the first key of which the example has the value. */
export function hclLookUp({ definition, scope, by }: LookUp, values: Values): string | undefined {
  const key = by.find((name) => values[name] !== undefined);
  if (key === undefined) return undefined;
  const asked = [...scope, key].filter((name) => values[name] !== undefined);
  return hclBlock("data", definition, Object.fromEntries(asked.map((name) => [name, values[name]])));
}

/** The example as a construct in TypeScript. */
export function cdkExample(definition: AnyResource, values: Values): string {
  const given = new ResourceSchema(definition).attributes.filter(({ name }) => values[name] !== undefined);
  const config = given.map(({ name, type }) => [cdkName(snakeName(name)), cdkValue(type, values[name])]);
  return `import { App, TerraformStack } from "cdktn";
import { ${definition.name} } from "orgform/cdktn";

const stack = new TerraformStack(new App(), "${EXAMPLE_NAME}");
new ${definition.name}(stack, "${EXAMPLE_NAME}", ${typescriptText(Object.fromEntries(config))});`;
}

/** An attribute of Terraform as constructs name it: a letter behind a number is a capital, as in `enforce2Fa`. */
export function cdkName(attribute: string): string {
  return attribute.replaceAll(/_(?<start>[a-z\d])|(?<=\d)[a-z]/gu, (match) => match.replace("_", "").toUpperCase());
}

/** A value with the members of its objects under the names that constructs give them. */
function cdkValue(type: AttributeType, value: unknown): unknown {
  if (type.kind === "list" && Array.isArray(value)) return value.map((item) => cdkValue(type.of, item));
  if (type.kind === "map" && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cdkValue(type.of, item)]));
  }
  if (type.kind !== "object" || !isRecord(value)) return value;
  const members = Object.entries(type.members).filter(([name]) => value[name] !== undefined);
  return Object.fromEntries(members.map(([name, own]) => [cdkName(snakeName(name)), cdkValue(own.type, value[name])]));
}

function hclBlock(kind: "resource" | "data", definition: AnyResource, values: Values): string {
  const body = hclBody(Object.entries(terraformValues(definition, values)), "  ");
  return `${kind} "${typeNameOf(definition)}" "${EXAMPLE_NAME}" {\n${body}\n}`;
}

/** Values under the names that Terraform has for them; what is not given is left out. */
function terraformValues(definition: AnyResource, values: Values): Record<string, unknown> {
  return withoutNulls(new ResourceSchema(definition).toTerraform(values, null)) as Record<string, unknown>;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const given = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(given.map(([name, item]) => [name, withoutNulls(item)]));
}

/** Arguments one below the other; those of one line between longer ones have their equals signs in one column. */
function hclBody(entries: readonly (readonly [string, unknown])[], indent: string): string {
  const texts = entries.map(([name, value]) => ({ key: keyText(name), text: hclText(value, indent) }));
  const isLong = (index: number): boolean => texts[index]?.text.includes("\n") ?? true;
  return texts
    .map(({ key, text }, index) => {
      let [first, last] = [index, index];
      while (!isLong(index) && !isLong(first - 1)) first -= 1;
      while (!isLong(index) && !isLong(last + 1)) last += 1;
      const widest = Math.max(...texts.slice(first, last + 1).map((one) => one.key.length));
      return `${indent}${key.padEnd(widest)} = ${text}`;
    })
    .join("\n");
}

function hclText(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => hclText(item, indent)).join(", ")}]`;
  if (isRecord(value)) return `{\n${hclBody(Object.entries(value), `${indent}  `)}\n${indent}}`;
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value).replaceAll(/[$%](?=\{)/gu, (sign) => sign + sign);
}

function typescriptText(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[${value.map((item) => typescriptText(item, indent)).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(
    ([name, item]) => `${inner}${keyText(name)}: ${typescriptText(item, inner)},\n`,
  );
  return `{\n${lines.join("")}${indent}}`;
}

/** A key that may be anything, in the key of a map, is quoted. */
function keyText(name: string): string {
  return /^[a-z_]\w*$/iu.test(name) ? name : JSON.stringify(name);
}
