import { isOrgformProblem } from "../model/diagnostics.ts";
import { firstLine, message, MessageError, type Text, textOf } from "../model/messages.ts";

/**
 * Puts the verb and the object in front of an error of the service, so that the message says what was tried:
 * `Could not read Domain 01912345-...`.
 *
 * Errors of the driver itself say so already and pass unchanged.
 */
export async function explaining<T>(verb: string, title: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (isOrgformProblem(error) || !(error instanceof Error)) throw error;
    const explained = new MessageError(message`Could not ${verb} ${title}\n${textOf(error)}`, { cause: error });
    explained.name = error.name;
    throw explained;
  }
}

/** The first line of what went wrong, for a sentence that goes on without it. */
export function firstLineOf(error: unknown): Text {
  return error instanceof Error ? firstLine(textOf(error)) : "unknown error";
}
