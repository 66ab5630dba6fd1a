import type { Problem } from "../../src/model/diagnostics.ts";
import { printed } from "../../src/model/messages.ts";

/** Problems with their reasons as text, in the model's spelling. */
export function printedProblems(problems: readonly Problem[]): { readonly path: string; readonly reason: string }[] {
  return problems.map(({ path, reason }) => ({ path, reason: printed(reason) }));
}
