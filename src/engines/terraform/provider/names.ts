import type { AnyResource } from "../../../model/definition.ts";
import { snakeName } from "../../../model/names.ts";

/** The name under which users address the provider. */
export const PROVIDER_NAME = "orgform";

/** The type of a resource: `orgform_domain_sso`. */
export function typeNameOf(definition: Pick<AnyResource, "name">): string {
  return `${PROVIDER_NAME}_${snakeName(definition.name)}`;
}

/**
 * Puts the words of the model into Terraform's: names of fields in snake_case, and `name: value` in backticks, which
 * is how the model's messages tell what to write, as `name = value`.
 */
export function inTerraformWords(text: string, names: Iterable<string>): string {
  let words = text;
  for (const name of names) {
    const attribute = snakeName(name);
    if (attribute !== name) words = words.replaceAll(new RegExp(`\\b${name}\\b`, "gu"), attribute);
    words = words.replaceAll(`\`${attribute}: `, `\`${attribute} = `);
  }
  return words;
}
