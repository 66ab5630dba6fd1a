import { stringify } from "yaml";

import { type AnyResource, DELETION_PROTECTION } from "../../../model/definition.ts";
import type { Values } from "../../../model/json-value.ts";
import { EXAMPLE_NAME } from "../../generator.ts";
import { typescriptOf } from "../../../adopt/typescript.ts";

/** The entries of the package that have the classes. */
type Entry = "orgform/pulumi" | "orgform/pulumi-plugin";

/** The example of a declaration as a TypeScript program for Pulumi. */
export function typescriptExample({ name }: AnyResource, values: Values, entry: Entry = "orgform/pulumi"): string {
  return `import * as orgform from "${entry}";

new orgform.${name}("${EXAMPLE_NAME}", ${typescriptOf(values, "")});`;
}

/** The example as a part of a YAML program. */
export function yamlExample({ name, inputs }: AnyResource, values: Values): string {
  // The TypeScript classes set it automatically; a plugin can't set an option.
  const options = DELETION_PROTECTION in inputs ? { options: { protect: true } } : {};
  return yamlText({ resources: { [EXAMPLE_NAME]: { type: `orgform:${name}`, properties: values, ...options } } });
}

/** A part of a YAML program, in which what would begin an interpolation is written as itself. */
export function yamlText(program: Values): string {
  const literal = (_key: unknown, value: unknown): unknown =>
    typeof value === "string" ? value.replaceAll("${", () => "$${") : value;
  return stringify(program, literal, { lineWidth: 0 }).trimEnd();
}
