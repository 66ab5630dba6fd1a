import { pathText, stepsOf } from "../../../model/field-path.ts";
import { inBackticks, type Spelling } from "../../../model/messages.ts";
import { snakeName } from "../../../model/names.ts";
import type { AttributeType } from "./attribute-types.ts";
import { typeNameOf } from "./names.ts";

/**
 * How a configuration spells fields: `adopt = "x"`, `destination.bucket_name`.
 *
 * @param attributes - their types distinguish field names from keys that the user made up
 */
export function terraformSpelling(
  attributes: readonly { readonly name: string; readonly type: AttributeType }[] = [],
): Spelling {
  const field = (path: string): string => {
    const [name = "", ...steps] = stepsOf(path);
    const type = attributes.find((one) => one.name === name)?.type;
    return pathText([snakeName(String(name)), ...stepsBelow(type, steps)]);
  };
  return {
    field,
    setting: (path, value) => `${field(path)} = ${literal(value)}`,
    code: inBackticks,
    type: (name) => typeNameOf({ name }),
    // The engine shows the block's address beside the message, and passes it to no provider.
    importing: (resource, id) => `terraform import ${typeNameOf({ name: resource })}.<name> '${id}'`,
  };
}

function stepsBelow(type: AttributeType | undefined, steps: readonly (string | number)[]): (string | number)[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  if (type?.kind === "object") return [snakeName(String(step)), ...stepsBelow(type.members[step]?.type, rest)];
  const element = type?.kind === "list" || type?.kind === "map" ? type.of : undefined;
  return [step, ...stepsBelow(element, rest)];
}

/** A value of a message, at most a list of strings, as a literal of the language. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[$%](?=\{)/gu, "$&$&");
}
