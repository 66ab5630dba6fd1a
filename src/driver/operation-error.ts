import { isOrgformError, type OrgformError } from "../client/errors.ts";
import type { AnyResource } from "../model/definition.ts";
import { isOrgformProblem, isPartialResult } from "../model/diagnostics.ts";
import { firstLine, joined, MessageError, printed, type Text, textOf, message, typeName } from "../model/messages.ts";
import { titleOf } from "../model/title.ts";

/** The operation that the driver was asked for. */
export interface Attempt {
  readonly verb: "create" | "update" | "read" | "find" | "list" | "delete" | "call";
  /** The resource, or the function. */
  readonly resource: string;
  /** The ID of the object, if there is one. */
  readonly id?: string;
  /** The name of the verb's object in the message; only the resource if absent. */
  readonly title?: Text;
}

/** An operation that ended with an error from outside of the driver: its message names the operation, then the error. */
export class OperationError extends MessageError {
  readonly verb: Attempt["verb"];
  readonly resource: string;
  /** Absent if there was no object yet: for an engine, an error with an ID is about an existing object. */
  declare readonly id?: string;
  declare readonly cause: Error;

  /** @param advice - the next step or an explanation, if declared */
  constructor({ verb, resource, id, title = typeName(resource) }: Attempt, cause: Error, advice?: Text) {
    const lines = [message`Could not ${verb} ${title}`, textOf(cause), ...(advice === undefined ? [] : [advice])];
    super(joined(lines, "\n"), { cause });
    this.name = "OperationError";
    this.verb = verb;
    this.resource = resource;
    if (id !== undefined) this.id = id;
  }
}

/** The target of an attempt: an object with an ID. */
export function named(definition: AnyResource, id: string): Required<Omit<Attempt, "verb">> {
  return { resource: definition.name, id, title: titleOf(definition, id) };
}

/** Adds the operation to an error of the service. The driver's own errors already name it and stay unchanged. */
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

/** The error with its code, under which `docs/errors.md` explains it, unless the text already names it. */
export function codedText(error: unknown): Text {
  const text = textOf(error);
  const code = codeIn(error);
  return code === undefined || printed(text).includes(code) ? text : joined([text, `Code: ${code}`], "\n");
}

function codeIn(error: unknown): string | undefined {
  // For a partial result, the reason of the interruption says more.
  if (isPartialResult(error)) return codeIn(error.cause);
  if (isOrgformProblem(error)) return error.code;
  const known = clientErrorIn(error)?.code;
  if (known !== undefined) return known;
  return error instanceof Error ? codeIn(error.cause) : undefined;
}
