import type { Values } from "../model/json-value.ts";

/**
 * The secrets that the user of a written program is asked for, by the input. Of an object, the places of the members; of a
 * record, its keys. All of an input that is not named.
 */
export type AskedSecrets = (inputs: Values) => Readonly<Record<string, readonly string[]>>;

/**
 * A generated program for an existing object asks its user only for some of the secrets that the inputs can have.
 *
 * Only the writers of programs ask for it (`adopt`, and `migrate` with it); the driver never does.
 *
 * The other secrets of the inputs are left out of the program, because the object doesn't have them.
 *
 * @see src/adopt/declaration.ts
 * @see test/unit/capabilities/asked-secrets.test.ts
 */
export function askedSecrets(places: AskedSecrets): { readonly name: string; readonly askedSecrets: AskedSecrets } {
  return { name: "asked secrets", askedSecrets: places };
}
