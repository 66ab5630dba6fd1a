import { isOrgformError, type OrgformError } from "../client/errors.ts";
import type { AnyResource } from "../model/definition.ts";
import { isOrgformProblem, isPartialResult } from "../model/diagnostics.ts";
import { firstLine, joined, MessageError, printed, type Text, textOf, message, typeName } from "../model/messages.ts";
import { titleOf } from "../model/title.ts";

/** What the driver was asked to do. */
export interface Attempt {
  readonly verb: "create" | "update" | "read" | "find" | "list" | "delete" | "call";
  /** The resource, or the function. */
  readonly resource: string;
  /** The id of the object, where there is one. */
  readonly id?: string;
  /** How the message names what the verb was about; the resource alone when absent. */
  readonly title?: Text;
}

/** An operation ended with an error from outside of the driver: its message says what was tried, then what went wrong. */
export class OperationError extends MessageError {
  readonly verb: Attempt["verb"];
  readonly resource: string;
  /** Absent where there was no object yet: an engine takes an error with an id for one about something that exists. */
  declare readonly id?: string;
  declare readonly cause: Error;

  /** @param advice - what to do or to know, where that is declared */
  constructor({ verb, resource, id, title = typeName(resource) }: Attempt, cause: Error, advice?: Text) {
    const lines = [message`Could not ${verb} ${title}`, textOf(cause), ...(advice === undefined ? [] : [advice])];
    super(joined(lines, "\n"), { cause });
    this.name = "OperationError";
    this.verb = verb;
    this.resource = resource;
    if (id !== undefined) this.id = id;
  }
}

/** What an attempt is about: an object that has an id. */
export function named(definition: AnyResource, id: string): Required<Omit<Attempt, "verb">> {
  return { resource: definition.name, id, title: titleOf(definition, id) };
}

/** Says of an error of the service what was tried. Errors of the driver itself say so already and pass unchanged. */
export async function explaining<T>(attempt: Attempt, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (isOrgformProblem(error) || !(error instanceof Error)) throw error;
    throw new OperationError(attempt, error);
  }
}

/** The client's error that an operation ended with, whatever was said around it; undefined when it was none of those. */
export function clientErrorIn(error: unknown): OrgformError | undefined {
  if (isOrgformError(error)) return error;
  return error instanceof Error ? clientErrorIn(error.cause) : undefined;
}

/** The first line of an error, for use in a longer sentence. */
export function firstLineOf(error: unknown): Text {
  return error instanceof Error ? firstLine(textOf(error)) : "unknown error";
}

/** What went wrong, with the code under which `docs/errors.md` has more of it, unless the words name it already. */
export function codedText(error: unknown): Text {
  const text = textOf(error);
  const code = codeIn(error);
  return code === undefined || printed(text).includes(code) ? text : joined([text, `Code: ${code}`], "\n");
}

function codeIn(error: unknown): string | undefined {
  // Of what was begun, the reason why it was not ended tells more.
  if (isPartialResult(error)) return codeIn(error.cause);
  if (isOrgformProblem(error)) return error.code;
  const known = clientErrorIn(error)?.code;
  if (known !== undefined) return known;
  return error instanceof Error ? codeIn(error.cause) : undefined;
}
