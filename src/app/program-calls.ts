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

/** Name of the argument by which a program lets a function write. */
export const ON_EVERY_RUN = "onEveryRun";

const ON_EVERY_RUN_FIELD = field(z.boolean().default(false), {
  doc: "Whether the call writes every time the program runs outside of a preview: in every update, and in every refresh or destroy with `--run-program`. A program can't tell these apart. To write once, declare the resource of the same name.",
});

/** The arguments of a function in a program: with those by which it lets a function write. */
export function programArgumentsOf(definition: AnyFunction): [string, Field][] {
  const own = argumentsOf(definition);
  return definition.effect === "read" ? own : [...own, [ON_EVERY_RUN, ON_EVERY_RUN_FIELD]];
}

/** What a call of a function knows of the program that makes it. */
export interface ProgramCall {
  readonly isPreview: boolean;
  readonly settings: CheckSettings;
  /** Makes the context when it is needed: a plan needs none. */
  readonly context: () => Context;
}

/** What came of a call: the object that the function gave or would give, or what is wrong with the arguments. */
export type ProgramOutcome =
  | { readonly given: Values; readonly problems?: undefined }
  | { readonly given?: undefined; readonly problems: readonly Problem[] };

/**
 * Calls a function for a program. One that writes makes no request in a preview and gives its plan.
 *
 * @throws call_refused unless the program allows a write in every run: programs run for a refresh and a destroy, too,
 *   and no engine tells them.
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
  // The preview says no already: it is what people look at before they let a run write.
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
