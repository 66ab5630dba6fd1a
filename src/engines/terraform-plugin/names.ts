import type { AnyResource } from "../../model/definition.ts";

/** The name under which users address the provider. */
export const PROVIDER_NAME = "orgform";

/** Where a word begins: at a capital, and at a number between small letters, as in `enforce2fa`. */
const WORD = /[A-Z]|(?<=[a-z])\d+(?=[a-z])/gu;

/** A name of the model as Terraform writes it: `ssoEnforcement` is `sso_enforcement`. */
export function snakeName(name: string): string {
  return name.replaceAll(WORD, (start) => `_${start.toLowerCase()}`).replace(/^_/u, "");
}

/** The reverse of {@link snakeName}, for names that begin with a small letter. */
export function modelName(attribute: string): string {
  return attribute.replaceAll(/_(?<start>[a-z\d])/gu, (_match, start: string) => start.toUpperCase());
}

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
