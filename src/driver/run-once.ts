import { randomUUID } from "node:crypto";

import { type AnyResource, STATE_VERSION } from "../model/definition.ts";
import { argumentProblem, OrgformProblem } from "../model/diagnostics.ts";
import type { AnyFunction } from "../model/function.ts";
import { sameValue, type Values } from "../model/json-value.ts";
import { engineResult, modelArguments, RAN_AT, RESULT, TRIGGERS } from "../model/run-once.ts";
import { callFunction } from "./functions.ts";
import type { Context } from "./session/session.ts";
import { declaredIn, migrate, type Prior, type Stored } from "./state.ts";

/** Calls the function at first and when a trigger changed, and gives its receipt; any other change is only stored. */
export async function run(
  runs: AnyFunction,
  definition: AnyResource,
  inputs: Values,
  context: Context,
  prior?: Prior,
): Promise<Stored> {
  const state = prior === undefined ? undefined : migrate(definition, prior.state);
  const isKept = state !== undefined && sameValue(state[TRIGGERS], inputs[TRIGGERS]);
  const receipt = isKept ? state : await receiptOf(runs, definition, inputs, context);
  return storeReceipt(definition, prior?.id ?? randomUUID(), inputs, receipt);
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
