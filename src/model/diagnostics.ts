import { fieldName, joined, message, MessageError, type Text, textOf, typeName } from "./messages.ts";

/** A problem with the user's input, with the path of the field. */
export interface Problem {
  /** The user's path: `name`, `destination.config.region`, `emails[2]`; empty for the resource as a whole. */
  readonly path: string;
  /** What was expected and found, with the limit and the remedy; never a secret value. */
  readonly reason: Text;
}

/** Codes of the errors that the model and the driver raise; `docs/errors.md` has a section for each. */
export const PROBLEM_CODES = {
  adoption_conflict: {
    summary: "An object with the same natural key exists and differs from the declaration.",
    remedy: "Read the differences. To manage the object and change it, set `adopt`. Otherwise, change the declaration.",
  },
  adoption_failed: {
    summary: "`adopt` names no object, or more than one.",
    remedy: "Set `adopt` to the ID of one existing object. The message lists what was found.",
  },
  ambiguous: {
    summary: "Several objects have the natural key that identifies this resource.",
    remedy: "Set `adopt` to the ID of the right one, or delete the others.",
  },
  arguments_invalid: {
    summary: "The arguments of a function, or the inputs of a resource, are invalid. Nothing was sent.",
    remedy: "Correct each argument that the message names. The message says what it should be.",
  },
  call_incomplete: {
    summary: "A function on many items finished only some of them.",
    remedy: "Read the report, then call the function again with the same arguments. It continues with the rest.",
  },
  call_refused: {
    summary:
      "A program called a function that writes, and the engine doesn't say whether this is a preview or an update.",
    remedy: "Declare the resource with the function's name, which runs the function once, or set `onEveryRun: true`.",
  },
  call_repeated: {
    summary: "A function that must not be repeated was already called with the same arguments.",
    remedy: "Check at the service whether it was carried out. To call it once more, set `rerun: true`.",
  },
  call_unconfirmed: {
    summary: "The response to a function that must not be repeated was lost.",
    remedy: "Check at the service whether it was carried out. If it wasn't, call it again with `rerun: true`.",
  },
  claimed_twice: {
    summary: "Two resources of one run manage the same object.",
    remedy: "Remove one of the two declarations.",
  },
  config_invalid: {
    summary: "A setting of the provider is missing or invalid.",
    remedy: "Set it as the message shows.",
  },
  create_unconfirmed: {
    summary: "The response to a create request was lost, and the object wasn't found afterwards.",
    remedy:
      "Run the program again. It recovers the object if it has appeared since. It creates another one only if a list that was read 30 seconds after the request lacks the object.",
  },
  guarded: {
    summary: "A guard refused a dangerous change before anything was written.",
    remedy: "Read which guard it was. The message names the next step.",
  },
  identity_incomplete: {
    summary: "An ID string couldn't be written because a part is missing.",
    remedy: "This is a bug in Orgform. Report it with the message.",
  },
  identity_invalid: {
    summary: "An ID string doesn't have the expected form.",
    remedy: "Use the form that the message shows.",
  },
  internal: {
    summary: "Orgform reached a situation that its own rules exclude.",
    remedy: "This is a bug in Orgform. Report it with the message.",
  },
  missing_object: {
    summary: "The object that a resource builds on doesn't exist.",
    remedy: "Create it first, or correct the ID.",
  },
  no_such_id: {
    summary: "An ID names no existing object.",
    remedy: "Check the ID and the organization it is in.",
  },
  not_applied: {
    summary: "The service accepted a change and didn't keep it.",
    remedy: "Check whether the plan and the version of the service support the fields that the message names.",
  },
  partial_result: {
    summary: "The object exists, but a later step of its creation or change failed.",
    remedy: "Run the program again. It continues from what exists.",
  },
  replacement_needed: {
    summary: "A change in place was requested, but this change requires a replacement. Nothing was sent.",
    remedy: "Replace the object, or undo the change.",
  },
  scope_missing: {
    summary: "The API key lacks a scope that the creation or change requires. Nothing was written.",
    remedy: "Add the scope that the message names to the key, or use another key.",
  },
  state_from_newer_version: {
    summary: "A newer version of Orgform wrote the state.",
    remedy: "Install that version or a later one.",
  },
  unconfirmed_absence: {
    summary: "An object seems to be deleted, but nothing confirms it, so its entry stays in the state.",
    remedy:
      "Remove the cause that the message names, and refresh again. A project that an access rule hides from the API key's account looks like a deleted one. In that case, use an administrator's key, or have an administrator add a rule for the account. If the project was deleted, remove its entry from the state.",
  },
  unsupported_setting: {
    summary: "The service doesn't have this setting. Nothing of it was sent.",
    remedy: "Remove the setting from the program. The message names what the service has instead.",
  },
  wait_failed: {
    summary: "An event that Orgform waited for can no longer happen.",
    remedy: "Follow the message, then run again.",
  },
  wait_timed_out: {
    summary: "An event outside Orgform didn't happen in time.",
    remedy: "Do what the message says is still awaited, then run again. If it takes longer, raise the timeout.",
  },
} as const satisfies Record<string, { summary: string; remedy: string }>;

/** The code of an error that the model or the driver raises. */
export type ProblemCode = keyof typeof PROBLEM_CODES;

const BRAND = Symbol.for("orgform.problem");

/** An error for users: a summary line, then the facts and the next step. */
export class OrgformProblem extends MessageError {
  readonly [BRAND] = true;
  readonly code: ProblemCode;

  constructor(code: ProblemCode, summary: Text, detail?: Text, options?: ErrorOptions) {
    super(detail === undefined || detail === "" ? summary : message`${summary}\n${detail}`, options);
    this.name = "OrgformProblem";
    this.code = code;
  }
}

/** Whether an error is an {@link OrgformProblem}, by its brand: two copies of the package in one process are normal. */
export function isOrgformProblem(error: unknown): error is OrgformProblem {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** A problem as one sentence that names the field. */
export function problemText({ path, reason }: Problem): Text {
  return path === "" ? reason : message`${fieldName(path)}: ${reason}`;
}

/** The error for arguments, or inputs, that can't be used; nothing was sent. */
export function argumentProblem(
  { name }: { readonly name: string },
  problems: readonly Problem[],
  what: "arguments" | "inputs" = "arguments",
): OrgformProblem {
  return new OrgformProblem(
    "arguments_invalid",
    message`The ${what} of ${typeName(name)} cannot be used`,
    joined(problems.map(problemText), "\n"),
  );
}

const PARTIAL = Symbol.for("orgform.partial");

/** The object was created or changed, and a later step failed: the error carries the values for the state. */
export class PartialResultError extends OrgformProblem {
  readonly [PARTIAL] = true;
  readonly id: string;
  /** The known inputs and outputs. */
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

/** Whether an error is a {@link PartialResultError}, by its brand. */
export function isPartialResult(error: unknown): error is PartialResultError {
  return typeof error === "object" && error !== null && PARTIAL in error;
}

const INCOMPLETE = Symbol.for("orgform.incomplete");

/** A function on many objects failed after some of them: the error carries the report of each item. */
export class IncompleteCallError extends OrgformProblem {
  readonly [INCOMPLETE] = true;
  readonly report: Readonly<Record<string, unknown>>;

  constructor(summary: Text, report: Readonly<Record<string, unknown>>, cause: Error) {
    super("call_incomplete", summary, message`${textOf(cause)}\nTo continue, call again with the same arguments.`, {
      cause,
    });
    this.name = "IncompleteCallError";
    this.report = report;
  }
}

/** Whether an error is an {@link IncompleteCallError}, by its brand. */
export function isIncompleteCall(error: unknown): error is IncompleteCallError {
  return typeof error === "object" && error !== null && INCOMPLETE in error;
}
