import { typescriptOf } from "../../../../src/adopt/typescript.ts";
import { EXAMPLE_NAME } from "../../../../src/engines/generator.ts";
import type { Values } from "../../../../src/model/json-value.ts";

/** The call of a function as a TypeScript program. */
export function typescriptCall(name: string, values: Values): string {
  return `import * as orgform from "orgform/pulumi-plugin";

const ${EXAMPLE_NAME} = orgform.${name}Output(${typescriptOf(values, "")});`;
}
