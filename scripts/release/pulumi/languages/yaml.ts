import { EXAMPLE_NAME } from "../../../../src/engines/generator.ts";
import { yamlText } from "../../../../src/engines/pulumi/generator/examples.ts";
import type { Values } from "../../../../src/model/json-value.ts";

/**
 * The call of a function as a part of a YAML program.
 *
 * @param token - \`orgform:getDomain\`; with the module if there is one, \`orgform:call:verifyDomain\`
 */
export function yamlCall(token: string, values: Values): string {
  return yamlText({ variables: { [EXAMPLE_NAME]: { "fn::invoke": { function: token, arguments: values } } } });
}
