import type { LookUp } from "../../../app/look-ups.ts";
import type { AnyResource } from "../../../model/definition.ts";
import type { Values } from "../../../model/json-value.ts";
import { EXAMPLE_NAME } from "../../generator.ts";
import { attributeLines, HCL } from "../program-writer/hcl.ts";
import { literal, STEP } from "../../../adopt/literal.ts";
import { TYPESCRIPT } from "../../../adopt/typescript.ts";
import { typeNameOf } from "../provider/names.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";

/** The example of a declaration as a resource of Terraform. */
export function hclExample(definition: AnyResource, values: Values): string {
  return hclBlock("resource", definition, values);
}

/** A lookup of the example's object in Terraform, by the first key that has a value in the example. */
export function hclLookUp({ definition, scope, by }: LookUp, values: Values): string | undefined {
  const key = by.find((name) => values[name] !== undefined);
  if (key === undefined) return undefined;
  return hclBlock("data", definition, Object.fromEntries([...scope, key].map((name) => [name, values[name]])));
}

/** A block with these values. */
export function hclBlock(kind: "resource" | "data", definition: AnyResource, values: Values): string {
  const attributes = Object.entries(ResourceSchema.of(definition).toTerraform(values, null))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, literal(value, HCL, STEP)] as const);
  return `${kind} "${typeNameOf(definition)}" "${EXAMPLE_NAME}" {\n${attributeLines(attributes, STEP)}}`;
}

/** The example as a construct in TypeScript. */
export function cdkExample(definition: AnyResource, values: Values): string {
  const given = ResourceSchema.of(definition).attributes.filter(({ name }) => values[name] !== undefined);
  const config = given.map(({ name }) => [name, values[name]]);
  return `import { App, TerraformStack } from "cdktn";
import { ${definition.name} } from "@orgform/cdktn";

const stack = new TerraformStack(new App(), "${EXAMPLE_NAME}");
new ${definition.name}(stack, "${EXAMPLE_NAME}", ${literal(Object.fromEntries(config), TYPESCRIPT)});`;
}
