import { createRedactor } from "../../../client/client.ts";
import { codedText } from "../../../driver/driver.ts";
import { isPartialResult, type Problem, problemText } from "../../../model/diagnostics.ts";
import { printed } from "../../../model/messages.ts";
import { CallError, STATUS } from "../../../grpc/server.ts";
import { detailType, MESSAGES } from "./protocol.ts";
import { pluginSpelling } from "./spelling.ts";
import { type Path, toEngine } from "./values.ts";

/** A failed check as the protocol has it. */
export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

/**
 * Translates problems to check failures.
 *
 * The engine prints the value of a property that is named, also a secret one; so none is, and the path leads the reason.
 */
export function checkFailuresOf(problems: readonly Problem[], secrets: readonly string[] = []): CheckFailure[] {
  // A check makes no client that would know the secrets; it repeats values as they were given.
  const redactor = createRedactor(secrets);
  return problems.map((problem) => ({ property: "", reason: redactor.text(printed(problemText(problem))) }));
}

/** The facts about a call that the translation of an error needs. */
export interface FailedCall {
  /** Removes secrets from a text. The transport already does; this is the last check before text leaves the process. */
  readonly redact: (text: string) => string;
  /** The secret places of the response. */
  readonly secrets: readonly Path[];
  /** The name of the resource in the program; undefined for a call that is about none. */
  readonly name: string | undefined;
  /** The user ended the command, and the call with it. */
  readonly isCancelled: boolean;
}

/**
 * Translates any error of a call. A partial result becomes "initialization failed", so the engine keeps what exists.
 * Its message names the id: `pulumi do` shows it nowhere else.
 */
export function callErrorOf(error: unknown, call: FailedCall): CallError {
  if (error instanceof CallError) return error;
  const message = call.redact(printed(codedText(error), pluginSpelling(call.name)));
  const status = call.isCancelled ? STATUS.cancelled : STATUS.unknown;
  if (!isPartialResult(error)) return new CallError(status, message);
  const failed = MESSAGES.encode("ErrorResourceInitFailed", {
    id: error.id,
    properties: toEngine(error.state, call.secrets),
    reasons: [`${message}\nIts id is ${error.id}.`],
  });
  const details = MESSAGES.encode("Status", {
    code: STATUS.unknown,
    message,
    details: [{ typeUrl: detailType("ErrorResourceInitFailed"), value: failed }],
  });
  return new CallError(STATUS.unknown, message, details);
}
