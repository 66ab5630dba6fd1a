import { fieldNames, message, type Text } from "../model/messages.ts";
import type { Settings } from "./settings.ts";

/** What tells one account from another; how much and how long is asked may change between two commands. */
const TELLING = ["host", "apiKey", "organizationId"] as const;

/**
 * The account of a stack in a process that serves several: that of the first settings, and no other.
 *
 * Whoever reaches the place at which a stack is served works with the stack's key, so that nobody may lead it elsewhere.
 */
export class OneAccount {
  #first: Settings | undefined;

  /** Why these settings are refused; undefined when they lead where the first ones did. */
  refusal(settings: Settings): Text | undefined {
    const first = (this.#first ??= settings);
    const other = TELLING.filter((name) => first[name] !== settings[name]);
    if (other.length === 0) return undefined;
    return message`The provider was configured with another ${fieldNames(other, " and ")} before\nA fleet's shared provider process serves a stack with one account, so that no key serves another's: nothing was sent. A program that has two accounts, or changes its own, needs \`sharedProvider: false\` in its template.`;
  }
}
