import * as z from "zod";

import { callFunction, checkArguments, type Context } from "../driver/driver.ts";
import type { CheckSettings } from "../model/check.ts";
import { OrgformProblem, type Problem } from "../model/diagnostics.ts";
import { type Field, field } from "../model/field.ts";
import { type AnyFunction, argumentsOf, planOf } from "../model/function.ts";
import type { Values } from "../model/json-value.ts";
import { fieldRef, message, printed, typeName } from "../model/messages.ts";
import { pascalName } from "../model/names.ts";
import { containsUnknown } from "../model/unknown.ts";

/** Name of the argument by which a program allows a function to write. */
export const ON_EVERY_RUN = "onEveryRun";

const ON_EVERY_RUN_FIELD = field(z.boolean().default(false), {
  doc: "Whether the call writes every time the program runs outside of a preview: in every update, and in every refresh or destroy with `--run-program`. A program can't tell these apart. To write once, declare the resource of the same name.",
});

/** The arguments of a function in a program, including the one that allows it to write. */
export function programArgumentsOf(definition: AnyFunction): [string, Field][] {
  const own = argumentsOf(definition);
  return definition.effect === "read" ? own : [...own, [ON_EVERY_RUN, ON_EVERY_RUN_FIELD]];
}

/** What a function call knows about the calling program. */
export interface ProgramCall {
  readonly isPreview: boolean;
  readonly settings: CheckSettings;
  /** Creates the context on demand: a plan needs none. */
  readonly context: () => Context;
}

/** The result of a call: the object that the function returned or would return, or the problems of the arguments. */
export type ProgramOutcome =
  | { readonly given: Values; readonly problems?: undefined }
  | { readonly given?: undefined; readonly problems: readonly Problem[] };

/**
 * Calls a function for a program. In a preview, a writing function sends no request and returns its plan.
 *
 * @throws call_refused unless the program allows a write in every run: programs also run for a refresh and a destroy,
 *   and engines don't say for which
 */
export async function callInProgram(
  definition: AnyFunction,
  { [ON_EVERY_RUN]: onEveryRun, ...args }: Values,
  { isPreview, settings, context }: ProgramCall,
): Promise<ProgramOutcome> {
  const { inputs, problems } = checkArguments(definition, args, settings);
  if (problems.length > 0) return { problems };
  if (containsUnknown(inputs)) {
    throw new OrgformProblem(
      "arguments_invalid",
      message`${typeName(definition.name)} was called before its arguments are known`,
    );
  }
  if (definition.effect === "read") return { given: await callFunction(definition, inputs, context()) };
  // The preview already refuses, because people check it before they let a run write.
  if (onEveryRun !== true) throw callRefused(definition);
  if (isPreview) return { given: { planned: true, plan: printed(planOf(definition, inputs)) } };
  return { given: { planned: false, ...(await callFunction(definition, inputs, context())) } };
}

function callRefused({ name }: AnyFunction): OrgformProblem {
  return new OrgformProblem(
    "call_refused",
    message`${typeName(name)} writes, and Orgform can't tell why this program runs`,
    message`It might run for an update, a refresh, or a destroy. Nothing was sent.\nDeclare the resource ${pascalName(name)}, which runs once. Or set ${fieldRef(ON_EVERY_RUN, true)} to write in every run.`,
  );
}
