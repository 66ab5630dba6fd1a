import { isOrgformProblem, isPartialResult } from "../model/diagnostics.ts";
import { joined, printed, type Text, textOf } from "../model/messages.ts";
import { clientErrorIn } from "./operation-error.ts";

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
