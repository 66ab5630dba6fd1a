import type { AnyResource } from "../model/definition.ts";
import { isOrgformProblem } from "../model/diagnostics.ts";

/**
 * Puts the verb and the resource in front of an error of the service, so that the message says what was tried.
 *
 * Errors of the driver itself say so already and pass unchanged.
 */
export async function explaining<T>(what: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (isOrgformProblem(error) || !(error instanceof Error)) throw error;
    const explained = new Error(`${what}\n${error.message}`, { cause: error });
    explained.name = error.name;
    throw explained;
  }
}

/** The summary line of a failed verb: `Could not read Domain "o1/d1"`. */
export function could(verb: string, definition: AnyResource, name?: string): string {
  return `Could not ${verb} ${definition.name}${name === undefined ? "" : ` ${JSON.stringify(name)}`}`;
}
