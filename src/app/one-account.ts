import { fieldNames, message, type Text } from "../model/messages.ts";
import type { Settings } from "./settings.ts";

/** The settings that identify an account; timeouts and retries can differ between two commands. */
const TELLING = ["host", "apiKey", "organizationId"] as const;

/**
 * The only account of a stack in a process that serves several: the account of its first settings.
 *
 * Anyone who reaches the stack's address works with the stack's key, so nobody must be able to redirect it.
 */
export class OneAccount {
  #first: Settings | undefined;

  /** Why these settings are refused; undefined if they lead to the same account as the first ones. */
  refusal(settings: Settings): Text | undefined {
    const first = (this.#first ??= settings);
    const other = TELLING.filter((name) => first[name] !== settings[name]);
    if (other.length === 0) return undefined;
    return message`The provider was configured with another ${fieldNames(other, " and ")} before\nA fleet's shared provider process serves a stack with one account, so that no key serves another's: nothing was sent. A program that has two accounts, or changes its own, needs \`sharedProvider: false\` in its template.`;
  }
}
