import type * as z from "zod";
import type { Method, Redactor } from "./transport/index.ts";
import { noteAbsentKeys } from "./absent-keys.ts";
import { DecodeError } from "./errors.ts";
import type { DecodeIssue } from "./errors.ts";
import { secretsInResponse } from "./response-secrets.ts";

const MAX_ISSUES = 20;

/** The facts about a request that the error for an unusable response shows. */
export interface DecodeContext {
  readonly method: Method;
  /** Path template. */
  readonly route: string;
  /** Whether an empty response is a success without a value. */
  readonly isBodyOptional: boolean;
  /** The request only reads although its method is that of a write. */
  readonly readsOnly?: boolean | undefined;
  /** Receives each secret in the response; absent if it can't contain any. */
  readonly redactor?: Pick<Redactor, "add">;
}

type Answer = { readonly status: number; readonly body: string; readonly headers: Readonly<Record<string, string>> };

export function decodeAnswer<S extends z.ZodType>(
  schema: S,
  answer: Answer,
  context: DecodeContext & { readonly isBodyOptional: false },
): z.output<S>;
export function decodeAnswer<S extends z.ZodType>(
  schema: S,
  answer: Answer,
  context: DecodeContext,
): z.output<S> | undefined;
/**
 * Reads the body of a 2xx response.
 *
 * @returns `undefined` if the body is empty, and that is allowed
 * @throws answer_empty if a required body is empty
 * @throws answer_not_json if the body isn't JSON or was truncated
 * @throws answer_invalid if a used field is missing or has another type
 */
export function decodeAnswer<S extends z.ZodType>(
  schema: S,
  answer: Answer,
  context: DecodeContext,
): z.output<S> | undefined {
  const text = answer.body.replace(/^\uFEFF/, "").trim();
  if (text === "") {
    if (context.isBodyOptional) return undefined;
    throw failure("answer_empty", "and no body", answer, context, [{ path: "", expected: "a JSON body" }]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const type = answer.headers["content-type"]?.split(";")[0]?.trim();
    const found =
      type === undefined || /json/i.test(type)
        ? "and incomplete or invalid JSON"
        : `and ${type.slice(0, 60)}, which isn't JSON`;
    throw failure("answer_not_json", found, answer, context, [{ path: "", expected: "valid JSON" }]);
  }
  for (const secret of secretsInResponse(schema, value)) context.redactor?.add(secret);
  const result = schema.safeParse(value);
  if (result.success) {
    noteAbsentKeys(schema, value, result.data);
    return result.data;
  }
  const issues = result.error.issues.slice(0, MAX_ISSUES).map(issueFrom);
  const words = issues
    .slice(0, 5)
    .map(({ path, expected }) => `${path === "" ? "the whole response" : path}: ${expected}`);
  throw failure("answer_invalid", `and invalid values (${words.join("; ")})`, answer, context, issues);
}

function failure(
  code: "answer_empty" | "answer_not_json" | "answer_invalid",
  found: string,
  answer: Answer,
  context: Omit<DecodeContext, "isBodyOptional">,
  issues: readonly DecodeIssue[],
): DecodeError {
  const { method, route, readsOnly } = context;
  const next =
    method === "GET" || method === "HEAD" || readsOnly === true
      ? "Check that the host setting names the service's API."
      : "The change may have been made. Check before you repeat it.";
  const message = `The service answered ${method} ${route} with ${answer.status} ${found}. ${next}`;
  return new DecodeError(code, message, { method, route, status: answer.status, issues, readsOnly });
}

/**
 * Reads the body of a 2xx response to a request for CSV: the text unchanged.
 *
 * Without rows, the text is empty: no header row, and no content type.
 *
 * @throws answer_invalid if the response has another type
 * @source live-persons-and-events 1.8, flows 10:19-25 (observed 2026-11-20)
 */
export function csvFrom(answer: Answer, context: Omit<DecodeContext, "isBodyOptional">): string {
  const type = answer.headers["content-type"]?.split(";")[0]?.trim() ?? "";
  if (answer.body === "" || /^text\/(?:csv|plain)$/i.test(type)) return answer.body;
  const found = `and ${type === "" ? "no content type" : type.slice(0, 60)}, which isn't CSV`;
  throw failure("answer_invalid", found, answer, context, [{ path: "", expected: "CSV text" }]);
}

/** zod's own messages contain types, never values. Keys and custom texts are exceptions, but they are ours. */
function issueFrom(issue: z.core.$ZodIssue): DecodeIssue {
  const expected = issue.message.replace(/^Invalid input: /, "").replace(/^Invalid input$/, "another type");
  return { path: pathText(issue.path), expected };
}

function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}
