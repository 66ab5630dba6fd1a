/** The beginning of a word: a capital letter, or a number between small letters, as in `enforce2fa`. */
const WORD = /[A-Z]|(?<=[a-z])\d+(?=[a-z])/gu;

/** A name of the model in the spelling of Terraform and the service: `ssoEnforcement` is `sso_enforcement`. */
export function snakeName(name: string): string {
  return name.replaceAll(WORD, (start) => `_${start.toLowerCase()}`).replace(/^_/u, "");
}

/** The reverse of {@link snakeName}, for names that begin with a small letter. */
export function modelName(attribute: string): string {
  return attribute.replaceAll(/_(?<start>[a-z\d])/gu, (_match, start: string) => start.toUpperCase());
}

/** A name of the model in the spelling of classes and resources: `bulkDeletePersons` is `BulkDeletePersons`. */
export function pascalName(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** A name of the model in the spelling of commands and files: `bulkDeletePersons` is `bulk-delete-persons`. */
export function kebabName(name: string): string {
  return snakeName(name).replaceAll("_", "-");
}
