import type { Problem } from "../../../model/diagnostics.ts";
import type { Message } from "../../../grpc/messages.ts";
import { stepsOf } from "../../../model/field-path.ts";
import { fieldName, message, printed, type Spelling } from "../../../model/messages.ts";
import { snakeName } from "../../../model/names.ts";
import { SETTINGS } from "../../../app/settings.ts";
import { SEVERITY } from "./protocol.ts";

const SETTING_NAMES: ReadonlySet<string> = new Set(SETTINGS.map(({ name }) => name));

/** A text of the client, which knows no engine and names a setting of the provider in parentheses: `(retryBudgetSeconds)`. */
function withOwnSettings(text: string): string {
  return text.replaceAll(/\((\w+)\)/gu, (whole, name: string) =>
    SETTING_NAMES.has(name) ? `(${snakeName(name)})` : whole,
  );
}

/** A message for the user as the engine shows it, at the attribute that it names. */
export type Diagnostic = Message & {
  readonly severity: number;
  readonly summary: string;
  readonly detail: string;
  readonly attribute?: Message;
};

/** The path of an attribute; the engine finds the line of the source only for a top-level one. */
export function attributePath(name: string): Message {
  return { steps: [{ attributeName: snakeName(name) }] };
}

/** An error out of a text: its first line is the summary. */
export function errorFrom(text: string, attribute?: string): Diagnostic {
  const [summary = "", ...rest] = withOwnSettings(text).split("\n");
  return {
    severity: SEVERITY.error,
    summary,
    detail: rest.join("\n"),
    ...(attribute === undefined ? {} : { attribute: attributePath(attribute) }),
  };
}

/** Longest summary that is shown whole in front of a warning's text. */
const LONGEST_SUMMARY = 80;

/** A warning out of a sentence; of a long one the part before its colon is the summary. */
export function warningFrom(given: string): Diagnostic {
  const text = withOwnSettings(given);
  const [first = ""] = text.split("\n");
  if (first.length <= LONGEST_SUMMARY) {
    return { severity: SEVERITY.warning, summary: first, detail: text.slice(first.length + 1) };
  }
  const [before = ""] = first.split(": ");
  const summary = before.length <= LONGEST_SUMMARY ? before : `${before.slice(0, LONGEST_SUMMARY - 3)}...`;
  return { severity: SEVERITY.warning, summary, detail: text };
}

/** The problems of a configuration, each at its attribute; the text names a path into a value. */
export function problemDiagnostics(title: string, problems: readonly Problem[], spelling: Spelling): Diagnostic[] {
  return problems.map(({ path, reason }) => {
    const end = /[.?!]$/u.test(printed(reason)) ? "" : ".";
    const text = message`${title}\n${fieldName(path)} ${reason}${end}`;
    const [field] = stepsOf(path);
    return errorFrom(printed(text, spelling), field === undefined ? undefined : String(field));
  });
}
