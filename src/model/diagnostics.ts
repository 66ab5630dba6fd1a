import { fieldName, joined, message, MessageError, type Text, textOf } from "./messages.ts";

/** One thing wrong with what a user wrote, with the path of the field. */
export interface Problem {
  /** The user's path: `name`, `destination.config.region`, `emails[2]`; empty for the resource as a whole. */
  readonly path: string;
  /** What was expected and what was found, with the limit and the remedy; never a secret value. */
  readonly reason: Text;
}

/** Codes of the errors that the model and the driver raise; `docs/errors.md` has a section for each. */
export const PROBLEM_CODES = {
  adoption_conflict: {
    summary: "An object with the same natural key exists and differs from the declaration.",
    remedy: "Read the differences; give `adopt` to manage the object and change it, or change the declaration.",
  },
  adoption_failed: {
    summary: "`adopt` names no object, or more than one.",
    remedy: "Give the id of one existing object; the message lists what was found.",
  },
  ambiguous: {
    summary: "Several objects have the natural key that identifies this resource.",
    remedy: "Give `adopt` with the id of the one that is meant, or remove the others.",
  },
  arguments_invalid: {
    summary: "The arguments of a function, or the inputs of a resource, cannot be used; nothing was sent.",
    remedy: "The message names each argument and what it should be.",
  },
  call_incomplete: {
    summary: "A function on many things was carried out for a part of them.",
    remedy: "Read the report; call again with the same arguments, which goes on with the rest.",
  },
  call_refused: {
    summary: "A program called a function that writes, and the engine does not tell for what the program runs.",
    remedy: "Declare the run-once resource of the function, or give `onEveryRun: true`.",
  },
  call_repeated: {
    summary: "A function that must not be repeated was called with the same arguments before.",
    remedy: "Check at the service whether it was carried out; give `rerun: true` to call it once more.",
  },
  call_unconfirmed: {
    summary: "The answer to a function that must not be repeated was lost.",
    remedy: "Check at the service whether it was carried out; if not, call again with `rerun: true`.",
  },
  claimed_twice: {
    summary: "Two resources of one run manage the same object.",
    remedy: "Remove one of the two declarations.",
  },
  config_invalid: {
    summary: "A setting of the provider is missing or cannot be used.",
    remedy: "The message names the setting and how to give it.",
  },
  create_unconfirmed: {
    summary: "The answer to a create call was lost and the object was not found afterwards.",
    remedy:
      "Run the program again: it takes over what has appeared since, and makes another one only when a list that was read 30 seconds after the request lacks it.",
  },
  guarded: {
    summary: "A guard refused a dangerous change before anything was written.",
    remedy: "The message names the guard and the way out.",
  },
  identity_incomplete: {
    summary: "An id string could not be written because a part is missing.",
    remedy: "This is a bug in Orgform; please report it with the message.",
  },
  identity_invalid: {
    summary: "An id string does not have the expected form.",
    remedy: "Use the form that the message shows.",
  },
  internal: {
    summary: "Orgform met a situation that its own rules exclude.",
    remedy: "This is a bug in Orgform; please report it with the message.",
  },
  missing_object: {
    summary: "The object that a resource builds on does not exist.",
    remedy: "Create it first, or correct the id.",
  },
  no_such_id: {
    summary: "An id names no existing object.",
    remedy: "Check the id and the organization it is in.",
  },
  not_applied: {
    summary: "The service accepted a change and did not keep it.",
    remedy: "The message names the fields; the plan or the version of the service may not support them.",
  },
  partial_result: {
    summary: "The object exists, but a later step of its creation or change failed.",
    remedy: "Run the program again: it goes on from what exists.",
  },
  replacement_needed: {
    summary: "A change that replaces the object was asked for in place; nothing was sent.",
    remedy: "Delete the object and create it anew, or take the change back.",
  },
  scope_missing: {
    summary: "The API key lacks a scope that the creation or change needs; nothing was written.",
    remedy: "Give the key the scope that the message names, or use another key.",
  },
  state_from_newer_version: {
    summary: "The state was written by a newer version of Orgform.",
    remedy: "Install that version or a later one.",
  },
  unconfirmed_absence: {
    summary: "An object seems to be gone, but that could not be confirmed, so its entry was kept.",
    remedy:
      "Remove the cause that the message names and refresh again. A project that an access rule hides from the API key's account looks like a deleted one: use an administrator's key, have an administrator let the account in with a rule, or, if the project was deleted, remove the entry from the state.",
  },
  unsupported_setting: {
    summary: "The service has no such setting; nothing of it was sent.",
    remedy: "Take the setting out of the program; the message names what the service has in its place.",
  },
  wait_failed: {
    summary: "Something that is awaited will not happen any more.",
    remedy: "Do what the message says, then run again.",
  },
  wait_timed_out: {
    summary: "Something that has to happen outside did not happen in time.",
    remedy: "Do what the message says is awaited, then run again; raise the timeout if it takes longer.",
  },
} as const satisfies Record<string, { summary: string; remedy: string }>;

/** The code of an error that the model or the driver raises. */
export type ProblemCode = keyof typeof PROBLEM_CODES;

const BRAND = Symbol.for("orgform.problem");

/** An error whose text is written for the user: a summary line, then what is the case and what to do next. */
export class OrgformProblem extends MessageError {
  readonly [BRAND] = true;
  readonly code: ProblemCode;

  constructor(code: ProblemCode, summary: Text, detail?: Text, options?: ErrorOptions) {
    super(detail === undefined || detail === "" ? summary : message`${summary}\n${detail}`, options);
    this.name = "OrgformProblem";
    this.code = code;
  }
}

/** Tells an {@link OrgformProblem} by its brand: two copies of the package in one process are normal. */
export function isOrgformProblem(error: unknown): error is OrgformProblem {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** A problem as one sentence that names the field. */
export function problemText({ path, reason }: Problem): Text {
  return path === "" ? reason : message`${fieldName(path)}: ${reason}`;
}

/** The error for arguments, or inputs, that cannot be used; nothing was sent. */
export function argumentProblem(
  { name }: { readonly name: string },
  problems: readonly Problem[],
  what: "arguments" | "inputs" = "arguments",
): OrgformProblem {
  return new OrgformProblem(
    "arguments_invalid",
    `The ${what} of ${name} cannot be used`,
    joined(problems.map(problemText), "\n"),
  );
}

const PARTIAL = Symbol.for("orgform.partial");

/** The object exists (or was changed) and a later step failed: carries what must go into state. */
export class PartialResultError extends OrgformProblem {
  readonly [PARTIAL] = true;
  readonly id: string;
  /** Inputs and outputs as far as they are known. */
  readonly state: Readonly<Record<string, unknown>>;

  constructor(summary: Text, id: string, state: Readonly<Record<string, unknown>>, cause: unknown) {
    super("partial_result", summary, textOf(cause), { cause });
    this.name = "PartialResultError";
    this.id = id;
    this.state = state;
  }

  /** The same failure, with its state in another form. */
  holding(state: Readonly<Record<string, unknown>>): this {
    return Object.assign(this, { state });
  }
}

/** Tells a {@link PartialResultError} by its brand. */
export function isPartialResult(error: unknown): error is PartialResultError {
  return typeof error === "object" && error !== null && PARTIAL in error;
}

const INCOMPLETE = Symbol.for("orgform.incomplete");

/** A function on many things failed after a part of them: carries the report, item by item. */
export class IncompleteCallError extends OrgformProblem {
  readonly [INCOMPLETE] = true;
  readonly report: Readonly<Record<string, unknown>>;

  constructor(summary: Text, report: Readonly<Record<string, unknown>>, cause: Error) {
    super("call_incomplete", summary, message`${textOf(cause)}\nCall again with the same arguments to go on.`, {
      cause,
    });
    this.name = "IncompleteCallError";
    this.report = report;
  }
}

/** Tells an {@link IncompleteCallError} by its brand. */
export function isIncompleteCall(error: unknown): error is IncompleteCallError {
  return typeof error === "object" && error !== null && INCOMPLETE in error;
}
