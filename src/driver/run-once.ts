import { randomUUID } from "node:crypto";

import { type AnyResource, STATE_VERSION } from "../model/definition.ts";
import { argumentProblem, OrgformProblem } from "../model/diagnostics.ts";
import type { AnyFunction } from "../model/function.ts";
import { sameValue, type Values } from "../model/json-value.ts";
import { engineResult, modelArguments, RAN_AT, RESULT, TRIGGERS } from "../model/run-once.ts";
import { callFunction } from "./functions.ts";
import type { Context } from "./session/session.ts";
import { declaredIn, migrate, type Stored } from "./state.ts";

/** Calls the function and gives its receipt. */
export async function runOnce(
  runs: AnyFunction,
  definition: AnyResource,
  inputs: Values,
  context: Context,
): Promise<Stored> {
  return storeReceipt(definition, randomUUID(), inputs, await receiptOf(runs, definition, inputs, context));
}

/** Calls the function again when a trigger changed; any other change is only stored. */
export async function runAgain(
  runs: AnyFunction,
  definition: AnyResource,
  { id, state: oldState }: { readonly id: string; readonly state: Values },
  inputs: Values,
  context: Context,
): Promise<Stored> {
  const state = migrate(definition, oldState);
  const isDue = !sameValue(state[TRIGGERS], inputs[TRIGGERS]);
  return storeReceipt(definition, id, inputs, isDue ? await receiptOf(runs, definition, inputs, context) : state);
}

/** What state holds is what is known: a receipt changes by a run alone. */
export function keepReceipt(definition: AnyResource, id: string, oldState: Values): Stored & { observed: Values } {
  const state = migrate(definition, oldState);
  return { id, state: { ...state }, inputs: declaredIn(definition, state), observed: state };
}

/** The refusal to import one. */
export function nothingToImport(definition: AnyResource): OrgformProblem {
  return new OrgformProblem(
    "no_such_id",
    `${definition.name} cannot be imported`,
    "It stands for a call of a function, of which the service keeps nothing. Declare it; it then runs once.",
  );
}

async function receiptOf(
  runs: AnyFunction,
  definition: AnyResource,
  inputs: Values,
  context: Context,
): Promise<Values> {
  const { triggers, ...rest } = inputs;
  // The engine checked what was known then; a confirmation may have waited for what is known now alone.
  const problems = definition.disagreements?.(rest) ?? [];
  if (problems.length > 0) {
    throw argumentProblem(definition, problems);
  }
  const result = await callFunction(runs, { ...modelArguments(runs, rest), triggers }, context);
  const ranAt = new Date(context.session.clock.now()).toISOString();
  return { [RAN_AT]: ranAt, [RESULT]: engineResult(runs, result) };
}

function storeReceipt(definition: AnyResource, id: string, inputs: Values, receipt: Values): Stored {
  const declared = declaredIn(definition, inputs);
  const outputs = { [RAN_AT]: receipt[RAN_AT], [RESULT]: receipt[RESULT], [STATE_VERSION]: definition.stateVersion };
  return { id, state: { ...declared, ...outputs }, inputs: declared };
}
