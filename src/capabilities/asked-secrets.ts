import type { Values } from "../model/json-value.ts";

/**
 * The secrets for which a written program asks its user, by input: the paths of an object's fields, or the keys of a
 * record. All secrets of an input that isn't named.
 */
export type AskedSecrets = (inputs: Values) => Readonly<Record<string, readonly string[]>>;

/**
 * A generated program for an existing object asks its user only for some of the secrets that the inputs can have.
 *
 * Only program writers use it (`adopt`, and `migrate` with it). The driver never does.
 *
 * The other secrets of the inputs are left out of the program, because the object doesn't have them.
 *
 * @see src/adopt/declaration.ts
 * @see test/unit/capabilities/asked-secrets.test.ts
 */
export function askedSecrets(places: AskedSecrets): { readonly name: string; readonly askedSecrets: AskedSecrets } {
  return { name: "asked secrets", askedSecrets: places };
}
